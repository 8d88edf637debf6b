import { expect, it, type TestContext } from "vitest";
import { explore, type ExploreOptions } from "../../../src/index.ts";
import { newList, newProfile } from "../../support/explored.ts";
import { emulate } from "../../support/emulate.ts";
import { correct, planted } from "./clients.ts";

/** How many schedules each correct client meets. EXPLORE_RUNS=1000 is the whole proof. */
const runs = Number(process.env["EXPLORE_RUNS"] ?? 20);
const isWhole = runs >= 1000;

const minutes = 60_000;

/** An account with more people than fit on a page. */
async function world({ onTestFinished: finished }: TestContext) {
  const { emulator, post } = await emulate({ frozenAt: undefined as never }, finished);
  await post("/api/lists", newList("Old"));
  for (const name of ["a", "b", "c", "d", "e"]) {
    await post("/api/profiles", newProfile(`${name}@example.com`));
  }
  return emulator;
}

const clients = Object.entries(correct).slice(0, isWhole ? undefined : 1);

it.concurrent.for(clients)(
  "a client that %s has no defect, whatever goes wrong",
  { timeout: 30 * minutes },
  async ([, client], context) => {
    const found = await explore(await world(context), client, { budget: runs, seed: 531, jobs: 8 });
    expect(found.defects.map(({ sentence }) => sentence)).toEqual([]);
    expect(found.unsteady.map(({ sentence }) => sentence)).toEqual([]);
    expect(found.runs).toBe(runs);
    expect(found.schedules.unmet).toBeLessThan(runs / 20);
    expect(found.schedules.survived).toBeGreaterThan(runs / 4);
  },
);

const zoo = Object.entries(planted).filter(([, { isSlow = false }]) => isWhole || !isSlow);

it.concurrent.for(zoo)(
  "what is wrong with a client that %s is found, and nothing else",
  { timeout: 3 * minutes },
  async ([, { client, found: oracles }], context) => {
    const short: ExploreOptions = { budget: 45, depth: 1, confirm: 2 };
    const options: ExploreOptions = isWhole ? { budget: "60s", timeout: "15s" } : short;
    const found = await explore(await world(context), client, { seed: 531, jobs: 8, ...options });
    const [first = ""] = oracles;
    expect(found.defects.map(({ oracle }) => oracle)).toContain(first);
    expect(found.defects.filter(({ oracle }) => !oracles.includes(oracle))).toEqual([]);
    for (const { steps } of found.defects) expect(steps).toHaveLength(1);
  },
);
