import { casesOf, targetOf, valueFor } from "./cases.js";
import { progress } from "./progress.js";
import { quantile } from "./stats.js";
import { counted, worldOf } from "./worlds.js";

/** @typedef {import("./inside.ts").Inside} Inside */
/** @typedef {ReturnType<Inside["request"]>} Incoming */

/** Records on a page; fewer where the filter finds few, so that there is a page in the middle. */
const pageSize = 20;

/** How many different pages of the middle are asked for, by turns. */
const middlePages = 8;

const plan = { normal: { rounds: 25, sliceMs: 3 }, quick: { rounds: 9, sliceMs: 2 } };

/**
 * The time of a page of every list that an index serves: the first page, and one reached by a
 * cursor in the middle, with many events against few. Through every stage, without a socket.
 *
 * @param {{ quick: boolean, large: boolean, details: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measurePages({ quick, large, details }) {
  const [few, many] = [1000, large ? 1_000_000 : 100_000];
  const small = (await worldOf(few)).inside;
  const big = (await worldOf(many)).inside;
  /** @type {(import("./table.js").Row | string)[]} */
  const rows = [`A page at ${counted(many)} events, against the same at ${counted(few)}`];
  for (const operation of ["get_events", "get_profiles"]) {
    const cases = casesOf(small, operation);
    progress(`pages of ${operation}, ${cases.length} pairs of filter and sort`);
    const pairs = cases.flatMap((each) => pairsOf(small, big, each));
    const found = measure(pairs, quick ? plan.quick : plan.normal);
    for (const place of /** @type {const} */ (["first", "middle"])) {
      const of = found.filter((each) => each.place === place).toSorted((a, b) => b.ratio - a.ratio);
      rows.push(...rowsOf(operation, place, of, details));
    }
  }
  return rows;
}

/** @typedef {{ name: string, place: "first" | "middle", small: () => void, big: () => void }} Pair */
/** @typedef {Pair & { ratio: number, smallMicros: number, bigMicros: number }} Found */

/** @param {string} operation @param {string} place @param {readonly Found[]} found the slowest first @param {boolean} details */
function rowsOf(operation, place, found, details) {
  const row = (
    /** @type {string} */ what,
    /** @type {Found} */ of,
    /** @type {boolean} */ judged,
  ) => ({
    what,
    ours: `${of.bigMicros.toFixed(0)} µs`,
    base: `${of.smallMicros.toFixed(0)} µs`,
    figure: of.ratio,
    ...(judged && { bar: { most: 1.3 } }),
  });
  const [worst] = found;
  const typical = found[Math.floor(found.length / 2)];
  if (worst === undefined || typical === undefined) return [];
  const all = details ? found.map((each) => row(`    ${each.name}`, each, false)) : [];
  return [
    row(`${operation}, ${place} page, worst of ${found.length}: ${worst.name}`, worst, true),
    row(`${operation}, ${place} page, typical: ${typical.name}`, typical, false),
    ...all,
  ];
}

/** @param {Inside} small @param {Inside} big @param {import("./cases.js").Case} of @returns {Pair[]} */
function pairsOf(small, big, of) {
  let [few, many] = [targetOf(small, of, ""), targetOf(big, of, "")];
  let size = pageSize;
  if (of.field !== undefined) {
    const value = valueFor(small, of, undefined);
    few = targetOf(small, of, value.text);
    many = targetOf(big, of, valueFor(big, of, value.count).text);
    size = Math.max(1, Math.min(pageSize, Math.floor(value.count / 4)));
  }
  const first = {
    name: of.name,
    place: /** @type {const} */ ("first"),
    small: firstPage(small, few, size),
    big: firstPage(big, many, size),
  };
  const [fewMiddle, manyMiddle] = [middle(small, few, size), middle(big, many, size)];
  if (fewMiddle === undefined || manyMiddle === undefined) return [first];
  return [first, { name: of.name, place: "middle", small: fewMiddle, big: manyMiddle }];
}

