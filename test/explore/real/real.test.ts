import { execFile, execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { Found } from "../../../src/index.ts";
import { root } from "../../support/pages.ts";

/**
 * Syncs as many write them, with libraries of registries, under every kind of fault for a minute. EXPLORE_RUNS=1000 runs
 * them, and EXPLORE_TABLE names a file to which each adds its row.
 */
const isWhole = Number(process.env["EXPLORE_RUNS"] ?? 0) >= 1000;
const table = process.env["EXPLORE_TABLE"];

const minutes = 60_000;
const executed = promisify(execFile);

/** A program, whether this machine has what it needs, and what is truly wrong with it: by what goes wrong. */
interface Real {
  readonly command: readonly [string, string];
  readonly needs: readonly string[];
  readonly known: readonly string[];
}

/** A list is written again whose response is lost; records that come twice are counted twice. */
const usual = ["state +list", "output lines", "recovery", "crash"];

const programs: Readonly<Record<string, Real>> = {
  "requests, urllib3 Retry": {
    command: ["python3", "sync_requests.py"],
    needs: ["-c", "import requests"],
    // Its retries end before the body is read.
    known: [...usual, "survival fails"],
  },
  got: { command: ["node", "got.mjs"], needs: ["-v"], known: usual },
  "axios, axios-retry": {
    command: ["node", "axios.mjs"],
    needs: ["-v"],
    // It gives up where a body is cut, and knows no errors of a proxy.
    known: [...usual, "survival fails"],
  },
  "faraday, faraday_middleware": {
    command: ["ruby", "faraday.rb"],
    needs: ["-e", 'require "faraday"; require "faraday_middleware"'],
    // What is parsed outside of the retries ends it. Debian's Faraday 1.1 names DateTime for each refusal, and loads it
    // nowhere: no refusal is tried again (NameError), unless the program itself requires "date".
    known: [...usual, "survival fails", "waits retry-after", "waits growing"],
  },
};

function isHere({ command: [program], needs }: Real): boolean {
  try {
    execFileSync(program, needs, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe.runIf(isWhole)("a sync with a library of a registry", () => {
  it.each(Object.entries(programs).filter(([, real]) => isHere(real)))(
    "has no defect that is none, and each once: %s",
    async (name, { command: [program, file], known }) => {
      const words = "explore --fixtures small --budget 60s --jobs 2 --quiet --json --".split(" ");
      const client = [program, join("test/explore/real/programs", file)];
      const bin = join(root, "bin/service-emulator.js");
      const { stdout } = await executed(process.execPath, [bin, ...words, ...client], {
        cwd: root,
        maxBuffer: 1e9,
      }).catch((error: { stdout: string }) => error);
      const { defects, schedules, seconds } = JSON.parse(stdout) as Found;
      const effects = defects.map(({ causes: [effect = ""] }) => effect);
      const said = defects.map(({ sentence }) => sentence).join("; ");
      if (table !== undefined) {
        const row = [name, `${schedules.tried} schedules, ${seconds} s`, effects.join("; "), said];
        appendFileSync(table, `| ${row.join(" | ")} |\n`);
      }
      const isKnown = (effect: string) => known.some((each) => effect.startsWith(each));
      expect(defects.filter((_, index) => !isKnown(effects[index] ?? ""))).toEqual([]);
      expect(effects).toEqual([...new Set(effects)]);
      expect(seconds).toBeLessThan(75);
    },
    3 * minutes,
  );
});
