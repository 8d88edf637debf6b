import { chanceOfOrder, pairsOf } from "../evidence/order-test.ts";
import { counted, msText } from "../figures.ts";
import { groupedBy } from "../streams.ts";
import { noiseMs } from "../waits.ts";

/** One wait, and what the client had been told before it. The client's milliseconds. */
export interface ToldWait {
  readonly waitMs: number;
  readonly promiseMs: number | undefined;
  readonly step: number;
  readonly toldAt: number;
}

type Promised = ToldWait & { readonly promiseMs: number };

/** With less than this chance of being an accident, waits follow what was promised: by where they end, and by their order. */
const accident = { close: 1 / 500, order: 1 / 2000 } as const;

const waitsMax = 60;

/**
 * Whether a client that reads no `Retry-After` would have waited otherwise: its waits may grow from step to step and
 * from call to call, but do not follow what it was told. @returns what would tell; undefined: it would have
 */
export function doubtOf(waits: readonly ToldWait[]): string | undefined {
  const promised = waits.filter((each): each is Promised => each.promiseMs !== undefined);
  const told = promised.slice(0, waitsMax);
  const own = waits.filter(({ promiseMs }) => promiseMs === undefined).slice(0, waitsMax);
  if (isTight(told, own)) return undefined;
  const cells = cellsOf([...told, ...own]);
  if (orderOf(cells, 1) < accident.order) return undefined;
  if (widestFall(told, own) < leastFallMs)
    return "promise two lengths, the longer one first: --scenario burst-throttle";
  const more = moreNeeded(told, own, cells);
  const longestMs = told.reduce((longest, { waitMs }) => Math.max(longest, waitMs), 0);
  return more === undefined
    ? `promise more than ${msText(longestMs)}`
    : `let ${counted(more, "more call")} wait for a Retry-After, the lengths in turn`;
}

/** Lengths that differ by less are one length for most clients. */
const leastFallMs = 500;

/** Whether waits end in a narrow band behind their promises, however far these are apart; some may be late. */
function isTight(told: readonly Promised[], own: readonly ToldWait[]): boolean {
  const sorted = told.toSorted((a, b) => beyond(a) - beyond(b));
  for (let count = sorted.length; count > 0; count -= 1) {
    const close = sorted.slice(0, count);
    const [widthMs, fallMs] = [bandOf(close), widestFall(close, own)];
    if (widthMs > fallMs * narrow) continue;
    if (ways(sorted.length, count) * (widthMs / fallMs) ** landed(close, own) < accident.close)
      return true;
  }
  return false;
}

/** A band is narrow if it is no more than this share of what the promises differ by. */
const narrow = 1 / 3;

function ways(all: number, chosen: number): number {
  let product = 1;
  for (let each = 1; each <= chosen; each += 1) product *= (all - chosen + each) / each;
  return product;
}

const beyond = ({ waitMs, promiseMs }: Promised): number => waitMs - promiseMs;

function bandOf(told: readonly Promised[]): number {
  const all = told.map(beyond);
  return Math.max(noiseMs, Math.max(...all) - Math.min(0, ...all));
}

/** By how much a wait fell because less was promised: one that grows by itself, by step and call, cannot. */
function widestFall(told: readonly Promised[], own: readonly ToldWait[]): number {
  let widest = 0;
  for (const from of told) {
    for (const to of [...told, ...own]) {
      if (to.step < from.step || to.toldAt < from.toldAt) continue;
      widest = Math.max(widest, from.promiseMs - (to.promiseMs ?? to.waitMs));
    }
  }
  return widest;
}

/** How many had to land in their band: the shortest may be the client's own waits, and some are late. */
function landed(told: readonly Promised[], own: readonly ToldWait[]): number {
  const levels = [...told, ...own].map(levelOf);
  const longer = levels.filter((level) => level > Math.min(...levels)).length;
  return Math.min(told.length, 2 * longer);
}

const levelOf = ({ promiseMs }: ToldWait): number =>
  promiseMs === undefined ? -1 : Math.round(promiseMs / 500);

type Cell = { readonly sizes: readonly number[]; readonly inversions: number };

function cellsOf(waits: readonly ToldWait[]): Cell[] {
  const steps = new Set(waits.map(({ step }) => step));
  return [...steps].map((step) => {
    const cell = waits.filter((each) => each.step === step);
    const levels = [...groupedBy(cell, (each) => String(levelOf(each))).values()];
    return { sizes: levels.map(({ length }) => length), inversions: inversionsOf(cell) };
  });
}

function inversionsOf(cell: readonly ToldWait[]): number {
  let inversions = 0;
  for (const less of cell) {
    for (const more of cell) {
      if (levelOf(less) >= levelOf(more)) continue;
      const ahead = more.waitMs - less.waitMs;
      if (Math.abs(ahead) <= noiseMs) inversions += 0.5;
      else if (ahead < 0) inversions += 1;
    }
  }
  return inversions;
}

/** How likely the order is by chance, if there were so many times as many waits of each kind. */
function orderOf(cells: readonly Cell[], times: number): number {
  const sizes = cells.map((cell) => cell.sizes.map((size) => size * times));
  if (pairsOf(sizes) === 0) return 1;
  return chanceOfOrder(
    sizes,
    cells.reduce((sum, cell) => sum + cell.inversions * times ** 2, 0),
  );
}

const timesMax = 20;

/** How many more waits would be enough if they were like those that are there; undefined: too many. */
function moreNeeded(told: readonly Promised[], own: readonly ToldWait[], cells: readonly Cell[]) {
  const [widthMs, fallMs] = [bandOf(told), widestFall(told, own)];
  const isNarrow = widthMs <= fallMs * narrow;
  const closely = isNarrow
    ? Math.ceil(Math.log(accident.close) / Math.log(widthMs / fallMs)) - landed(told, own)
    : Infinity;
  const times = Array.from({ length: timesMax }, (_, index) => index + 1);
  const enough = times.find((each) => orderOf(cells, each) < accident.order);
  const inOrder = enough === undefined ? Infinity : (enough - 1) * (told.length + own.length);
  const least = Math.max(1, Math.min(closely, inOrder));
  return Number.isFinite(least) ? least : undefined;
}
