import { describe, expect, it } from "vitest";
import type { Found } from "../../../src/index.ts";
import { runHere } from "../../support/cli.ts";
import { bugs, commandOf } from "./bugs.ts";
import { sectionOf } from "./guide.ts";

/** EXPLORE_RUNS=1000 is the whole proof: every client. */
const isWhole = Number(process.env["EXPLORE_RUNS"] ?? 0) >= 1000;

/** One of those that wait most. */
const few = new Set(["wait-cut-short"]);

const names = Object.keys(bugs).filter((name) => isWhole || few.has(name));

const minutes = 60_000;

/** What the guide's command finds, with `--skip-waits`. */
async function explored(name: string, which: "broken" | "mended") {
  const words = ["explore", "--skip-waits", "--json", "--confirm", "2", ...sectionOf(name).words];
  const { stdout, stderr } = await runHere([...words, "--", ...commandOf(name, which)]);
  if (stdout === "") throw new Error(stderr);
  return (JSON.parse(stdout) as Found).defects;
}

describe("a client with a bug, whose waits are skipped", () => {
  it.each(names)(
    "is found by the same: %s",
    async (name) => {
      const defects = await explored(name, "broken");
      expect(defects.filter(({ oracle }) => bugs[name]?.includes(oracle))).not.toEqual([]);
    },
    3 * minutes,
  );

  it.each(names)(
    "has none left once it is mended: %s",
    async (name) => {
      const defects = await explored(name, "mended");
      expect(defects.map(({ sentence }) => sentence)).toEqual([]);
    },
    3 * minutes,
  );
});
