import { wholeApi } from "../areas/index.ts";
import { accounts } from "../domain/resources/account.ts";
import { type Positions, State } from "../world/store/state.ts";
import { atOnce } from "../world/time/slices.ts";
import type { Stored } from "../world/store/record.ts";
import type { AccountPlan, SeedPlan } from "./plan.ts";
import { type Columns, columnsOf, distancesOf, instantsOf, numbersOf } from "./past/columns.ts";
import { recordsOf } from "./past/columns.ts";
import { movedTo, type Offset, offsetsOf, skippedAt } from "./past/wall-time.ts";

/** When a past that is compiled ends: a midnight in UTC, in whose years nothing else of a fixture lies. */
export const compiledEnd = Date.UTC(2001, 0, 1);

/** An account at the end of its past. The columns of its tables follow it, a line each. */
interface CompiledState {
  readonly positions: Positions;
  readonly offsets: readonly Offset[];
  readonly tables: readonly CompiledTable[];
}

interface CompiledTable {
  readonly name: string;
  readonly size: number;
  /** See `listed`; each place as its distance from the one before. */
  readonly orders: readonly (readonly number[])[];
  /** Of a table with orders: the hours since 1970 that may be skipped where they come to, and in which something is. */
  readonly nights: readonly number[];
}

/** A table with more records has its orders written down: no start waits for them (`bench --only startup`). */
const unorderedMax = 300;

const hourMs = 3_600_000;

/** The zones of the next years are as they are known when the package is built. */
const known = [Date.UTC(1995, 0, 1), Date.UTC(2060, 0, 1)] as const;

/** A plan as a start reads it fastest: the plan in one line, and in another for each account what its past has left. */
export function compiledText(plan: SeedPlan, states: readonly (State | undefined)[] = []): string {
  const head = plan.accounts.map((account, index) =>
    states[index] === undefined ? { ...account, events: [...account.events] } : bare(account),
  );
  const lines = plan.accounts.flatMap((account, index) => {
    const state = states[index];
    return state === undefined ? [null] : compiledState(account, state);
  });
  const all = [{ ...plan, accounts: head }, ...lines];
  return all.map((line) => `${inAscii(JSON.stringify(line))}\n`).join("");
}

function bare({ records, ...plan }: AccountPlan): object {
  const nothing = (value: object) =>
    Object.fromEntries(Object.keys(value).map((name) => [name, []]));
  const { settings, about, keys, apps, tokens, faults, history } = plan;
  const own = { settings, about, keys, apps, tokens, faults, history };
  return { ...nothing(plan), records: nothing(records), ...own };
}

function compiledState({ about }: AccountPlan, state: State): [CompiledState, ...Columns[]] {
  const offsets = offsetsOf(about.timezone, ...known);
  const hours = new Set(skippedAt(0, 0, offsets).flatMap((span) => span.map(hourOfDay)));
  const tables = [...state.tables()].flatMap(([name, table]) => {
    const { records: all, orders = [] } = atOnce(table.listed(unorderedMax));
    const records = (orders.length > 0 ? all : [...table.all()]).map((record) =>
      // It was run in UTC.
      name === accounts.name ? { ...record, timezone: about.timezone } : record,
    );
    if (records.length === 0) return [];
    const columns = columnsOf(records, compiledEnd);
    const whole = new Set(Array.from(instantsOf(columns), (ms) => Math.floor(ms / hourMs)));
    const nights = orders.length > 0 ? [...whole].filter((hour) => hours.has(hour % 24)) : [];
    return [
      { table: { name, size: records.length, orders: orders.map(distancesOf), nights }, columns },
    ];
  });
  // What is made from now on has ids of its own time.
  const positions = { ...state.positions(), lastIdMs: 0 };
  return [
    { positions, offsets, tables: tables.map(({ table }) => table) },
    ...tables.map(({ columns }) => columns),
  ];
}

const hourOfDay = (ms: number): number => Math.floor(ms / hourMs) % 24;

/** The plan of such a text. @throws SyntaxError where its end is missing, or it is no JSON */
export function readCompiled(text: string): SeedPlan {
  if (!text.endsWith("\n")) throw new SyntaxError("the end is missing");
  const [head = "", ...lines] = text.split("\n");
  const plan = JSON.parse(head) as SeedPlan;
  const accounts = plan.accounts.map((each): AccountPlan => {
    const compiled = JSON.parse(lines.shift() ?? "null") as CompiledState | null;
    if (compiled === null) return each;
    const columns = lines.splice(0, compiled.tables.length);
    return { ...each, lived: (planted) => stateAt(compiled, columns, planted) };
  });
  return { ...plan, accounts };
}

/** The state of an account whose past has come to an end. @param columns the lines of its tables, read when they are asked for */
function stateAt(
  { positions, offsets, tables }: CompiledState,
  columns: readonly string[],
  planted: number,
): State {
  const state = State.at(positions);
  const { collections } = wholeApi();
  const near = offsets.filter(([from], index) => {
    const next = offsets[index + 1]?.[0] ?? Infinity;
    return next > planted - 2 * 366 * 86_400_000 && from < planted + 366 * 86_400_000;
  });
  const move = movedTo(planted, compiledEnd, near);
  const skipped = skippedAt(planted, compiledEnd, near);
  for (const [index, { name, size, orders, nights }] of tables.entries()) {
    const collection = collections.get(name);
    if (collection === undefined) throw new Error(`there is no collection ${name}`);
    const read = () => JSON.parse(columns[index] as string) as Columns;
    const recordAt = recordsOf(read, move) as (place: number) => Stored;
    const table = state.table(collection);
    const isSkipped = nights.some((hour) =>
      skipped.some(([from, to]) => hour * hourMs < to && (hour + 1) * hourMs > from),
    );
    // Of what comes to one instant, the orders are those of how it was made.
    if (isSkipped) atOnce(table.load(Array.from({ length: size }, (_, place) => recordAt(place))));
    else
      table.take(
        size,
        recordAt,
        orders.map((each) => Uint32Array.from(numbersOf(each))),
      );
  }
  return state;
}

/** JSON or code as Node reads it twice as fast, and keeps it in half the room: each character is one byte. */
export const inAscii = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
