import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Emulator } from "../../../src/index.ts";
import { zoo } from "./clients.ts";
import type { Client } from "./clients/client.ts";
import { emulated, type Happened, happened } from "./happened.ts";
import { contradictions, truths } from "./oracle.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { brief } from "./selection.ts";
import { Tally } from "./tally.ts";

const isFull = process.env["PROOF_TABLE"] !== undefined;

/** Milliseconds after which a client is killed that goes on. */
const limitMs = isFull ? 20_000 : 6000;

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

/** Does all of them, on so many emulators at once. @returns what became of each, or why nothing did */
async function done(all: readonly Row[]): Promise<ReadonlyMap<Row, Happened | Error>> {
  const emulators: Emulator[] = [];
  // One after the other, and before all else: it takes the machine's time.
  while (emulators.length < width) emulators.push(await emulated());
  const queue = [...all];
  const became = new Map<Row, Happened | Error>();
  const inTurn = async (emulator: Emulator) => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      const { client, scenario } = row;
      const run = happened(emulator, client, scenario, limitMs);
      became.set(row, await run.catch((error: Error) => error));
    }
    await emulator.close();
  };
  await Promise.all(emulators.map(inTurn));
  return became;
}

describe("a real client is neither passed nor failed wrongly", () => {
  let became: ReadonlyMap<Row, Happened | Error>;
  beforeAll(async () => {
    became = await done(rows.filter(isThere));
  }, 1_200_000);

  it.for(rows)("$title", (row, { skip }) => {
    skip(!isThere(row));
    const run = became.get(row) as Happened | Error;
    if (run instanceof Error) throw run;
    const { card, evidence } = run;
    expect(contradictions(evidence)).toEqual([]);
    const wrong = card.rules.flatMap((result) => {
      const truth = truths[result.rule]?.(evidence) ?? "not known";
      return tally.add(row.title, result, truth, evidence.lateMs) ?? [];
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

it("and most of what is known of it is decided, on a machine that has the time", ({ skip }) => {
  skip(!tally.isCalm());
  expect(tally.undecidedShare()).toBeLessThanOrEqual(undecidedMax);
});

afterAll(() => {
  if (isFull) console.log(tally.table());
});
