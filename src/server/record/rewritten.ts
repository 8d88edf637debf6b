import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Har, HarExchange } from "../../control/requests/har.ts";
import type { Scrubber } from "./scrub/scrubber.ts";

/** Looks once more through what was written down before all was known: a name may be in a text that came first. */
export function rewritten(path: string, scrubber: Scrubber): void {
  const text = readFileSync(path, "utf8");
  const { log } = JSON.parse(text) as Har<HarExchange>;
  const again = <T extends { readonly text?: string }>(body: T): T =>
    body.text === undefined ? body : { ...body, text: scrubber.again(body.text) };
  const entries = log.entries.map(({ request, response, ...entry }) => ({
    ...entry,
    request: { ...request, ...(request.postData && { postData: again(request.postData) }) },
    response: { ...response, content: again(response.content) },
  }));
  const lines = entries.map((each) => JSON.stringify(each)).join(",\n");
  const { entries: _entries, ...head } = log;
  const made = `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[\n${lines}]}}`;
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, made, { mode: 0o600 });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
