import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import type { Examined } from "../../../../src/explore/exam/effort.ts";
import type { Evidence, Truth } from "../oracle.ts";
import { truths } from "../oracle.ts";
import type { Noted } from "../proxy.ts";
import { commandOf, type Examinee } from "./clients.ts";

const bin = join(import.meta.dirname, "../../../../bin/service-emulator.js");

/** Milliseconds between two runs: more than any client waits. */
const betweenMs = 1e7;

/** More than a run has. */
const connectionsMax = 1e6;

/** An exam, and what is known of it from elsewhere. */
export interface Sat {
  readonly examined: Examined;
  /** What is so, by rule. */
  readonly truthOf: (rule: string) => Truth;
  readonly stderr: string;
}

/** The runner and its proxy as Node of any version runs them. */
function builtIn(folder: string): string {
  for (const name of ["proxy", "exam/runner"]) {
    const source = readFileSync(join(import.meta.dirname, "..", `${name}.ts`), "utf8");
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const { outputText } = ts.transpileModule(source, { compilerOptions });
    const file = join(folder, `${name}.mjs`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, outputText.replaceAll(/(from "\..*)\.ts"/g, '$1.mjs"'));
  }
  return join(folder, "exam/runner.mjs");
}

/** Examines a client behind a proxy. @param words more of the command line */
export async function sat(examinee: Examinee, words: readonly string[]): Promise<Sat> {
  const folder = mkdtempSync(join(tmpdir(), "emulator-exam-zoo-"));
  try {
    const records = join(folder, "records");
    mkdirSync(records);
    const command = [process.execPath, builtIn(folder), records, ...commandOf(examinee, folder)];
    const args = ["exam", "--fixtures", "empty", "--json", ...words, "--", ...command];
    const { stdout, stderr } = await ended([bin, ...args]);
    if (!stdout.startsWith("{")) throw new Error(stderr);
    const runs = readdirSync(records).map(
      (name) => JSON.parse(readFileSync(join(records, name), "utf8")) as Recorded,
    );
    return {
      examined: JSON.parse(stdout) as Examined,
      truthOf: truthsOf(runs, examinee),
      stderr,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ended = (args: readonly string[]) =>
  new Promise<{ stdout: string; stderr: string }>((resolve) => {
    const options = { maxBuffer: 2 ** 28, timeout: 900_000 };
    execFile(process.execPath, args, options, (_, stdout, stderr) => resolve({ stdout, stderr }));
  });

/** What the proxy of one run has noted. */
interface Recorded {
  readonly log: readonly Noted[];
  readonly killed: boolean;
}

/** A limit that was passed was passed, also by a run that was stopped. */
const limits: readonly string[] = ["attempts", "total-time"];

/** What all runs show together. A run that was stopped says nothing of what it would have done. */
function truthsOf(runs: readonly Recorded[], { published }: Examinee) {
  const whole = runs.filter(({ killed }) => !killed);
  const quiet = whole.filter(({ log }) => log.every(isGood)).slice(0, 2);
  // Each program gives a response 2 minutes at most.
  const common = {
    published: { waitsMs: 120_000, ...published },
    killed: false,
    lateMs: 0,
    people: 0,
  };
  const quietLog = quiet.flatMap(({ log }) => log);
  const evidenceOf = (log: readonly Noted[]): Evidence => ({
    ...common,
    log,
    quiet: quietLog,
    stored: storedIn(log),
  });
  const evidenceOfAll = (some: readonly Recorded[]) =>
    evidenceOf(some.flatMap(({ log }, run) => log.map((noted) => ofRun(noted, run))));
  const all = evidenceOfAll(whole);
  const waitedFor = evidenceOfAll(whole.filter(({ log }) => !log.some(({ left }) => left)));
  return (rule: string): Truth => {
    const truth = truths[rule];
    if (truth === undefined) return "not known";
    if (limits.includes(rule) && truth(evidenceOfAll(runs)) === "absent") return "absent";
    // The load of each run is held against a run without faults.
    if (rule !== "storm") {
      const found = truth(all);
      // A response that does not come passes two connections: when it was given up the emulator knows another time.
      return found === truth(waitedFor) ? found : "not known";
    }
    const each = whole.map(({ log }) => truth(evidenceOf(log)));
    const order = ["absent", "hidden", "present"] as const;
    return order.find((one) => each.includes(one)) ?? "not known";
  };
}

const isGood = ({ status = 500, died, readable }: Noted): boolean =>
  status < 400 && !died && readable;

function ofRun(noted: Noted, run: number): Noted {
  const { call, at, end } = noted;
  const own = {
    at: at + run * betweenMs,
    connection: noted.connection + run * connectionsMax,
    ...(end !== undefined && { end: end + run * betweenMs }),
  };
  return { ...noted, call: `${run}-${call}`, ...own };
}

/** How many events each call has left: a lost answer is to a write that was done, and one name is one event. */
function storedIn(log: readonly Noted[]): ReadonlyMap<string, number> {
  const names = new Map<string, Set<string>>();
  for (const { call, method, died, status = 0, body } of log) {
    if (method !== "POST" || (!died && status >= 400)) continue;
    const own = names.get(call) ?? new Set();
    names.set(call, own.add(/"unique_id": ?"([^"]*)"/.exec(body)?.[1] ?? `${own.size}`));
  }
  return new Map([...names].map(([call, own]) => [call, own.size]));
}
