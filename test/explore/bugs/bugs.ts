import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/pages.ts";
import type { ExploredClient } from "../../../src/index.ts";

/**
 * Which oracle shows the bug of each client in `examples/bugs`; the guide says what else it takes. Others may show what
 * it leads to.
 */
export const bugs: Readonly<Record<string, readonly string[]>> = {
  "new-key": ["state"],
  "seconds-as-milliseconds": ["waits"],
  "rubbish-as-nan": ["storm"],
  "date-unread": ["waits"],
  "wait-cut-short": ["waits"],
  "fixed-interval": ["waits"],
  "header-alone": ["storm"],
  "conflict-retried": ["storm"],
  "success-sent-again": ["state"],
  "gateway-given-up": ["survival"],
  "no-time-out": ["hang"],
  "empty-page": ["output"],
  "cursor-loop": ["hang"],
  "page-cap": ["output"],
  "cursor-expires": ["output"],
  overtaken: ["honesty", "state"],
  "conflict-id": ["honesty", "state"],
  "same-second": ["honesty", "state"],
  "token-each": ["storm"],
  "time-out-replayed": ["state"],
  gone: ["honesty", "state"],
  "no-effect": ["honesty", "state"],
  "workers-together": ["waits"],
  "half-done": ["recovery"],
  "past-date": ["survival"],
  "timer-overflow": ["waits"],
  "same-token": ["output"],
  "breaker-stuck": ["honesty", "state"],
  "drained-queue": ["honesty", "state"],
  "odd-one-out": ["honesty", "state"],
  "skipped-twice": ["honesty", "state"],
  "job-unread": ["honesty", "state"],
  "marker-first": ["crash"],
  "lock-left": ["crash"],
  "quiet-reader": ["reads-all"],
  "walk-restarted": ["check"],
};

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Those that can run here. */
export const names = Object.keys(bugs).filter(
  (name) => hasPython || commandOf(name, "broken")[0] !== "python3",
);

/** A client of `examples/bugs` as a command, from the root of the repository. */
export function commandOf(name: string, which: "broken" | "mended"): [string, string] {
  const file = (suffix: string) => join("examples/bugs", name, `${which}.${suffix}`);
  return existsSync(join(root, file("py")))
    ? ["python3", file("py")]
    : [process.execPath, file("mjs")];
}

/** A client of `examples/bugs`, as a function; undefined: it is in another language. */
export async function clientOf(
  name: string,
  which: "broken" | "mended",
): Promise<ExploredClient | undefined> {
  if (commandOf(name, which)[0] === "python3") return undefined;
  const { sync } = (await import(`../../../examples/bugs/${name}/${which}.mjs`)) as {
    sync: (service: { url: string; key: string; companyId: string }) => Promise<unknown>;
  };
  return ({ url, keys, companyId }) => sync({ url, key: keys.full, companyId });
}
