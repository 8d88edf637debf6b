import type { Amounts } from "./generate/amounts.ts";
import { appsOf, type Secrets } from "./credentials.ts";
import { draftsOf } from "./drafts.ts";
import type { AccountPlan, SeedPlan } from "./plan.ts";
import { planAccount, type Through } from "./plan-account.ts";
import { atOnce } from "../world/time/slices.ts";
import type { OnProgress } from "./progress.ts";
import { readFixture, type WrittenAccount } from "./fixture/read.ts";

export interface FixtureFile {
  readonly file: string;
  readonly shown: string;
}

export interface PlanOptions {
  readonly amounts?: Amounts | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** From which the secrets are drawn that no file names. Default: from the seed. */
  readonly secretKey?: Uint8Array | undefined;
  readonly through?: Through | undefined;
}

/** All are read before anything is decided. @throws FixtureError for the first thing wrong, AmountError for more than can be generated */
export async function readPlan(
  files: readonly FixtureFile[],
  seed: number | string,
  options: PlanOptions = {},
): Promise<SeedPlan> {
  const written: WrittenAccount[] = [];
  for (const { file, shown } of files) written.push(...(await readFixture(file, shown)));
  return planOf(written, seed, options);
}

export async function planOf(
  written: readonly WrittenAccount[],
  seed: number | string,
  { amounts, onProgress, secretKey, through = atOnce }: PlanOptions = {},
): Promise<SeedPlan> {
  const secrets: Secrets = new Map();
  const accounts: AccountPlan[] = [];
  const drafts = draftsOf(written, seed, amounts);
  const apps = appsOf(drafts, seed, secretKey);
  for (const [index, draft] of drafts.entries()) {
    const told: OnProgress = ({ done, records }) =>
      onProgress?.({ done: (index + done) / drafts.length, records });
    const planning = { secrets, apps, secretKey, onProgress: told, through };
    accounts.push(await planAccount(draft, seed, planning));
  }
  const sizes = accounts.map(({ profiles, events }) => profiles.length + events.length);
  onProgress?.({ done: 1, records: sizes.reduce((sum, size) => sum + size, 0) });
  return { accounts };
}
