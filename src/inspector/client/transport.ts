import { Problem, problemOf } from "./problem.ts";

const root = "/_emulator";

/** How the page reaches the control API. The token stays in memory, and is gone when the page is. */
export class Transport {
  #token: string | undefined;

  /** Uses this control token from now on. */
  useToken(token: string): void {
    this.#token = token;
  }

  /** Asks the control API. @throws Problem for every response that is no success */
  async ask(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const headers = new Headers();
    if (this.#token !== undefined) headers.set("x-emulator-token", this.#token);
    return this.#send(`${root}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
  }

  /** Opens a response that goes on. @param after the number of the last event that was read */
  stream(path: string, after: string | undefined, signal: AbortSignal): Promise<Response> {
    const headers = new Headers({ accept: "text/event-stream" });
    if (this.#token !== undefined) headers.set("x-emulator-token", this.#token);
    if (after !== undefined) headers.set("last-event-id", after);
    return this.#send(`${root}${path}`, { headers, signal });
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      if (init.body !== undefined)
        (init.headers as Headers).set("content-type", "application/json");
      response = await fetch(path, { cache: "no-store", ...init });
    } catch (error) {
      if (init.signal?.aborted === true) throw error;
      throw new Problem(0, "The emulator cannot be reached.");
    }
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.ask(method, path, body);
    const text = await response.text();
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }
}

/** A query, of what is said. */
export function queryOf(params: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
