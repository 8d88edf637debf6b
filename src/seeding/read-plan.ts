import { Registered } from "./apps.ts";
import { draftsOf } from "./drafts.ts";
import type { Secrets } from "./keys.ts";
import type { AccountPlan, SeedPlan } from "./plan.ts";
import { planAccount } from "./plan-account.ts";
import { readFixture, type WrittenAccount } from "./read-fixture.ts";

/** A fixture file, and how errors name it. */
export interface FixtureFile {
  readonly file: string;
  readonly shown: string;
}

/**
 * Reads fixture files and decides what to plant. All are read before anything is decided.
 *
 * @throws FixtureError for the first thing wrong
 */
export async function readPlan(files: readonly FixtureFile[], seed: number): Promise<SeedPlan> {
  const written: WrittenAccount[] = [];
  for (const { file, shown } of files) written.push(...(await readFixture(file, shown)));
  return planOf(written, seed);
}

/** The plan of accounts that were read. */
export async function planOf(written: readonly WrittenAccount[], seed: number): Promise<SeedPlan> {
  const secrets: Secrets = new Map();
  const accounts: AccountPlan[] = [];
  const drafts = draftsOf(written, seed);
  const registered = new Registered(drafts, seed);
  for (const draft of drafts) {
    accounts.push(await planAccount(draft, seed, secrets, registered));
  }
  return { accounts };
}
