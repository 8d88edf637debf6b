import type { Emulation } from "../emulation/emulation.ts";
import { failed } from "../report/calls/attempt.ts";
import { Observed } from "../report/observed.ts";
import { printedOf } from "../scenarios/printed.ts";
import { type Left, lookAt, type Quiet } from "../scenarios/quiet.ts";
import { rolesOf } from "../scenarios/roles.ts";
import { wholeWalks } from "../scenarios/whole-walks.ts";
import { type Fact, factsOf } from "./facts.ts";
import { missingLines } from "./output.ts";
import { differenceText } from "./printed/words.ts";
import { type Quietly, usualOf } from "./reference.ts";

/**
 * Runs a client twice where nothing goes wrong, each time from the present state, which it puts back: without faults
 * and limits, and without a trace in journal, log or data folder.
 *
 * @returns what the client does then, with which a report card and a scenario compare
 */
export async function quietOf(emulation: Emulation, run: () => unknown): Promise<Quiet> {
  const one = await ranAside(emulation, run);
  const other = await ranAside(emulation, run);
  const { reference, lines, differenceTo } = usualOf(one, other);
  const isSteady = one.attempts.length === other.attempts.length;
  return {
    ...reference,
    roles: rolesOf(one.attempts, emulation.api.targets),
    requests: isSteady ? one.attempts.length : undefined,
    operations: new Set(goodIn(one).filter((each) => goodIn(other).includes(each))),
    walks: wholeWalks(one.attempts.toSorted((a, b) => a.at - b.at)),
    departure: (left) => {
      const difference = differenceTo({ facts: factsOfAll(left) });
      const more = difference.filter(({ expected, found }) => found > expected);
      return { all: differenceText(difference), more: differenceText(more) };
    },
    missing: (output) => missingLines(lines, output),
  };
}

const ranAside = (emulation: Emulation, run: () => unknown): Promise<Quietly> =>
  emulation.aside(async ({ journal }) => {
    const observed = new Observed(journal);
    const left = lookAt(emulation);
    try {
      const output = printedOf(await run());
      const facts = factsOfAll(left());
      return { attempts: observed.attempts(), facts, output };
    } finally {
      observed.stop();
    }
  });

/** The operations that succeeded. */
const goodIn = ({ attempts }: Quietly): string[] => [
  ...new Set(
    attempts.filter((each) => each.hasRow && !failed(each)).map(({ operation }) => operation),
  ),
];

/** What a run did to each account that was there when it began. */
const factsOfAll = ({ before, after, spans }: Left): Fact[] =>
  [...before].flatMap(([account, state]) =>
    factsOf(state.tables(), after.get(account)?.tables() ?? new Map(), { account, spans }),
  );
