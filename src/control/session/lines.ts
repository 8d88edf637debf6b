import { version } from "../../version.ts";
import type { Slices } from "../../world/time/slices.ts";
import { duplicatesIn } from "../../world/journal/named-calls.ts";
import type { EntryDetail } from "../../world/journal/entry.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { jsonOf } from "../json-pieces.ts";
import { type ControlCall, KeptJson } from "../operation.ts";
import { LongText, type Pieces } from "../pieces.ts";
import { readQuery } from "../read.ts";
import { metricsOf } from "../requests/query.ts";
import type { ShownEntry } from "../requests/requests.ts";
import { countersNow, promiseOf, stagesOf } from "../requests/request-detail.ts";

/** The first line of a session: which form the others have, and what it is of. */
export interface SessionHead {
  readonly session: 1;
  readonly version: string;
  /** When it began, ISO 8601. */
  readonly at: string;
  /** The emulator's URL. */
  readonly url: string;
  /** The command whose run it is, in one line; empty: it was saved while the emulator ran. */
  readonly command: string;
}

/** Another line: what the control API answered. Of two with the same path, the later holds. */
export type SessionLine =
  | { readonly path: string; readonly answer: unknown }
  /** Members that an answer has beside those that it had. */
  | { readonly path: string; readonly more: object }
  /** The last one: the run ended, and all of it is there. */
  | { readonly end: string };

/** A request, with what a query may ask of it beside. */
export interface SavedRequest extends ShownEntry {
  readonly metrics: readonly string[];
}

/** The first line of a session of this version. */
export const headLine = (of: Omit<SessionHead, "session" | "version">): string =>
  lineOf({ session: 1, version, ...of });

/** A line as it is written: a page may hold it as it is. */
export const lineOf = (line: SessionHead | SessionLine): string => safe(JSON.stringify(line));

/** JSON has this character in texts alone. */
export const safe = (json: string): string => `${json.replaceAll("<", "\\u003c")}\n`;

/** A request as it is now, with the counters that it met: of a moment ago, where nothing else is said. */
export function requestLine(
  emulation: Emulation,
  entry: EntryDetail,
  more: object = { counters: countersNow(emulation, entry) },
): string {
  const answer = {
    ...entry,
    stages: stagesOf(entry),
    promise: promiseOf(entry),
    metrics: metricsOf(emulation, entry),
    ...more,
  };
  return lineOf({ path: `/requests/${entry.id}`, answer });
}

/** What a session has beside its requests, by where the page asks for it. */
const beside = [
  "/health",
  "/clock",
  "/limits",
  "/faults",
  "/stages",
  "/truth",
  "/sandboxes/names",
  "/scenarios",
  "/explore",
  "/report?running=true",
];

/** The same at its end: the card with the calls that went well, which would be as long each time. */
const besideAtEnd = [...beside, "/report?running=true&calls=all"];

/**
 * The lines of all that is not a request.
 *
 * @param hasEnded whether the client has: then its calls are over
 * @param isLast whether no later ones follow
 */
export async function* linesBeside(
  call: ControlCall,
  hasEnded: boolean,
  isLast: boolean,
): AsyncGenerator<string> {
  for (const path of isLast ? besideAtEnd : beside) {
    const asked = hasEnded ? path.replace("running=true", "running=false") : path;
    const text = await answered(call, new URL(`/_emulator${asked}`, "http://control.invalid"));
    yield safe(`{"path":${JSON.stringify(path)},"answer":${text}}`);
  }
}

/** The JSON with which the control API answers. */
async function answered(call: ControlCall, { pathname, searchParams }: URL): Promise<string> {
  const row = call.operations.find(({ method, path }) => method === "GET" && path === pathname);
  if (row === undefined) return "null";
  const answer = await row.run({ ...call, params: [], query: readQuery(row, searchParams) });
  if (answer instanceof KeptJson) return answer.body.toString();
  return wholeText((answer instanceof LongText ? answer : new LongText(jsonOf(answer))).pieces);
}

function wholeText(pieces: Pieces): string {
  let text = "";
  for (;;) {
    const { value = "", done } = pieces.next();
    text += value;
    if (done === true) return text;
  }
}

/** What requests wrote twice, which is known only once the others are there. */
export function* duplicateLines({ world: { journal } }: Emulation): Slices<string[]> {
  const found = yield* duplicatesIn(journal.received());
  return [...found].map(([id, duplicates]) =>
    lineOf({ path: `/requests/${id}`, more: { duplicates } }),
  );
}
