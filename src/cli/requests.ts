import type { Entry, EntryFilter } from "../world/journal.ts";
import { callControl, type ControlValues } from "./control-client.ts";
import { print } from "./print.ts";
import { requestLine } from "./request-line.ts";
import { screenWidth } from "./screen.ts";

type RequestValues = ControlValues & { readonly [name in keyof EntryFilter]?: string };

export async function listRequests(values: RequestValues): Promise<void> {
  const { url: _url, token: _token, json, ...filter } = values;
  const query = new URLSearchParams(filter as Record<string, string>);
  const listed = await callControl<{ requests: Entry[] }>(values, "GET", `requests?${query}`);
  const width = screenWidth();
  print(json, listed, ({ requests }) =>
    requests.length === 0
      ? "No such request."
      : requests.map((entry) => requestLine(entry, width)).join("\n"),
  );
}

export async function clearRequests(values: ControlValues): Promise<void> {
  await callControl(values, "DELETE", "requests");
  print(values.json, { cleared: true }, () => "The journal is empty.");
}
