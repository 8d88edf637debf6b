import type { Happenings } from "../../control/requests/happenings.ts";
import type { Hello } from "../../control/requests/stream.ts";
import type { Saved } from "../../control/session/saved.ts";
import type { Calls } from "./calls.ts";

/** What stands in the place of a name in a path; the others are the query. Nothing is said by undefined and "". */
export type Params = Readonly<Record<string, string | number | undefined>>;

interface StreamEvents extends Happenings {
  readonly hello: Hello;
  /** Events that are not there any more; null: it is not known how many. */
  readonly missed: { readonly missed: number | null };
}

export type Happening = {
  readonly [Name in keyof StreamEvents]: { readonly name: Name; readonly data: StreamEvents[Name] };
}[keyof StreamEvents];

type Hear = (happening: Happening, number: string | undefined) => void;

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

  get wantsToken(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

export const textOfProblem = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);

export class Control {
  /** The session that is shown in the place of an emulator. */
  saved: Saved | undefined;
  /** The control token, which every call sends. It stays in memory, and is gone when the page is. */
  token: string | undefined;

  /** Makes a call. @throws Problem for every response that is no success */
  async call<Name extends keyof Calls>(name: Name, params: Params = {}, body?: unknown) {
    const [method = "", path = ""] = name.split(" ");
    const url = urlOf(path, params);
    if (this.saved !== undefined) return this.saved.answer(method, url) as Calls[Name];
    const headers = { "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers };
    const text = await (await this.#send(url, { method, ...sent })).text();
    return (text === "" ? undefined : JSON.parse(text)) as Calls[Name];
  }

  /** A page that shows what there is now, from a file. */
  async save(): Promise<Blob> {
    return (await this.#send(urlOf("/session", { format: "html" }), {})).blob();
  }

  /** Reads the stream until it ends. @param since the number of the last event that was read, and the epoch that it is of */
  async follow(
    since: { readonly number: string; readonly epoch: string } | undefined,
    hear: Hear,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.saved !== undefined) {
      hear({ name: "hello", data: this.saved.hello }, undefined);
      return new Promise(() => {});
    }
    const headers = new Headers({ accept: "text/event-stream" });
    if (since !== undefined) headers.set("last-event-id", since.number);
    const url = urlOf("/stream", { epoch: since?.epoch });
    await readHappenings(await this.#send(url, { headers, signal }), hear);
  }

  async #send(url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.token !== undefined) headers.set("x-emulator-token", this.token);
    const response = await fetch(url, { cache: "no-store", ...init, headers }).catch((error) => {
      if (init.signal?.aborted === true) throw error;
      throw new Problem(0, "The emulator cannot be reached.");
    });
    if (!response.ok) throw await problemOf(response);
    return response;
  }
}

/** Sends the service a request of the page's own. By its header the emulator knows that no client sent it: nothing grades it. */
export function askService(target: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(pageHeader, "inspector");
  return fetch(new URL(target, location.origin), { cache: "no-store", ...init, headers });
}

export const pageHeader = "x-emulator-page";

/** Does what a link of a message says, and does not go where it leads. */
export async function followLink(url: string): Promise<void> {
  const response = await fetch(new URL(url).pathname, { redirect: "manual", cache: "no-store" });
  await response.body?.cancel();
}

function urlOf(path: string, params: Params): URL {
  const rest = new Map(Object.entries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    rest.delete(name);
    return encodeURIComponent(params[name] ?? "");
  });
  const url = new URL(`/_emulator${filled}`, location.origin);
  for (const [name, value] of rest)
    if (value !== undefined && value !== "") url.searchParams.set(name, String(value));
  return url;
}

/** Hands on each event of a response until it ends, with its number; what is cut in the middle waits for the rest. */
async function readHappenings(response: Response, hear: Hear): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    const blocks = (rest + next.value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n").map((line) => /^([a-z]+): ?(.*)$/.exec(line)?.slice(1) ?? []);
      const { id, event, data } = Object.fromEntries(lines) as Readonly<Record<string, string>>;
      // Without data it is a comment, which keeps the connection open.
      if (data !== undefined) hear({ name: event, data: JSON.parse(data) } as Happening, id);
    }
  }
}

type Said = { error?: { message?: string; path?: string; nearest?: string } };

async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text();
  try {
    const { error = {} } = JSON.parse(text) as Said;
    const near = error.nearest === undefined ? "" : `. Did you mean ${error.nearest}?`;
    return new Problem(response.status, `${error.message ?? text}${near}`, error.path);
  } catch {
    return new Problem(response.status, text || `status ${response.status}`);
  }
}
