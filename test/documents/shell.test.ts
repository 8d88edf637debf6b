import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { Found } from "../../src/index.ts";
import { newestRevision } from "../../src/contract/revisions.ts";
import { writers } from "../support/cassettes.ts";
import { listening } from "../support/cli.ts";
import { describedIn } from "../support/described.ts";
import { allBlocks, type Block, nameOf, root } from "../support/pages.ts";
import { recordedService } from "../support/recorded.ts";
import { needsEmulator, runBlock } from "../support/shell.ts";
import { isRun } from "./not-run.ts";

const blocks = allBlocks.filter(
  (block) =>
    ["sh", "yaml workflow"].includes(block.kind) &&
    isRun(block) &&
    !block.page.endsWith("situations.md"),
);

/** What an exploration without a defect writes down. */
const nothingFound: Found = {
  seed: 1,
  shard: null,
  runs: 2,
  schedules: { tried: 0, survived: 0, gaveUp: 0, defects: 0, unmet: 0, left: 0 },
  seconds: 1,
  requests: 1,
  counts: {},
  calls: { get_lists: 1 },
  notes: [],
  defects: [],
  unsteady: [],
  matrix: [],
  coverage: [],
};

/** What the blocks name as files of the reader's own. */
async function filesFor(text: string): Promise<Record<string, string>> {
  const expected = allBlocks.find(
    ({ kind, text: block }) => kind === "yaml expectations" && block.startsWith("# expected.yaml"),
  );
  const people = "profiles:\n  - { email: more@example.com }\n";
  const files: Record<string, string> = {
    "faults.yaml":
      "- { operation: get_profiles, status: 503 }\n- { operation: get_events, delay: 1s }\n",
    "expected.yaml": expected?.text ?? "",
    "mine.yaml": readFileSync(join(root, "fixtures/seeds/small.yaml"), "utf8"),
    "more-people.yaml": people,
    "found/explore.json": JSON.stringify(nothingFound),
  };
  if (text.includes("drift openapi.json")) {
    files["openapi.json"] = JSON.stringify(describedIn(newestRevision).document);
    files["session.har"] = JSON.stringify({ log: { entries: [] } });
  }
  if (/ compare /.test(text)) {
    await using service = await recordedService();
    const { emulator, fetch: record, exchanges } = service;
    const headers = {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision: newestRevision,
      "content-type": "application/json",
    };
    await record("/api/lists", { headers });
    const body = JSON.stringify({ data: { type: "list", attributes: { name: "Fresh" } } });
    await record("/api/lists", { method: "POST", headers, body });
    files["session.har"] = writers["har"]?.(exchanges) ?? "";
    for (const folder of ["spec", "test"])
      files[`${folder}/cassettes/lists.yml`] = writers["yml"]?.(exchanges) ?? "";
  }
  if (!text.includes("seed import")) return files;
  const { ask, emulator } = await listening({ fixtures: ["small"] });
  const pages = {
    "profiles-1.json": "/api/profiles",
    "events-1.json": "/api/events?include=profile,metric",
  };
  for (const [name, path] of Object.entries(pages)) files[name] = await (await ask(path)).text();
  files["session.har"] = JSON.stringify(emulator.requests.har());
  return files;
}

/** The steps of a job as commands, with what our own action does in its place. */
function scriptOf({ kind, text }: Block): string {
  if (kind === "sh") return text;
  const read = parse(text) as Step[] | { jobs: Record<string, { steps: Step[] }> };
  const steps = Array.isArray(read) ? read : Object.values(read.jobs).flatMap((job) => job.steps);
  return steps.map((step) => step.run ?? actionOf(step)).join("\n");
}

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: { readonly package?: string; readonly options?: string };
}

function actionOf({ uses = "", with: given = {} }: Step): string {
  if (/^actions\/[\w-]+@v\d+$/.test(uses)) return "";
  expect(uses).toBe("./.github/actions/service-emulator");
  return `service-emulator start --detach ${given.options}\neval "$(service-emulator env)"`;
}

/** How long something took hangs on how fast the machine is. */
const steady = (line: string): string =>
  line.replaceAll(/\d+(?:\.\d+)? (?:ms|s)\b/g, "# s").trimEnd();

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map(steady)
    .filter((line) => line !== "");

/** Whether a line was printed as a page shows it; where it was cut hangs on the figures in it, too. */
const isShown = (shown: string, printed: string): boolean => {
  const end = shown.indexOf("…");
  return end < 0 ? printed === shown : printed.startsWith(shown.slice(0, end - 8));
};

/** The lines of a page that were not printed, in this order. */
function missingFrom(printed: readonly string[], shown: readonly string[]): string[] {
  let from = 0;
  return shown.filter((line) => {
    const index = printed.findIndex((each, at) => at >= from && isShown(line, each));
    if (index >= 0) from = index + 1;
    return index < 0;
  });
}

it.each(blocks.map((block) => [nameOf(block), block] as const))(
  "%s does what it says",
  async (_, block) => {
    const shown = allBlocks.filter(
      ({ kind, after }) =>
        kind === "text output" && after?.page === block.page && after.line === block.line,
    );
    // An exam takes all of the seconds that it is given: for what a page shows of one, fewer will do.
    const script = scriptOf(block).replace("--budget 20s", "--budget 7s");
    // The small data has no templates.
    const fixtures = [/template-render|campaign-send-jobs/.test(script) ? "demo" : "small"];
    const running = needsEmulator(script) ? await listening({ fixtures }) : undefined;
    const url = running?.url;
    // Nothing can be expected where nothing was asked.
    if (/service-emulator (expect|requests thread) /.test(script))
      await running?.ask("/api/metrics");
    const { code, output } = await runBlock(script, url, await filesFor(script));
    const missing = shown.flatMap(({ text }) => missingFrom(linesOf(output), linesOf(text)));
    // The naive client is there to fail.
    const expected = script.includes("naive.mjs") ? 1 : 0;
    expect({ code, output, missing }).toEqual({ code: expected, output, missing: [] });
    expect(output).not.toContain('"errors"');
  },
  90_000,
);
