import type { MetCounter } from "../../control/requests/request-detail.ts";
import type { ListedEntry, ShownEntry } from "../../control/requests/requests.ts";
import type { Entry, Message, EntryFilter } from "../../world/journal/entry.ts";
import {
  callControl,
  type ControlValues,
  eventsOf,
  flagsOf,
  type Missed,
  narrowed,
} from "../process/control-client.ts";
import { colours } from "../terminal/colours.ts";
import { print, writeOut, screenWidth } from "../terminal/terminal.ts";
import { printable } from "../terminal/texts.ts";
import { requestLine } from "../card/request-line.ts";

type RequestValues = ControlValues & { readonly [name in keyof EntryFilter]?: string | boolean };

async function listRequests(query: string | undefined, values: RequestValues): Promise<void> {
  const { json } = values;
  const path = narrowed("requests", { ...flagsOf(values), query });
  const listed = await callControl<{ requests: ListedEntry[] }>(values, "GET", path);
  const width = screenWidth();
  print(json, listed, ({ requests }) =>
    requests.length === 0 ? "No such request." : withIds(requests, width).join("\n"),
  );
}

/** Each with the beginning of its id, which is enough to name it. */
function withIds(requests: readonly ListedEntry[], width: number | undefined): string[] {
  const length = shortLength(requests.map(({ id }) => id));
  return requests.map((entry) => withId(entry, width, length));
}

function withId(entry: ListedEntry, width: number | undefined, length = shortMin): string {
  const time = new Date(entry.arrivedWorld).toISOString().slice(11, 23);
  const room = width === undefined ? undefined : width - length - time.length - 4;
  return `${entry.id.slice(0, length)}  ${colours.dim(time)}  ${requestLine(entry, room)}`;
}

/** How much of an id is shown, at least. */
const shortMin = 8;

/** How many characters tell ids apart. */
function shortLength(ids: readonly string[]): number {
  const most = Math.max(shortMin, ...ids.slice(0, 1).map((id) => id.length));
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
      "missed" in each ? missedLine(each) : withId(each, width),
    );
  }
}

const missedLine = ({ missed }: Missed): string =>
  missed === 1 ? "… 1 request missed" : `… ${missed} requests missed`;

/** All that is known of a request, for people: why it was refused stands right below its line. */
export function detailOf(entry: ShownEntry): string {
  const { app, request, response, written, arrivedReal, arrivedWorld, stage, bodyBytes } = entry;
  const { counters, promise } = entry;
  const facts: [string, unknown][] = [
    ["why", entry.hint],
    ["id", entry.id],
    ["arrived", new Date(arrivedReal).toISOString()],
    ["world time", new Date(arrivedWorld).toISOString()],
    ["account, key", `${entry.account ?? "none"}, ${entry.key ?? "none"}`],
    ["app", app],
    ["answered by", stage],
    ["counted in", counters.map(counterText).join(", ")],
    ["promised", promise && `a wait until ${promise.at}`],
    ["connection", entry.connection],
    ["test id", entry.testId],
    ["repeats", entry.repeats],
    ["duplicates", entry.duplicates?.of ?? ""],
    [
      "wrote",
      written.map(({ change, collection, id }) => `${change} ${collection} ${id}`).join(", "),
    ],
  ];
  return [
    requestLine({ ...entry, hint: null }, undefined),
    "",
    ...facts
      .filter(([, fact]) => fact !== null && fact !== "")
      .map(([name, fact]) => `${name.padEnd(13)} ${printable(String(fact))}`),
    "",
    "Request",
    ...messageLines(request),
    "",
    `Response (${bodyBytes} bytes of body)`,
    ...messageLines(response),
  ].join("\n");
}

/** `create_event burst 3 of 10 (refused, opens …)` */
const counterText = ({ name, window, used, limit, refused, opensAt }: MetCounter): string =>
  `${name} ${window} ${used} of ${limit}${refused ? ` (refused, opens ${opensAt})` : ""}`;

function messageLines({ headers, body, truncated }: Message): string[] {
  return [
    ...Object.entries(headers).map(([name, value]) => printable(`  ${name}: ${value}`)),
    ...(body === undefined ? [] : ["", ...textOf(body).split("\n").map(printable)]),
    ...(truncated ? ["… and more that is not kept"] : []),
  ];
}

/** JSON as people read it. */
const textOf = (body: unknown): string =>
  typeof body === "string" ? body : JSON.stringify(body, undefined, 2);

/** An archive is for a program: it is the same with `--json`. */
async function exportRequests(
  query: string | undefined,
  values: RequestValues & { readonly har?: boolean },
): Promise<void> {
  const { har: _, ...flags } = flagsOf(values);
  const archive = await callControl<object>(values, "GET", narrowed("har", { ...flags, query }));
  writeOut(`${JSON.stringify(archive)}\n`);
}

export const says = { show: detailOf };
export const does = { list: listRequests, tail: tailRequests, export: exportRequests };
