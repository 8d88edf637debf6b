import { expect, it } from "vitest";
import { type RuleId, ruleIds } from "../../../src/report/names.ts";
import { dealt } from "./dealt.ts";
import { type Truth, truths } from "./oracle.ts";
import { type Happened, happened, noteCreated, type Setting } from "./world.ts";

const runs = Number(process.env["PROOF_RUNS"] ?? 40);
const from = Number(process.env["PROOF_FROM"] ?? 1);
const only = process.env["PROOF_SEED"];
const seeds =
  only === undefined ? Array.from({ length: runs }, (_, index) => from + index) : [Number(only)];

/** Of one rule: what it said, against what was so. */
interface Tally {
  pass: number;
  fail: number;
  undecided: number;
  unexercised: number;
  broken: number;
  held: number;
  wrongPasses: string[];
  wrongFails: string[];
}

const tallies = new Map<RuleId, Tally>(
  ruleIds.map((id) => [
    id,
    {
      pass: 0,
      fail: 0,
      undecided: 0,
      unexercised: 0,
      broken: 0,
      held: 0,
      wrongPasses: [],
      wrongFails: [],
    },
  ]),
);

function judge(name: string, { log, card }: Happened): void {
  noteCreated(log);
  const truth = truths(log);
  for (const { rule, verdict, message } of card.rules) {
    const tally = tallies.get(rule) as Tally;
    tally[verdict === "not exercised" ? "unexercised" : verdict] += 1;
    const so: Truth = truth[rule];
    if (so !== "unclear") tally[so] += 1;
    const said = `${name} ${rule}: ${message}`;
    if (verdict === "pass" && so === "broken") tally.wrongPasses.push(said);
    if (verdict === "fail" && so === "held") tally.wrongFails.push(said);
  }
}

const real = (seed: number, change: Partial<Setting>): Setting => {
  const { ends: _, ...setting } = dealt(seed);
  const policy = {
    ...setting.policy,
    attemptsMax: Math.min(4, setting.policy.attemptsMax),
    baseMs: 20,
    capMs: 300,
    timeoutMs: 400,
    spreadMs: 200,
    naming: "unique_id" as const,
  };
  const work = setting.work.map((wishes) => wishes.slice(0, 6));
  return { ...setting, policy, work, rateLimits: "off", isReal: true, ...change };
};

it(
  `never passes a client that broke a rule, in ${seeds.length} runs`,
  { timeout: 900_000 },
  async () => {
    for (const seed of seeds) judge(`seed ${seed}`, await happened(dealt(seed)));
    if (process.env["PROOF_TABLE"] !== undefined) console.log(table());
    const wrong = [...tallies.values()].flatMap(({ wrongPasses }) => wrongPasses);
    expect(wrong).toEqual([]);
    const failures = [...tallies.values()].flatMap(({ wrongFails }) => wrongFails);
    expect(failures.length).toBeLessThanOrEqual(0.02 * 14 * seeds.length);
  },
);

it("never passes one in the machine's own time, without a socket and on one", async () => {
  const ways: Partial<Setting>[] = [{ clock: 10 }, { clock: 50 }, { clock: 1, socket: true }];
  const runs = ways.map((way, index) => happened(real(5000 + index, way)));
  for (const [index, run] of (await Promise.all(runs)).entries()) judge(`real ${index}`, run);
  expect([...tallies.values()].flatMap(({ wrongPasses }) => wrongPasses)).toEqual([]);
});

function table(): string {
  const rows = [...tallies].map(([rule, each]) =>
    [
      rule.padEnd(14),
      ...[
        each.pass,
        each.fail,
        each.unexercised,
        each.broken,
        each.held,
        each.wrongPasses.length,
        each.wrongFails.length,
      ].map((count) => String(count).padStart(7)),
    ].join(""),
  );
  const head = [
    "rule".padEnd(14),
    ..."pass,fail,n/e,broken,held,wrongP,wrongF".split(",").map((word) => word.padStart(7)),
  ].join("");
  const wrongFails = [...tallies.values()].flatMap((each) => each.wrongFails.slice(0, 3));
  return [head, ...rows, ...wrongFails].join("\n");
}
