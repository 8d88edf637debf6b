import type { Calls } from "./calls.ts";
import { type Happening, readHappenings } from "./events.ts";
import type { Saved } from "../../control/session/saved.ts";
import { Problem, problemOf } from "./problem.ts";

/** What stands in the place of a name in a path; the others are the query. Nothing is said by undefined and "". */
export type Params = Readonly<Record<string, string | number | undefined>>;

/** The URL of a path with its names filled in, and what else there is as its query. */
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

/** The control API, as the page uses it. The token stays in memory, and is gone when the page is. */
export class Control {
  /** The session that is shown in the place of an emulator. */
  saved: Saved | undefined;
  #token: string | undefined;

  /** Sends this control token with every call from now on. */
  useToken(token: string): void {
    this.#token = token;
  }

  /** Makes a call. @throws Problem for every response that is no success */
  async call<Name extends keyof Calls>(
    name: Name,
    params: Params = {},
    body?: unknown,
  ): Promise<Calls[Name]> {
    const [method = "", path = ""] = name.split(" ");
    const url = urlOf(path, params);
    if (this.saved !== undefined) return this.saved.answer(method, url) as Calls[Name];
    const response = await this.#send(url, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
    const text = await response.text();
    return (text === "" ? undefined : JSON.parse(text)) as Calls[Name];
  }

  /** A page that shows what there is now, from a file. */
  async save(): Promise<Blob> {
    return (await this.#send(urlOf("/session", { format: "html" }), {})).blob();
  }

  /**
   * Reads the stream until it ends.
   *
   * @param since the number of the last event that was read, and the epoch that it is of
   * @param hear hears of each event, with its number
   */
  async follow(
    since: { readonly number: string; readonly epoch: string } | undefined,
    hear: (happening: Happening, number: string | undefined) => void,
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
    if (this.#token !== undefined) headers.set("x-emulator-token", this.#token);
    const response = await fetch(url, { cache: "no-store", ...init, headers }).catch((error) => {
      if (init.signal?.aborted === true) throw error;
      throw new Problem(0, "The emulator cannot be reached.");
    });
    if (!response.ok) throw await problemOf(response);
    return response;
  }
}
