import { afterAll, describe, expect, it, vi } from "vitest";
import { zoo } from "./clients.ts";
import type { Client } from "./clients/client.ts";
import { happened } from "./happened.ts";
import { contradictions, truths } from "./oracle.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { brief } from "./selection.ts";
import { Tally } from "./tally.ts";

const isFull = process.env["PROOF_TABLE"] !== undefined;

/** Milliseconds after which a client is killed that goes on. */
const limitMs = isFull ? 20_000 : 5000;

/** At most so much of what is known may be undecided, or not exercised. */
const undecidedMax = 0.4;

// Nearly all of the time is spent waiting.
vi.setConfig({ maxConcurrency: 16 });

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

const tally = new Tally();

describe("a real client is neither passed nor failed wrongly", () => {
  it.concurrent.for(rows)(
    "$title",
    { timeout: limitMs + 30_000 },
    async ({ title, client, scenario }, { skip }) => {
      skip(client.isThere === false);
      const { card, evidence } = await happened(client, scenario, limitMs);
      expect(contradictions(evidence)).toEqual([]);
      const wrong = card.rules.flatMap((result) => {
        const truth = truths[result.rule]?.(evidence) ?? "not known";
        return tally.add(title, result, truth) ?? [];
      });
      expect(wrong).toEqual([]);
    },
  );
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