/** @param {string} target @param {number} size @param {string} [cursor] */
const paged = (target, size, cursor) =>
  `${target}&page%5Bsize%5D=${size}${cursor === undefined ? "" : `&page%5Bcursor%5D=${cursor}`}`;

/** @param {Inside} inside @param {string} target @param {number} size */
function firstPage(inside, target, size) {
  const request = inside.request("GET", paged(target, size));
  return () => void inside.ask(request);
}

/** Asks for pages of the middle by turns; undefined: there is none. @param {Inside} inside @param {string} target @param {number} size */
function middle(inside, target, size) {
  const cursors = cursorsOf(inside, target, size);
  const [from, to] = [Math.floor(cursors.length / 4), Math.ceil((cursors.length * 3) / 4)];
  const step = Math.max(1, Math.floor((to - from) / middlePages));
  const requests = cursors
    .slice(from, to)
    .filter((_, index) => index % step === 0)
    .slice(0, middlePages)
    .map((cursor) => inside.request("GET", paged(target, size, cursor)))
    .filter((request) => JSON.parse(inside.ask(request).body).data.length === size);
  if (requests.length === 0) return undefined;
  let turn = 0;
  return () => {
    turn = (turn + 1) % requests.length;
    inside.ask(/** @type {Incoming} */ (requests[turn]));
  };
}

/** The cursors of a walk through a whole list; a cursor is good for a page of any size. @param {Inside} inside @param {string} target @param {number} size */
function cursorsOf(inside, target, size) {
  const max = target.startsWith("/api/events") ? 1000 : 100;
  const walked = sizeOfWalk(inside, target, size, max);
  /** @type {string[]} */
  const cursors = [];
  for (let cursor; ;) {
    const { links } = JSON.parse(
      inside.ask(inside.request("GET", paged(target, walked, cursor))).body,
    );
    if (!links.next) return cursors;
    cursor = new URL(links.next).searchParams.get("page[cursor]") ?? "";
    cursors.push(cursor);
  }
}

/** Large steps, unless a large page would hold everything. @param {Inside} inside @param {string} target @param {number} size @param {number} max */
function sizeOfWalk(inside, target, size, max) {
  const { links } = JSON.parse(inside.ask(inside.request("GET", paged(target, max))).body);
  return links.next ? max : size;
}

/**
 * Short slices of each pair, by turns. In every round the turns come in another order: garbage is
 * collected at about equal intervals, and would else always meet the same pair. Of the times of a
 * page the lower quartile counts, since what else the machine does only ever adds to them, and the
 * worst of many pairs would tell of nothing else.
 *
 * @param {readonly Pair[]} pairs
 * @param {{ rounds: number, sliceMs: number }} plan
 * @returns {Found[]}
 */
function measure(pairs, { rounds, sliceMs }) {
  const times = pairs.map((pair) => ({
    pair,
    small: /** @type {number[]} */ ([]),
    big: /** @type {number[]} */ ([]),
  }));
  for (let round = -2; round < rounds; round += 1) {
    for (const { pair, small, big } of shuffled(times)) {
      const few = slice(pair.small, sliceMs);
      const many = slice(pair.big, sliceMs);
      if (round < 0) continue;
      small.push(few);
      big.push(many);
    }
  }
  return times.map(({ pair, small, big }) => {
    const [smallMicros, bigMicros] = [quantile(small, 0.25), quantile(big, 0.25)];
    return { ...pair, ratio: bigMicros / smallMicros, smallMicros, bigMicros };
  });
}

/** @template T @param {readonly T[]} items */
function shuffled(items) {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Microseconds of one run, over a slice of time. @param {() => void} run @param {number} ms */
function slice(run, ms) {
  const began = performance.now();
  for (let runs = 1; ; runs += 1) {
    run();
    const passed = performance.now() - began;
    if (passed >= ms) return (passed / runs) * 1000;
  }
}
