import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { zoo } from "./clients.ts";
import type { Client } from "./clients/client.ts";
import { type Happened, happened } from "./happened.ts";
import { contradictions, truths } from "./oracle.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { brief } from "./selection.ts";
import { Tally } from "./tally.ts";

const isFull = process.env["PROOF_TABLE"] !== undefined;

/** Milliseconds after which a client is killed that goes on. */
const limitMs = isFull ? 20_000 : 5000;

/** At most so much of what is known may be undecided, or not exercised. */
const undecidedMax = 0.4;

/** So many run at once: nearly all of the time is spent waiting. */
const width = 24;

interface Row {
  readonly title: string;
  readonly client: Client;
  readonly scenario: Scenario;
}

const titleOf = ({ name, isThere = true }: Client, scenario: Scenario): string =>
  `${name} under ${scenario.name}${isThere ? "" : ", which is not installed here"}`;

const rows: readonly Row[] = zoo
  .flatMap((client) =>
    scenarios.map((scenario) => ({
      title: titleOf(client, scenario),
      client,
      scenario,
    })),
  )
  .filter(({ client, scenario }) => isFull || brief[client.name]?.includes(scenario.name));

const isThere = ({ client }: Row): boolean => client.isThere !== false;

const tally = new Tally();

/** Begins with all of them, so many at once, and gives what becomes of each. */
function begun(all: readonly Row[]): ReadonlyMap<Row, Promise<Happened>> {
  const waiting: (() => void)[] = [];
  const runs = all.map(async ({ client, scenario }, index) => {
    if (index >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await happened(client, scenario, limitMs);
    } finally {
      waiting.shift()?.();
    }
  });
  // Each is waited for by a test of its own.
  for (const run of runs) run.catch(() => undefined);
  return new Map(all.map((row, index) => [row, runs[index] as Promise<Happened>]));
}

describe("a real client is neither passed nor failed wrongly", () => {
  let runs: ReadonlyMap<Row, Promise<Happened>>;
  beforeAll(() => {
    runs = begun(rows.filter(isThere));
  });

  it.for(rows)("$title", { timeout: 10 * limitMs }, async (row, { skip }) => {
    skip(!isThere(row));
    const { card, evidence } = (await runs.get(row)) as Happened;
    expect(contradictions(evidence)).toEqual([]);
    const wrong = card.rules.flatMap((result) => {
      const truth = truths[result.rule]?.(evidence) ?? "not known";
      return tally.add(row.title, result, truth) ?? [];
    });
    expect(wrong).toEqual([]);
  });
});

it("the short form has every scenario, and knows its clients", () => {
  const told = new Set(Object.values(brief).flat());
  expect([...told].toSorted()).toEqual(scenarios.map(({ name }) => name).toSorted());
  const names = zoo.map(({ name }) => name);
  expect(Object.keys(brief).filter((name) => !names.includes(name))).toEqual([]);
});

it("and most of what is known of it is decided", () => {
  expect(tally.undecidedShare()).toBeLessThanOrEqual(undecidedMax);
});

afterAll(() => {
  if (isFull) console.log(tally.table());
});
