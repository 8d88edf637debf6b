import type { Entry, EntryDetail } from "../../world/entry.ts";
import type { EntryFilter } from "../../world/journal.ts";
import {
  callControl,
  type ControlValues,
  eventsOf,
  flagsOf,
  type Missed,
  narrowed,
} from "../process/control-client.ts";
import { print } from "../terminal/print.ts";
import { printable } from "../terminal/printable.ts";
import { requestLine } from "../card/request-line.ts";
import { screenWidth } from "../terminal/terminal.ts";

type RequestValues = ControlValues & { readonly [name in keyof EntryFilter]?: string };

export async function listRequests(values: RequestValues): Promise<void> {
  const { json } = values;
  const path = narrowed("requests", flagsOf(values));
  const listed = await callControl<{ requests: Entry[] }>(values, "GET", path);
  const width = screenWidth();
  print(json, listed, ({ requests }) =>
    requests.length === 0
      ? "No such request."
      : requests.map((entry) => requestLine(entry, width)).join("\n"),
  );
}

/** One request with everything that is known of it. */
export async function showRequest(id: string, values: ControlValues): Promise<void> {
  const found = await callControl<EntryDetail>(values, "GET", `requests/${encodeURIComponent(id)}`);
  print(values.json, found, detailOf);
}

/** Prints requests as they are answered, until it is interrupted or the emulator ends. */
export async function tailRequests(values: RequestValues): Promise<void> {
  const width = screenWidth();
  for await (const entry of eventsOf<Entry>(values, narrowed("requests/stream", flagsOf(values)))) {
    print(values.json, entry, (each) =>
      "missed" in each ? missedLine(each) : requestLine(each, width),
    );
  }
}

const missedLine = ({ missed }: Missed): string =>
  missed === 1 ? "… 1 request missed" : `… ${missed} requests missed`;

function detailOf(entry: EntryDetail): string {
  const { app, request, response, written, arrivedReal, arrivedWorld, stage, bodyBytes } = entry;
  const heads = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => printable(`  ${name}: ${value}`));
  const facts: [string, unknown][] = [
    ["arrived", new Date(arrivedReal).toISOString()],
    ["world time", new Date(arrivedWorld).toISOString()],
    ["account, key", `${entry.account ?? "none"}, ${entry.key ?? "none"}`],
    ["app", app],
    ["answered by", stage],
    ["test id", entry.testId],
    ["repeats", entry.repeats],
    [
      "wrote",
      written.map(({ change, collection, id }) => `${change} ${collection} ${id}`).join(", "),
    ],
  ];
  return [
    requestLine(entry, undefined),
    "",
    ...facts
      .filter(([, fact]) => fact !== null && fact !== "")
      .map(([name, fact]) => `${name.padEnd(13)} ${printable(String(fact))}`),
    "",
    "Request",
    ...heads(request.headers),
    ...(request.body === undefined ? [] : ["", printable(JSON.stringify(request.body))]),
    ...(request.truncated ? ["… and more that is not kept"] : []),
    "",
    `Answer (${bodyBytes} bytes of body)`,
    ...heads(response.headers),
  ].join("\n");
}

export async function clearRequests(values: ControlValues): Promise<void> {
  await callControl(values, "DELETE", "requests");
  print(values.json, { cleared: true }, () => "The journal is empty.");
}
