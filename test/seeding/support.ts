import { planOf } from "../../src/seeding/read-plan.ts";
import { readFixtureText } from "../../src/seeding/fixture/read.ts";
import type { AccountPlan, SeedPlan } from "../../src/seeding/plan.ts";
import { World } from "../../src/world/world.ts";

export const now = Date.UTC(2026, 6, 20);

export const createWorld = (frozenAt = now) =>
  new World({
    seed: 1,
    limits: "real",
    authScheme: "Service-API-Key",
    badKeyStatus: 401,
    frozenAt,
  });

/** The plan of one file after the other, named one.yaml, two.yaml. */
export async function planTexts(texts: readonly string[], seed = 1): Promise<SeedPlan> {
  const names = ["one.yaml", "two.yaml", "three.yaml"];
  const read = texts.map((text, index) => readFixtureText(text, names[index] ?? "more.yaml"));
  return planOf((await Promise.all(read)).flat(), seed);
}

export async function planText(text: string, seed = 1): Promise<AccountPlan> {
  const { accounts } = await planTexts([text], seed);
  return accounts[0] as AccountPlan;
}
