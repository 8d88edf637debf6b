import { expect, it } from "vitest";
import { sourceRecords } from "../../src/areas/custom-objects/resources.ts";
import { ingest, keepAtMost } from "../../src/areas/custom-objects/ingest.ts";
import { Account } from "../../src/world/account.ts";
import { noRecorder, noRules } from "../../src/world/shadow-account.ts";
import { Clock } from "../../src/world/time/clock.ts";
import { atOnce } from "../../src/world/time/slices.ts";
import { immediate } from "../../src/world/time/lateness.ts";
import { AccountLimits, WorldLimits } from "../../src/world/limits/limiting.ts";

it("of the source records that an account keeps, the oldest go first, whichever source sent them", () => {
  const clock = new Clock({ frozenAt: 0 });
  const processing = { rules: noRules, recorder: noRecorder, lateness: immediate };
  const settings = { companyId: "Tests1", sms: true };
  const account = new Account(
    settings,
    clock,
    1,
    new AccountLimits(new WorldLimits("off", () => []), undefined),
    processing,
  );
  for (let number = 1; number <= 12; number += 1) {
    const source = number % 2 > 0 ? "odd" : "even";
    atOnce(ingest(account, { source, records: [{ number }] }, 0));
  }
  const kept = () => [...account.table(sourceRecords).all()].map(({ record }) => record["number"]);
  keepAtMost(account, 12);
  expect(kept()).toHaveLength(12);
  keepAtMost(account, 3);
  expect(kept()).toEqual([10, 11, 12]);
  const left = [...account.table(sourceRecords).scan(["source"], { prefix: ["odd"] })];
  expect(left.map(({ record }) => record["number"])).toEqual([11]);
});
