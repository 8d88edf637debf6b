import type { Entry } from "../../world/journal/entry.ts";
import type { Shape } from "../../contract/shape.ts";
import { Received } from "../../world/journal/received.ts";
import { matcherOf, nearMissesOf, whichShape } from "../../world/faults/request-matcher.ts";
import type { Which } from "../../world/faults/types.ts";
import { amountFinding, wholeCount, accountProblem, matcherProblem, wordsOf } from "../matchers.ts";
import type { Amount } from "../types.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { evidence, ExpectationError, entryLine, eventually, type Listen } from "./expectation.ts";
import type { Within } from "./expectation.ts";
import { ControlError } from "../../emulation/problem.ts";
import { readAs } from "../read.ts";

/** What is expected of such requests. Each act throws an ExpectationError if it is not so. */
export interface RequestsExpectation {
  /** There were exactly so many. @returns them */
  times(count: number): Entry[];
  /** There was none. */
  never(): void;
  atLeast(count: number): Entry[];
  atMost(count: number): Entry[];
  /** Waits until there are so many (default: at least one), for so long on the emulator's clock. */
  eventually(amount?: Within): Promise<Entry[]>;
}

export interface ExpectFace {
  /** Which requests are meant; say then how many: `.times(2)`, `.never()`, `.atLeast(1)`, … */
  expect(which: Which): RequestsExpectation;
  /** Such requests came one after the other, whatever came between. @returns them */
  expectOrder(order: readonly Which[]): Entry[];
}

export function expectFace(emulation: Emulation, account?: string): ExpectFace {
  const all = () => {
    const received = emulation.world.journal.received();
    return account === undefined ? received : received.filter((each) => each.account === account);
  };
  const expectation = (input: Which): RequestsExpectation => {
    const which = readWhich(emulation, input, []);
    const told = (amount: Amount, late = "") => {
      const received = all();
      const found = received.filter(matcherOf(which));
      const { passed, message } = amountFinding(wordsOf(which), found.length, amount);
      if (!passed) throw failed(`${message}${late}`, received, found, which);
      return found.map((each) => each.shown());
    };
    return {
      times: (count) => told({ count: wholeCount(count) }),
      never: () => void told({ count: 0 }),
      atLeast: (min) => told({ min: wholeCount(min) }),
      atMost: (max) => told({ max: wholeCount(max) }),
      eventually: (amount) =>
        eventually({ emulation, account }, heardOf(emulation, account, which), told, amount),
    };
  };
  return {
    expect: expectation,
    expectOrder(input) {
      if (!Array.isArray(input) || input.length === 0)
        throw new ControlError("expected a list of at least one", "order");
      const order = input.map((which, index) => readWhich(emulation, which, [index]));
      return requireOrder(all(), order);
    },
  };
}

/** Those that came one after the other, as far as they are those that are meant. */
export function inOrder(received: readonly Received[], order: readonly Which[]): Received[] {
  const tests = order.map(matcherOf);
  const found: Received[] = [];
  for (const each of received) if (tests[found.length]?.(each)) found.push(each);
  return found;
}

function requireOrder(received: readonly Received[], order: readonly Which[]): Entry[] {
  const found = inOrder(received, order);
  const missing = order[found.length];
  if (missing === undefined) return found.map((each) => each.shown());
  const last = found.at(-1);
  const rest = last === undefined ? received : received.slice(received.indexOf(last) + 1);
  const after = found.length === 0 ? "" : `, after the ${found.length} before it`;
  throw failed(`${wordsOf(missing)}: none came${after}`, rest, found, missing);
}

/** A copy, if it names what there is. @throws ControlError */
const readWhich = ({ api, world }: Emulation, input: unknown, at: readonly number[]): Which =>
  readAs(
    whichShape as Shape<Which>,
    input,
    (which) =>
      matcherProblem(which, at, api) ?? accountProblem(which.account, [...at, "account"], world),
  );

const heardOf =
  ({ world }: Emulation, account: string | undefined, which: Which): Listen =>
  (heard) => {
    const isMeant = matcherOf(which);
    return world.journal.written.listen((entry, raw) => {
      if (account !== undefined && entry.account !== account) return;
      if (isMeant(new Received(entry, raw))) heard();
    });
  };

function failed(what: string, all: readonly Received[], found: readonly Received[], which: Which) {
  const misses = nearMissesOf(all, which).map(({ received: row, but }) => ({ row, but }));
  const seen = { all, found, misses };
  const lines = evidence("request", seen, (each, but) => entryLine(each.shown(), but));
  return new ExpectationError(
    [what, ...lines].join("\n"),
    found.map((each) => each.shown()),
    misses.map(({ row, but }) => ({ entry: row.shown(), but })),
  );
}
