import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { described, type Infer, literal, object, whether } from "../../contract/shape.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { packageRoot } from "../../seeding/shipped.ts";
import { version } from "../../version.ts";
import type { EntryDetail } from "../../world/journal/entry.ts";
import { duplicatesIn } from "../../world/journal/twins.ts";
import { type Slices, inTurns } from "../../world/time/slices.ts";
import { instant } from "../limit-counters.ts";
import { type ControlCall, KeptJson, type ControlOperation } from "../operation.ts";
import { jsonOf, LongText, type Pieces } from "../pieces.ts";
import { readQuery } from "../read.ts";
import { metricsOf } from "../requests/query.ts";
import { countersNow, promiseOf, stagesOf, countersMet } from "../requests/request-detail.ts";
import type { ShownEntry } from "../requests/requests.ts";

/** The first line of a session: which form the others have, and what it is of. */
export interface SessionHead {
  readonly session: 1;
  readonly version: string;
  /** When it began, ISO 8601. */
  readonly at: string;
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
  "/health /clock /limits /faults /stages /truth /sandboxes/names",
  "/scenarios /explore /report?running=true",
].join(" ");

/** The same at its end: the card with the calls that went well, which would be as long each time. */
const besideAtEnd = `${beside} /report?running=true&calls=all`;

/** The lines of all that is not a request. @param hasEnded whether the client has @param isLast whether none follow */
async function* linesBeside(call: ControlCall, hasEnded: boolean, isLast: boolean) {
  for (const path of (isLast ? besideAtEnd : beside).split(" ")) {
    const asked = hasEnded ? path.replace("running=true", "running=false") : path;
    const text = await answered(call, new URL(`/_emulator${asked}`, "http://control.invalid"));
    yield safe(`{"path":${JSON.stringify(path)},"answer":${text}}`);
  }
}

async function answered(call: ControlCall, { pathname, searchParams }: URL): Promise<string> {
  const row = call.operations.find(({ method, path }) => method === "GET" && path === pathname);
  if (row === undefined) return "null";
  const query = readQuery(row, searchParams);
  const answer = await row.run({ ...call, params: [], id: "", query });
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
function* duplicateLines({ world: { journal } }: Emulation): Slices<string[]> {
  const found = yield* duplicatesIn(journal.received());
  return [...found].map(([id, duplicates]) =>
    lineOf({ path: `/requests/${id}`, more: { duplicates } }),
  );
}

const queryShape = object({
  "format?": described(literal("jsonl", "html"), "html: a page that shows it. Default: jsonl."),
  "requests?": whether(
    "false: what a session has beside its requests, for a file that has them already. Default: true.",
  ),
  "ended?": whether("Whether the client has ended. Default: it goes on."),
});

async function save(call: ControlCall): Promise<LongText> {
  const { emulation, origin } = call;
  const query = call.query as Infer<typeof queryShape>;
  const { format = "jsonl", requests = true, ended = false } = query;
  const now = () => emulation.world.clock.realNow();
  const lines = requests ? [headLine({ at: instant(now()), url: origin, command: "" })] : [];
  const own = requests ? requestLines(emulation) : duplicateLines(emulation);
  for (const line of await inTurns(own, now)) lines.push(line);
  for await (const line of linesBeside(call, ended, ended || requests)) lines.push(line);
  if (requests) lines.push(lineOf({ end: instant(now()) }));
  if (format === "html") lines.unshift(await pageHead());
  const name = `session-${instant(now()).replace(/[:.]/g, "-")}.${format}`;
  const headers = {
    "content-type": format === "html" ? "text/html; charset=utf-8" : "application/x-ndjson",
    "content-disposition": `attachment; filename="${name}"`,
  };
  return new LongText(inPieces(lines.join("")), headers);
}

/** No character is divided. */
function* inPieces(text: string): Pieces {
  for (const [piece] of text.matchAll(/[^]{1,65536}/gu)) yield piece;
  return "";
}

function* requestLines(emulation: Emulation): Slices<string[]> {
  const { journal } = emulation.world;
  const received = journal.received();
  const duplicates = yield* duplicatesIn(received);
  const counters = new Map<string, object>();
  const callers = new Map(
    received.map(({ entry: { account, app } }) => [`${account} ${app}`, { account, app }]),
  );
  for (const caller of callers.values())
    for (const [id, met] of yield* countersMet(emulation, caller)) counters.set(id, met);
  const lines: string[] = [];
  for (const entry of journal.details(new Set(received.map(({ exchange }) => exchange)))) {
    yield;
    const met = { counters: counters.get(entry.id) ?? [], duplicates: duplicates.get(entry.id) };
    lines.push(requestLine(emulation, entry, met));
  }
  return lines;
}

export const sessionOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/session",
    does: "a session file of what there is, secrets masked, which `open` shows: the requests with their bodies, the report card, the exploration",
    query: queryShape,
    whole: "a session has the requests of all accounts",
    media: "application/x-ndjson",
    run: save,
  },
];

export const marker = '<script type="application/x-ndjson" id="session">\n';

/** A page that shows the session whose lines follow it, without a network. It is whole after each of them. */
export async function pageHead(): Promise<string> {
  const [page = "", style = "", module = ""] = await Promise.all(
    ["index.html", "inspector.css", "inspector.js"].map((name) =>
      readFile(join(packageRoot(), "dist/inspector", name), "utf8"),
    ),
  );
  const script = module.replaceAll("</script", "<\\/script");
  const [before = ""] = page.split("</body>");
  return before
    .replace("<head>", () => `<head>\n    ${policyOf(script, style)}`)
    .replace(/<link rel="stylesheet".*>/, () => `<style>${style}</style>`)
    .replace(/<script .*><\/script>/, () => `<script type="module">${script}</script>`)
    .concat(marker);
}

/** What such a page may do: run its own script, and ask nothing of anybody. */
const policyOf = (script: string, style: string): string => {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}" />`;
};

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
