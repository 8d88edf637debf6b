import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { explore, type ExploreOptions, type Found } from "../../../src/index.ts";
import { listening, runHere } from "../../support/cli.ts";
import { root } from "../../support/pages.ts";
import { bugs, clientOf, commandOf, names } from "./bugs.ts";
import { linesOf, sectionOf } from "./guide.ts";

/** EXPLORE_RUNS=1000 is the whole proof: every client, under every kind of fault. */
const isWhole = Number(process.env["EXPLORE_RUNS"] ?? 0) >= 1000;

/** Those that are found without waiting. */
const quick = new Set([
  ..."empty-page page-cap conflict-id token-each gone half-done same-token".split(" "),
  ..."job-unread marker-first".split(" "),
]);

const minutes = 60_000;
const asked = names.filter((name) => isWhole || quick.has(name));

async function explored(name: string, which: "broken" | "mended", options: ExploreOptions) {
  const client = await clientOf(name, which);
  if (client === undefined) return exploredCommand(name, which);
  const { emulator } = await listening({ fixtures: ["small"], rateLimits: "off" });
  return explore(emulator, client, { jobs: 8, confirm: 2, ...options });
}

/** What the guide's command finds. */
async function exploredCommand(name: string, which: "broken" | "mended"): Promise<Found> {
  const words = ["explore", "--json", "--confirm", "2", ...sectionOf(name).words];
  const { stdout, stderr } = await runHere([...words, "--", ...commandOf(name, which)]);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Found;
}

/** Figures differ from run to run, and so does by how much a fault could be made smaller. */
const steady = (text: string): string =>
  text
    .replaceAll(/\d+(?:\.\d+)?(?: ?m?s\b|(?= ?req))/g, "#")
    .replaceAll(/Retry-After \d+/g, "Retry-After #")
    .replaceAll(/\d+ of \d+ retries/g, "# of # retries")
    .replace(/every |each of the first \d+ /, "");

describe("a client with a bug", () => {
  it.each(asked)(
    "is found as the guide says: %s",
    async (name) => {
      const { options, sentence } = sectionOf(name);
      const { defects } = await explored(name, "broken", options);
      const found = defects.filter(({ oracle }) => bugs[name]?.includes(oracle));
      const shown = steady(sentence);
      expect(found.map((each) => steady(each.sentence).slice(0, shown.length))).toContain(shown);
    },
    3 * minutes,
  );

  it.each(asked)(
    "has none left once it is mended: %s",
    async (name) => {
      const { defects } = await explored(name, "mended", sectionOf(name).options);
      expect(defects.map(({ sentence }) => sentence)).toEqual([]);
    },
    3 * minutes,
  );
});

it("every client of the examples takes part", () => {
  const folders = readdirSync(join(root, "examples/bugs"), { withFileTypes: true });
  const found = folders.filter((each) => each.isDirectory()).map(({ name }) => name);
  expect(Object.keys(bugs).toSorted()).toEqual(found.toSorted());
  expect(found.length).toBeGreaterThanOrEqual(36);
});

it.each(names)("the guide shows the change that mends it: %s", (name) => {
  const { removed, added } = sectionOf(name);
  const lines = linesOf(name, "broken");
  for (const line of removed) {
    expect(lines).toContain(line);
    lines.splice(lines.indexOf(line), 1);
  }
  expect([...lines, ...added].toSorted()).toEqual(linesOf(name, "mended").toSorted());
});
