import { counted } from "../../world/name-match.ts";
import type { MetCounter } from "../../control/requests/request-detail.ts";
import type { ListedEntry, ShownEntry } from "../../control/requests/requests.ts";
import type { Entry, Message, EntryFilter } from "../../world/journal/entry.ts";
import { callControl, eventsOf, flagsOf, narrowed } from "../process/control-client.ts";
import type { ControlValues } from "../process/control-client.ts";
import { colours } from "../terminal/colours.ts";
import { print, writeOut, screenWidth } from "../terminal/terminal.ts";
import { printable } from "../terminal/texts.ts";
import { requestLine } from "../card/request-line.ts";

type RequestValues = ControlValues & {
  readonly [name in keyof EntryFilter | "har"]?: string | boolean;
};

async function listRequests(query: string | undefined, values: RequestValues): Promise<void> {
  const path = narrowed("requests", { ...flagsOf(values), query });
  const listed = await callControl<{ requests: ListedEntry[] }>(values, "GET", path);
  const width = screenWidth();
  print(values.json, listed, ({ requests }) => {
    if (requests.length === 0) return "No such request.";
    const length = shortLength(requests.map(({ id }) => id));
    return requests.map((entry) => withId(entry, width, length)).join("\n");
  });
}

/** A request with the beginning of its id, which is enough to name it. */
function withId(entry: ListedEntry, width: number | undefined, length = shortMin): string {
  const time = new Date(entry.arrivedWorld).toISOString().slice(11, 23);
  const room = width === undefined ? undefined : width - length - time.length - 4;
  return `${entry.id.slice(0, length)}  ${colours.dim(time)}  ${requestLine(entry, room)}`;
}

const shortMin = 8;

function shortLength(ids: readonly string[]): number {
  const most = Math.max(shortMin, ids[0]?.length ?? 0);
  for (let length = shortMin; length < most; length += 1) {
    if (new Set(ids.map((id) => id.slice(0, length))).size === ids.length) return length;
  }
  return most;
}

/** Prints requests as they are answered, until it is interrupted or the emulator ends. */
async function tailRequests(values: RequestValues): Promise<void> {
  const width = screenWidth();
  const path = narrowed("stream", { ...flagsOf(values), types: "request" });
  const underWay = new Set<string>();
  for await (const entry of eventsOf<Entry>(values, path)) {
    // One that was under way is told of again when it has ended.
    if (!("missed" in entry)) {
      if (underWay.delete(entry.id)) continue;
      if (entry.durationMs === null) underWay.add(entry.id);
    }
    print(values.json, entry, (each) =>
      "missed" in each ? `… ${counted(each.missed, "request")} missed` : withId(each, width),
    );
  }
}

/** All that is known of a request, for people: why it was refused stands right below its line. */
export function detailOf(entry: ShownEntry): string {
  const { promise } = entry;
  const written = entry.written.map((each) => `${each.change} ${each.collection} ${each.id}`);
  const facts = {
    why: entry.hint,
    id: entry.id,
    arrived: new Date(entry.arrivedReal).toISOString(),
    "world time": new Date(entry.arrivedWorld).toISOString(),
    "account, key": `${entry.account ?? "none"}, ${entry.key ?? "none"}`,
    app: entry.app,
    "answered by": entry.stage,
    "counted in": entry.counters.map(counterText).join(", "),
    promised: promise && `a wait until ${promise.at}`,
    connection: entry.connection,
    "test id": entry.testId,
    repeats: entry.repeats,
    duplicates: entry.duplicates?.of ?? "",
    wrote: written.join(", "),
  };
  return [
    requestLine({ ...entry, hint: null }, undefined),
    "",
    ...Object.entries(facts)
      .filter(([, fact]) => fact !== null && fact !== "")
      .map(([name, fact]) => `${name.padEnd(13)} ${printable(String(fact))}`),
    "",
    "Request",
    ...messageLines(entry.request),
    "",
    `Response (${entry.bodyBytes} bytes of body)`,
    ...messageLines(entry.response),
  ].join("\n");
}

/** `create_event burst 3 of 10 (refused, opens …)` */
const counterText = ({ name, window, used, limit, refused, opensAt }: MetCounter): string =>
  `${name} ${window} ${used} of ${limit}${refused ? ` (refused, opens ${opensAt})` : ""}`;

function messageLines({ headers, body, truncated }: Message): string[] {
  return [
    ...Object.entries(headers).map(([name, value]) => printable(`  ${name}: ${value}`)),
    ...(body === undefined ? [] : ["", ...bodyText(body).split("\n").map(printable)]),
    ...(truncated ? ["… and more that is not kept"] : []),
  ];
}

const bodyText = (body: unknown): string =>
  typeof body === "string" ? body : JSON.stringify(body, undefined, 2);

/** An archive is for a program: it is the same with `--json`. */
async function exportRequests(query: string | undefined, values: RequestValues): Promise<void> {
  const { har: _, ...flags } = flagsOf(values);
  const archive = await callControl<object>(values, "GET", narrowed("har", { ...flags, query }));
  writeOut(`${JSON.stringify(archive)}\n`);
}

export const says = { show: detailOf };
export const does = { list: listRequests, tail: tailRequests, export: exportRequests };
