import { boolean, described, type Infer, literal, object } from "../../contract/shape.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { duplicatesIn } from "../../world/journal/named-calls.ts";
import { inTurns, type Slices } from "../../world/time/slices.ts";
import { instant } from "../limit-counters.ts";
import type { ControlCall, ControlOperation } from "../operation.ts";
import { LongText, type Pieces } from "../pieces.ts";
import { countersMet } from "../requests/request-detail.ts";
import { duplicateLines, headLine, lineOf, linesBeside, requestLine } from "./lines.ts";
import { pageHead } from "./page.ts";

const queryShape = object({
  "format?": described(literal("jsonl", "html"), "html: a page that shows it. Default: jsonl."),
  "requests?": described(
    boolean(),
    "false: what a session has beside its requests, for a file that has them already. Default: true.",
  ),
  "ended?": described(boolean(), "Whether the client has ended. Default: it goes on."),
});

/** A session of what there is now. */
async function save(call: ControlCall): Promise<LongText> {
  const { emulation, origin } = call;
  const {
    format = "jsonl",
    requests = true,
    ended = false,
  } = call.query as Infer<typeof queryShape>;
  const now = () => emulation.world.clock.realNow();
  const lines = requests ? [headLine({ at: instant(now()), url: origin, command: "" })] : [];
  lines.push(
    ...(await inTurns(requests ? requestLines(emulation) : duplicateLines(emulation), now)),
  );
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

/** By characters: none is divided. */
function* inPieces(text: string): Pieces {
  for (const [piece] of text.matchAll(/[^]{1,65536}/gu)) yield piece;
  return "";
}

/** The requests that the journal has. */
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
