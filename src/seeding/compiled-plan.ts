import { wholeApi } from "../areas/index.ts";
import { accounts } from "../domain/resources/account.ts";
import { type Positions, State } from "../world/store/state.ts";
import { atOnce } from "../world/time/slices.ts";
import type { Stored } from "../world/store/record.ts";
import type { AccountPlan, SeedPlan } from "./plan.ts";
import { type Columns, columnsOf, recordsOf } from "./past/columns.ts";
import { movedTo, type Offset, offsetsOf } from "./past/wall-time.ts";

/** When a past that is compiled ends: a midnight in UTC, in whose years nothing else of a fixture lies. */
export const compiledEnd = Date.UTC(2001, 0, 1);

/** An account at the end of its past. */
interface CompiledState {
  readonly positions: Positions;
  readonly offsets: readonly Offset[];
  readonly tables: readonly (readonly [name: string, columns: Columns])[];
}

/** The zones of the next years are as they are known when the package is built. */
const known = [Date.UTC(1995, 0, 1), Date.UTC(2060, 0, 1)] as const;

/** A plan as a start reads it fastest: the plan in one line, and in another for each account what its past has left. */
export function compiledText(plan: SeedPlan, states: readonly (State | undefined)[] = []): string {
  const lines = plan.accounts.map((account, index) => {
    const state = states[index];
    return state === undefined ? null : compiledState(account, state);
  });
  const head = plan.accounts.map((account, index) =>
    lines[index] === null ? { ...account, events: [...account.events] } : bare(account),
  );
  const all = [{ ...plan, accounts: head }, ...lines];
  return all.map((line) => `${inAscii(JSON.stringify(line))}\n`).join("");
}

/** Of an account whose state is known, only who it is, and who may ask it. */
function bare({ records, ...plan }: AccountPlan): object {
  const nothing = (value: object) =>
    Object.fromEntries(Object.keys(value).map((name) => [name, []]));
  const { settings, about, keys, apps, tokens, faults, history } = plan;
  const own = { settings, about, keys, apps, tokens, faults, history };
  return { ...nothing(plan), records: nothing(records), ...own };
}

function compiledState({ about }: AccountPlan, state: State): CompiledState {
  const tables = [...state.tables()].map(([name, table]) => {
    const records = [...table.all()].map((record) =>
      // It was run in UTC.
      name === accounts.name ? { ...record, timezone: about.timezone } : record,
    );
    return [name, columnsOf(records, compiledEnd)] as const;
  });
  return {
    // What is made from now on has ids of its own time.
    positions: { ...state.positions(), lastIdMs: 0 },
    offsets: offsetsOf(about.timezone, ...known),
    tables: tables.filter(([, columns]) => columns.length > 0),
  };
}

/** The plan of such a text. @throws SyntaxError where its end is missing, or it is no JSON */
export function readCompiled(text: string): SeedPlan {
  if (!text.endsWith("\n")) throw new SyntaxError("the end is missing");
  const [head = "", ...lines] = text.split("\n");
  const plan = JSON.parse(head) as SeedPlan;
  const accounts = plan.accounts.map((each, index): AccountPlan => {
    const line = lines[index] ?? "null";
    let read = JSON.parse(line) as CompiledState | null;
    if (read === null) return each;
    return {
      ...each,
      lived(planted) {
        // It is moved where it stands: for a second time it is read anew.
        const compiled = read ?? (JSON.parse(line) as CompiledState);
        read = null;
        return stateAt(compiled, planted);
      },
    };
  });
  return { ...plan, accounts };
}

function stateAt({ positions, offsets, tables }: CompiledState, planted: number): State {
  const state = State.at(positions);
  const { collections } = wholeApi();
  const near = offsets.filter(([from], index) => {
    const next = offsets[index + 1]?.[0] ?? Infinity;
    return next > planted - 2 * 366 * 86_400_000 && from < planted + 366 * 86_400_000;
  });
  const move = movedTo(planted, compiledEnd, near);
  for (const [name, columns] of tables) {
    const collection = collections.get(name);
    if (collection === undefined) throw new Error(`there is no collection ${name}`);
    atOnce(state.table(collection).load(recordsOf(columns, move) as Stored[]));
  }
  return state;
}

/** JSON or code as Node reads it twice as fast, and keeps it in half the room: each character is one byte. */
export const inAscii = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
