import type { Emulation } from "../../emulation/emulation.ts";
import { ControlError } from "../../emulation/problem.ts";
import type { Entry } from "../../world/journal/entry.ts";
import type { Clock } from "../../world/time/clock.ts";
import { notDuration, parseDuration } from "../../world/time/duration.ts";
import { boundsOf } from "../matchers.ts";
import { singleAccount } from "../operation.ts";
import type { Amount } from "../types.ts";

/** What fails one condition and no other, and which: `email was p2@example.com`. */
export type NearMiss<T> = { readonly entry: T; readonly but: string };

/** What came is not what was expected; the message shows what came nearest. */
export class ExpectationError<T = Entry> extends Error {
  static {
    this.prototype.name = "ExpectationError";
  }
  /** Those that are all that was meant. */
  readonly found: readonly T[];
  readonly misses: readonly NearMiss<T>[];

  constructor(message: string, found: readonly T[], misses: readonly NearMiss<T>[]) {
    super(message);
    this.found = found;
    this.misses = misses;
  }
}

/** How many of a kind an error shows, the last ones. */
const shownMax = 10;

/** Lines below their head; nothing where there is none. */
function below<Row>(head: string, rows: readonly Row[], lineOf: (row: Row) => string): string[] {
  const { length } = rows;
  if (length === 0) return [];
  const bound = length > shownMax ? ` (the last ${shownMax} of ${length})` : "";
  return [head + bound, ...rows.slice(-shownMax).map(lineOf)];
}

/** What was looked at: all, what is meant of it, and what fails one condition and no other. */
export interface Seen<Row> {
  readonly all: readonly Row[];
  readonly found: readonly Row[];
  readonly misses: readonly { readonly row: Row; readonly but: string }[];
}

/** What was found, and what came near. @param of what it is, such as `request` */
export function evidence<Row>(
  of: string,
  { all, found, misses }: Seen<Row>,
  lineOf: (row: Row, but?: string) => string,
): string[] {
  const last = found.length + misses.length === 0 ? all : [];
  const plain = (row: Row): string => lineOf(row);
  return [
    ...below("those that are meant:", found, plain),
    ...below("all but one condition:", misses, ({ row, but }) => lineOf(row, but)),
    ...below(`nothing came near; the last ${of}s:`, last, plain),
    ...(all.length + found.length === 0 ? [`there was no ${of}`] : []),
  ];
}

/** One request, what became of it, and what would have worked: as tests show it. */
export function entryLine(entry: Entry, but = ""): string {
  const { method, status, target, operation, injected, faults, hint } = entry;
  const row = operation === null ? "" : `  ${operation}`;
  const fault = faults.length === 0 ? "" : `  ${faults.join(", ")}: ${injected.join(", ")}`;
  const why = but === "" ? "" : `  but ${but}`;
  const advice = hint === null ? "" : `\n         ${hint}`;
  return `  ${method.padEnd(6)} ${status ?? "---"} ${target}${row}${fault}${why}${advice}`;
}

/** How many are waited for, and how long. */
export interface Within {
  /** Exactly so many: one more fails. */
  readonly count?: number;
  readonly min?: number;
  /** On the emulator's clock, such as `2s`: a frozen one ends nothing until it is moved. Default: 2s. */
  readonly within?: string;
}

type Scope = { readonly emulation: Emulation; readonly account: string | undefined };

/** Begins to tell of each that comes. @returns stops that */
export type Listen = (heard: () => void) => () => void;

/** Waits until there are so many; nothing is polled. @param told says what there is, or throws what is wrong */
export async function eventually<T>(
  scope: Scope,
  listen: Listen,
  told: (amount: Amount, late?: string) => T[],
  { within = "2s", ...amount }: Within = {},
): Promise<T[]> {
  const limitMs = parseDuration(within);
  if (limitMs === undefined || limitMs < 0)
    throw new ControlError(notDuration(within, "expected a duration such as 2s"), "within");
  requireAmount(amount);
  const { least } = boundsOf(amount);
  let count = told({ min: 0 }).length;
  if (count >= least) return told(amount);
  return new Promise((resolve, reject) => {
    const settle = (late: string) => {
      stopListening();
      stopWaiting();
      try {
        resolve(told(amount, late));
      } catch (error) {
        reject(error as Error);
      }
    };
    const stopListening = listen(() => {
      count += 1;
      if (count < least) return;
      // They may be fewer again: a reset takes them away.
      count = told({ min: 0 }).length;
      if (count >= least) settle("");
    });
    const stopWaiting = afterOwnTime(scope, limitMs, (isOver) =>
      settle(isOver ? ` within ${within}` : " when the emulator was closed"),
    );
  });
}

/** Who waits for nothing, or for a bound that is none, has made a mistake. */
function requireAmount({ count, min, ...others }: Amount): void {
  const [odd] = Object.keys(others);
  if (odd !== undefined) throw new ControlError("expected count, min or within", odd);
  if (count !== undefined && min !== undefined)
    throw new ControlError("goes not with count", "min");
  const least = count ?? min ?? 1;
  if (Number.isSafeInteger(least) && least > 0) return;
  const path = count === undefined ? "min" : "count";
  throw new ControlError("expected a whole number above 0: of none is said never()", path);
}

/** Runs something once after so much time of a scope's own clock, also if it gets another meanwhile. @returns cancels it */
function afterOwnTime({ emulation, account }: Scope, ms: number, run: (isOver: boolean) => void) {
  const subject = account === undefined ? undefined : singleAccount(emulation.world, account);
  const present = (): Clock => subject?.clock ?? emulation.world.clock;
  let [clock, due, cancel] = [present(), 0, () => {}];
  const arm = (leftMs: number) => {
    clock = present();
    due = clock.now() + leftMs;
    const armed = clock;
    cancel = clock.after(leftMs, () => {
      const left = due - armed.now();
      if (left <= 0) run(true);
      // Ended before its time: by a reset, or at the end.
      else if (present() === armed) run(false);
      else arm(left);
    });
  };
  const forget = subject?.clocks.listen(() => {
    if (clock === present()) return;
    cancel();
    arm(Math.max(0, due - clock.now()));
  });
  arm(ms);
  return () => {
    cancel();
    forget?.();
  };
}
