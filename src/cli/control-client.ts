import { Failure } from "./failure.ts";
import { printable } from "./printable.ts";

/** What every command that talks to a running emulator was told. */
export interface ControlValues {
  readonly url: string;
  readonly token?: string;
  readonly json?: boolean;
}

/** Calls the control API of a running emulator. Refusals become one line for the user. */
export async function callControl<T>(
  { url, token }: ControlValues,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${url}/_emulator/${path}`, {
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { "x-emulator-token": token }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Failure(`no emulator answers at ${url}: start one, or say where it is with --url`, 3);
  });
  const answer = readAnswer(await response.text());
  if (answer === undefined)
    throw new Failure(`what answers at ${url} is no service-emulator: see --url`, 3);
  if (!response.ok) throw refusalOf(answer, response.status);
  return answer as T;
}

/** @returns undefined for what the control API never answers */
function readAnswer(text: string): unknown {
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Refused {
  readonly error?: { readonly message?: string; readonly path?: string; readonly nearest?: string };
}

function refusalOf(answer: unknown, status: number): Failure {
  const {
    message = `refused with status ${status}`,
    path = "",
    nearest,
  } = (answer as Refused).error ?? {};
  const where = path === "" ? "" : `${named(path)}: `;
  const near = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  const token = status === 403 ? " (give it with --token)" : "";
  return new Failure(printable(`${where}${message}${near}${token}`), 2);
}

/** What the CLI gives by position has no flag. */
const positional = ["operation", "id", "at", "by", "mode", "factor"];

/** A member of the body as the CLI calls it: `retryAfter` is `--retry-after`. */
const named = (path: string): string =>
  positional.includes(path)
    ? path
    : `--${path.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
