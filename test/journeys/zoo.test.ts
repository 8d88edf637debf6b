import { readFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { ReportCard } from "../../src/report/card-shape.ts";

/**
 * What each client's published behaviour earns it, in the order of `ruleIds`: retries, stops,
 * retry-after, growing, jitter; attempts, total-time, doubled-write, slows, stampede; budget, gives-up,
 * revision, token. P: pass. F: fail. -: not exercised. ?: it hangs on less than what a busy machine adds.
 * A run that tells too little may leave any of them undecided; the opposite is never said.
 */
const table: Readonly<Record<string, { burst: string; exam: string }>> = {
  // Nothing is tried again, so nothing is waited for; the one write whose answer is lost is written once.
  "no-retry": { burst: "FP--- ----- ---P", exam: "FP--- --P-- F-PP" },
  // Dozens of attempts in one second; their waits are what the machine takes.
  "at-once": { burst: "PPF-- F---- ---P", exam: "PPFF? FPPF? FFPP" },
  "fixed-delay": { burst: "PPF-- ----- ---P", exam: "PPFFF PPPPF FPPP" },
  exponential: { burst: "PPF-- ----- ---P", exam: "PPFPF PPPPF FPPP" },
  "full-jitter": { burst: "PPP-- ----- ---P", exam: "PPPPP PPPPP PPPP" },
  "seconds-as-milliseconds": { burst: "PPF-- ----- ---P", exam: "PPFPP PPPP? FPPP" },
  // Six attempts with what is refused, and a seventh with what is not: one more than the cap.
  "retries-everything": { burst: "PFP-- ----- ---F", exam: "PFPPP FPPPP FPFF" },
  "doubles-writes": { burst: "PPP-- ----- ---P", exam: "PPPPP PPFPP FPPP" },
  stampede: { burst: "PPP-- ----- ---P", exam: "PPPPF PPPPF FPPP" },
  "loops-on-401": { burst: "PPP-- ----- ---F", exam: "PPPPP PPPPP FPPF" },
  // None of the three tries a POST again, nor an answer that it cannot read. All honour Retry-After, which reads get.
  // 300 and 600 ms, without jitter.
  ky: { burst: "PPP-- ----- ---P", exam: "FPPP? PPPPF FPPP" },
  // 1 and 2 s, and up to 100 ms of noise.
  got: { burst: "PPP-- ----- ---P", exam: "FPPPF PPPPF FPPP" },
  // 0.5, 1, 2, 4 and 8 s, without jitter.
  undici: { burst: "PPP-- ----- ---P", exam: "FPPPF PPPPF FPPP" },
};

const folder = mkdtempSync(join(tmpdir(), "emulator-zoo-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Nearly all of the time is spent waiting.
vi.setConfig({ maxConcurrency: 10 });

/** Runs the command to its end, well or not. */
const ended = (args: readonly string[]) =>
  new Promise((resolve) => {
    const env = { ...process.env, TMPDIR: folder };
    const bin = join(import.meta.dirname, "../../bin/service-emulator.js");
    execFile(process.execPath, [bin, ...args], { env, timeout: 60_000 }, resolve);
  });

const examFile = join(import.meta.dirname, "exam.yaml");

/** The same, and world time runs faster than the client's. */
function accelerated(name: string, from: string, to: string): string {
  const text = readFileSync(examFile, "utf8");
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
  const path = join(folder, `${name}.yaml`);
  writeFileSync(path, text.replace(from, to));
  return path;
}

const scenarios = [
  ["burst-throttle", "burst", "real", "burst-throttle"],
  ["exam", "exam", "real", examFile],
  [
    "exam",
    "exam",
    "accelerated",
    accelerated(
      "exam",
      "{ mode: offset, at: 2026-08-01T13:00:53Z }",
      "{ mode: accelerated, factor: 2, at: 2026-08-01T13:00:46Z }",
    ),
  ],
] as const;

const opposites: Readonly<Record<string, string>> = { P: "fail", F: "pass" };

/** In the exam's own time some are judged, and elsewhere two stand for them, unless the whole proof is asked for. */
const isWhole = Number(process.env["EXPLORE_RUNS"] ?? 0) >= 1000;
const stand = ["full-jitter", "seconds-as-milliseconds"];
const judged = isWhole
  ? Object.keys(table)
  : [...stand, "at-once", "retries-everything", "doubles-writes", "got"];

const inTime = scenarios.flatMap(([name, column, time, scenario]) =>
  Object.entries(table)
    .filter(([client]) => judged.includes(client))
    .filter(([client]) => isWhole || name + time === "examreal" || stand.includes(client))
    .map(([client, row]) => ({
      title: `${client} under ${name} and ${time} time`,
      client,
      isExam: name + time === "examreal",
      scenario,
      expected: row[column].replaceAll(" ", ""),
      more: [] as readonly string[],
    })),
);

const runs = [
  ...inTime,
  ...inTime
    .filter(({ client, isExam }) => isWhole || (isExam && stand.includes(client)))
    .map((each) => ({ ...each, title: `skipping ${each.title}`, more: ["--skip-waits"] })),
];

it("those that are judged break every rule that a client of the table breaks", () => {
  const brokenBy = (clients: readonly string[]): ReadonlySet<number> =>
    new Set(
      clients.flatMap((client) =>
        [...(table[client]?.exam.replaceAll(" ", "") ?? "")].flatMap((verdict, rule) =>
          verdict === "F" ? [rule] : [],
        ),
      ),
    );
  expect(brokenBy(judged)).toEqual(brokenBy(Object.keys(table)));
});

describe("every client of the zoo gets the verdicts that it deserves", () => {
  it.concurrent.for(runs)(
    "$title",
    // In real time on a machine that does other things: a crowd may come apart, a wait may be late.
    { timeout: 60_000, retry: 2 },
    async ({ title, client, scenario, expected, more }) => {
      const path = join(folder, `${title.replaceAll(" ", "-")}.json`);
      const file = join(import.meta.dirname, `clients/${client}.js`);
      const judging = [
        "--compare",
        "--scenario",
        scenario,
        `--report=${path}`,
        "--preset",
        "strict",
        "--quiet",
      ];
      await ended(["exec", ...judging, ...more, "--", process.execPath, file]);
      const { rules } = JSON.parse(readFileSync(path, "utf8")) as ReportCard;
      const wrong = rules.flatMap(({ rule, verdict, message }, index) => {
        const opposite = opposites[expected[index] ?? ""];
        return verdict === opposite ? [`${rule}: ${verdict}: ${message}`] : [];
      });
      expect(wrong).toEqual([]);
      const known = rules.filter((_, index) => opposites[expected[index] ?? ""] !== undefined);
      const open = known.filter(({ verdict }) => verdict === "undecided");
      expect(open.length).toBeLessThanOrEqual(known.length / 2);
    },
  );
});
