import { type LimitMode, parseLimitMode } from "../world/limits/limits.ts";
import { notDuration, parseDuration } from "../world/time/duration.ts";
import { ControlError } from "./problem.ts";

export interface SandboxOptions {
  /** `seed` (default): the account as it was seeded. `current`: as it is now. `empty`: nothing. */
  readonly from?: "seed" | "current" | "empty";
  /** The account that it is like, by company id. Default: the first. */
  readonly account?: string;
  /** Rate limits of its own: `real`, `off`, or a multiple. Default: the emulator's. */
  readonly rateLimits?: string;
  /** How long it lives, in real time. Default: an hour. */
  readonly ttl?: string;
  /** What it is called, such as the file and the title of its test. Default: nothing. */
  readonly name?: string;
}

export function tooMany(max: number): ControlError {
  const kept = max === 1 ? "sandbox is" : "sandboxes are";
  const remedy = `start with --max-sandboxes ${max * 2} (in code: maxSandboxes)`;
  const what = `no more than ${max} ${kept} kept: delete those that are not needed, or ${remedy}`;
  return new ControlError(what, "", { kind: "too many" });
}

/** How long one lives, in milliseconds of real time: a test that was killed cannot delete its own. */
export function lifeOf(text = "1h"): number {
  const ms = parseDuration(text);
  if (ms === undefined || !(ms > 0))
    throw new ControlError(notDuration(text, "expected a duration such as 10m"), "ttl");
  return ms;
}

export function limitsOf(text: string | undefined): LimitMode | undefined {
  if (text === undefined) return undefined;
  const mode = parseLimitMode(text);
  if (mode === undefined) throw new ControlError("expected real, off, or x10", "rateLimits");
  return mode;
}

const namesMax = 10_000;

/** What a sandbox is called, also once it is gone. */
export interface SandboxName {
  readonly id: string;
  readonly name: string | null;
  /** What became of its test, as far as that was said. */
  readonly became: "running" | "passed" | "failed" | "gone";
}

/** The names of sandboxes: requests outlive the sandbox that they were sent to. */
export class SandboxNames {
  readonly #names = new Map<string, SandboxName>();

  call(named: SandboxName): void {
    this.#names.set(named.id, named);
    const [oldest] = this.#names.keys();
    if (this.#names.size > namesMax && oldest !== undefined) this.#names.delete(oldest);
  }

  list(): SandboxName[] {
    return [...this.#names.values()];
  }

  of(id: string): string | undefined {
    return this.#names.get(id)?.name ?? undefined;
  }
}
