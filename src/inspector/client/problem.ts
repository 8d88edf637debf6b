/** Why the control API did not do what it was asked; `status` 0: it could not be reached. */
export class Problem extends Error {
  readonly status: number;
  /** The member of what was sent that is wrong, if one is. */
  readonly path: string;

  constructor(status: number, message: string, path = "") {
    super(message);
    this.status = status;
    this.path = path;
  }

  /** Whether the emulator asks for its control token. */
  get wantsToken(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

interface Said {
  readonly error?: { readonly message?: string; readonly path?: string; readonly nearest?: string };
}

/** Reads what is wrong from a response. */
export async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  try {
    const { error = {} } = JSON.parse(text) as Said;
    const near = error.nearest === undefined ? "" : `. Did you mean ${error.nearest}?`;
    return new Problem(response.status, `${error.message ?? text}${near}`, error.path);
  } catch {
    return new Problem(response.status, text === "" ? `status ${response.status}` : text);
  }
}

/** What to say of something that was thrown. */
export const textOfProblem = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);
