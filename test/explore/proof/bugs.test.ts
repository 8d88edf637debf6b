import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { Found } from "../../../src/index.ts";
import { inPool } from "../../../src/explore/pool.ts";
import { root } from "../../support/pages.ts";
import { bugs, commandOf } from "../bugs/bugs.ts";
import { sectionOf } from "../bugs/guide.ts";

/**
 * The whole proof: each client of `examples/bugs` as a process, under every kind of fault for a minute. In pieces:
 * EXPLORE_RUNS=1000 EXPLORE_CLIENT=new-key,gone npx vitest run test/explore/proof/bugs
 */
const isWhole = Number(process.env["EXPLORE_RUNS"] ?? 0) >= 1000;

/** Which clients. */
const asked = process.env["EXPLORE_CLIENT"]?.split(",") ?? Object.keys(bugs);

/** How often each scenario file is run. */
const repeats = Number(process.env["EXPLORE_REPEATS"] ?? 100);

/** A file to which each client adds its row. */
const table = process.env["EXPLORE_TABLE"];

const minutes = 60_000;
const bin = join(root, "bin/service-emulator.js");
const executed = promisify(execFile);

/** A minute of exploring, with nothing named but what the guide asks for beside kinds of faults. */
async function explored(name: string, which: "broken" | "mended", output: string): Promise<Found> {
  const { options: asked, words: said } = sectionOf(name);
  const { mustSurvive = [], include = [] } = asked;
  const check = said.includes("--check") ? said.slice(said.indexOf("--check")).slice(0, 2) : [];
  const more = [
    ...(mustSurvive.length > 0 ? ["--must-survive", mustSurvive.join(",")] : []),
    ...include.flatMap((kind) => ["--include", kind]),
    ...check,
  ];
  const options = ["--fixtures", "small", "--budget", "60s", "--quiet", "--output", output];
  const client = commandOf(name, which);
  const words = [bin, "explore", ...options, ...more, "--", ...client];
  // 1: it has found something.
  await executed(process.execPath, words, { cwd: root, maxBuffer: 1e9 }).catch(
    (error: { code?: unknown }) => expect(error.code).toBe(1),
  );
  return JSON.parse(readFileSync(join(output, "explore.json"), "utf8")) as Found;
}

/** How many of so many runs of a scenario file fail. */
async function failures({ command }: Found["defects"][number]): Promise<number> {
  const line = (command ?? "false").replaceAll(
    /\bservice-emulator (?=scenario|explore|faults)/g,
    `node ${bin} `,
  );
  const ended = await inPool(
    4,
    Array.from({ length: repeats }, () => line),
    (each) =>
      executed("sh", ["-c", each], { cwd: root, maxBuffer: 1e9 }).then(
        () => 0,
        ({ code }: { code?: number }) => code,
      ),
    () => false,
  );
  expect(ended.filter((code) => code !== 0 && code !== 1)).toEqual([]);
  return ended.filter((code) => code === 1).length;
}

/** How many faults it takes, where one is not enough. */
const needs: Readonly<Record<string, number>> = { "skipped-twice": 2 };

/** Whether two shares may be those of one thing that happens by chance. */
function mayBeOne(one: number, ofOne: number, other: number, ofOther: number): boolean {
  const share = (one + other) / (ofOne + ofOther);
  const deviation = Math.sqrt(share * (1 - share) * (1 / ofOne + 1 / ofOther));
  return Math.abs(one / ofOne - other / ofOther) <= 3 * deviation;
}

describe.runIf(isWhole)("within a minute of every kind of fault", () => {
  it.each(asked)(
    "the bug is found, its scenario fails as often as it says, and the mended client is clean: %s",
    async (name) => {
      const output = mkdtempSync(join(tmpdir(), "emulator-proof-"));
      try {
        const { defects, schedules, seconds } = await explored(name, "broken", output);
        const found = defects.filter(({ oracle }) => bugs[name]?.includes(oracle));
        // A kill and a check have a command that explores again, which says more than whether it fails.
        const replayed = found.filter(({ oracle }) => oracle !== "crash" && oracle !== "check");
        const rows: string[] = [];
        const odd: string[] = [];
        for (const defect of replayed) {
          const { name: title, faults, failed, repeats: of } = defect;
          const again = await failures(defect);
          rows.push(`${title} (${faults.length}) ${failed}/${of}, file ${again}/${repeats}`);
          if (!mayBeOne(failed, of, again, repeats)) odd.push(title);
        }
        const mended = await explored(name, "mended", output);
        const clean = mended.defects.map(({ sentence }) => sentence);
        const row = [name, `${schedules.tried} schedules, ${seconds} s`, rows.join("; "), clean];
        if (table !== undefined) appendFileSync(table, `| ${row.join(" | ")} |\n`);
        expect(found).not.toEqual([]);
        expect(replayed.filter(({ scenario }) => scenario === null)).toEqual([]);
        expect(found.filter(({ faults }) => faults.length > (needs[name] ?? 1))).toEqual([]);
        expect(odd).toEqual([]);
        expect(clean).toEqual([]);
      } finally {
        rmSync(output, { recursive: true, force: true });
      }
    },
    60 * minutes,
  );
});
