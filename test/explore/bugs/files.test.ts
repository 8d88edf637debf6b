import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Found } from "../../../src/index.ts";
import { runHere } from "../../support/cli.ts";
import { newFolder } from "../../support/data-folder.ts";
import { root } from "../../support/pages.ts";
import { bugs, commandOf, names } from "./bugs.ts";
import { sectionOf } from "./guide.ts";

/** EXPLORE_RUNS=1000 is the whole proof: what is handed over of every client. */
const isWhole = Number(process.env["EXPLORE_RUNS"] ?? 0) >= 1000;

/** One with a state, and one with a step between requests. */
const few = new Set(["job-unread", "same-token"]);

const asked = names.filter((name) => isWhole || few.has(name));
const minutes = 60_000;
const bin = join(root, "bin/service-emulator.js");

/** How a command line ends, as it is handed over. */
const endOf = (line: string): string => {
  const words = line.replaceAll(
    /\bservice-emulator (?=scenario|explore|faults)/g,
    `${process.execPath} ${bin} `,
  );
  const { status, stdout, stderr } = spawnSync("sh", ["-c", words], {
    cwd: root,
    encoding: "utf8",
  });
  return status === 0 ? "passes" : status === 1 ? "fails" : stdout + stderr;
};

/** Workers that get in each other's way do so mostly, and not always. */
const firstFailureOf = (line: string): string => {
  const ends = [endOf(line)];
  while (ends.at(-1) === "passes" && ends.length < 4) ends.push(endOf(line));
  return ends.at(-1) ?? "";
};

it.each(asked)(
  "what is handed over fails with the broken client, and passes with the mended one: %s",
  async (name) => {
    const output = newFolder();
    const words = ["explore", "--quiet", "--confirm", "2", "--output", output];
    const { stderr } = await runHere([
      ...words,
      ...sectionOf(name).words,
      "--",
      ...commandOf(name, "broken"),
    ]);
    const text = readFileSync(join(output, "explore.json"), "utf8");
    const found = (JSON.parse(text) as Found).defects.filter(({ oracle }) =>
      bugs[name]?.includes(oracle),
    );
    expect([found.length > 0, stderr]).toEqual([true, ""]);
    for (const { command, sentence } of found) {
      const line = command ?? "";
      expect([sentence, firstFailureOf(line)]).toEqual([sentence, "fails"]);
      expect([sentence, endOf(line.replaceAll("/broken.", "/mended."))]).toEqual([
        sentence,
        "passes",
      ]);
    }
  },
  5 * minutes,
);
