import type { Infer } from "../../contract/shape.ts";
import { events, metrics, type Event } from "../../domain/resources/event.ts";
import { aggregatedUntil } from "../../domain/events/late-figures.ts";
import { startsOf, TimeZone } from "../../domain/time-zone.ts";
import { type Cursor, cursorOf, fingerprint, readCursor } from "../../jsonapi/cursor.ts";
import { type Refusal, invalid, invalidBody, invalidProblem } from "../../jsonapi/refusal.ts";
import { missingProblem, refused } from "../../jsonapi/refusal.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Invocation } from "../../verbs/invocation.ts";
import { holds } from "../../verbs/plan-list.ts";
import { type Outcome, theOne } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { numericId } from "../../world/ids.ts";
import type { Stored } from "../../world/store/record.ts";
import { type Meant, readFilters } from "./aggregate-filter.ts";
import type { aggregateQuery } from "./operations.ts";
import { type Row, valueIn, measurements, seriesOf, tally, totalOf } from "./tally.ts";

type AggregateQuery = Infer<typeof aggregateQuery>["data"]["attributes"];

const at = "/data/attributes";

/** @guess query_metric_aggregates: An answer of more than 1,000,000 numbers is rejected. */
const numbersMax = 1_000_000;

/** A page of rows. It walks all events of the metric in the range, once, whatever the page. */
export function queryAggregates(
  call: Invocation & { readonly body: Infer<typeof aggregateQuery> },
) {
  const { account, revision } = call;
  const asked = call.body.data.attributes;
  const zone = TimeZone.named(asked.timezone ?? "UTC");
  if (zone === undefined) {
    return invalid(`${at}/timezone`, `'${asked.timezone}' is no time zone of the IANA database.`);
  }
  const meant = readFilters(asked.filter, zone, revision);
  const problems = [...namesWrong(asked, account), ...(Array.isArray(meant) ? meant : [])];
  if (problems.length > 0 || Array.isArray(meant)) return invalidBody(problems);
  const cursor = placeIn(call, asked);
  if (refused(cursor)) return cursor;

  const starts = startsOf(asked.interval ?? "day", zone, meant.from, meant.to);
  const by = asked.by ?? [];
  const rows = tally(eventsOf(account, asked.metric_id, meant), starts, (event) =>
    by.map((name) => valueIn(event, name)),
  );
  // Of nothing in particular there is always a row, also if nothing happened.
  if (by.length === 0 && rows.length === 0) rows.push({ dimensions: [], cells: [] });
  rows.sort(orderOf(asked, rows));
  return pageOf(call, asked, rows, starts, cursor);
}

/** What the shape of the body cannot say: each name must mean something, here and now. */
function namesWrong(asked: AggregateQuery, account: Account) {
  const { metric_id: metric, by, sort, return_fields: fields } = asked;
  const problems = [];
  if (account.table(metrics).get(metric) === undefined) {
    problems.push(missingProblem(`${at}/metric_id`, "metric", metric));
  }
  const named: readonly string[] = [...(by ?? []), ...asked.measurements];
  const said = `Expected one of those asked for: ${named.join(", ")}.`;
  const require = (name: string, place: string) => {
    if (!named.includes(name)) problems.push(invalidProblem(`${at}/${place}`, said));
  };
  if (sort !== undefined) require(sort.replace(/^-/, ""), "sort");
  for (const [index, name] of (fields ?? []).entries()) require(name, `return_fields/${index}`);
  return problems;
}

function* eventsOf(account: Account, metric: string, meant: Meant): Generator<Event> {
  const { from, to, conditions } = meant;
  const until = aggregatedUntil(account);
  const [low, high] = [
    { value: from, inclusive: true },
    { value: to, inclusive: false },
  ];
  const range = { prefix: [metric], low, high };
  for (const event of account.table(events).scan(["metric_id", "datetime"], range)) {
    if (event.seq >= until) continue;
    if (conditions.every((bound) => holds(bound, valueIn(event, bound.name)))) yield event;
  }
}

/** By what is asked for, then by the dimensions. @guess query_metric_aggregates: Without `sort`, rows are in the order of their dimensions. */
function orderOf({ sort = "", by }: AggregateQuery, rows: readonly Row[]) {
  const name = sort.replace(/^-/, "");
  const sign = sort.startsWith("-") ? -1 : 1;
  const place = by?.indexOf(name) ?? -1;
  const measurement = measurements.find((each) => each === name);
  const byName = (a: Row, b: Row): number => {
    const other = a.dimensions.findIndex((value, index) => value !== b.dimensions[index]);
    return byText(a.dimensions[other], b.dimensions[other]);
  };
  if (place >= 0) {
    return (a: Row, b: Row) =>
      sign * byText(a.dimensions[place], b.dimensions[place]) || byName(a, b);
  }
  if (measurement === undefined) return byName;
  const totals = new Map(rows.map((row) => [row, totalOf(row, measurement)]));
  const total = (row: Row) => totals.get(row) ?? 0;
  return (a: Row, b: Row) => sign * (total(a) - total(b)) || byName(a, b);
}

const byText = (a = "", b = ""): number => (a < b ? -1 : a > b ? 1 : 0);

const identityOf = (asked: AggregateQuery): number =>
  fingerprint(JSON.stringify({ ...asked, page_cursor: undefined, page_size: undefined }));

/** The row beside which a page lies, by its dimensions, since rows may come before it meanwhile. */
const valueOf = (asked: AggregateQuery, { dimensions }: Row): string =>
  JSON.stringify([identityOf(asked), ...dimensions]);

/** Beside which row the page lies: `page_cursor` in the body, or the URL of `links.next`. */
function placeIn({ query }: Invocation, asked: AggregateQuery): Cursor | undefined | Refusal {
  const text = asked.page_cursor ?? "";
  const cursor = text === "" ? query.page?.cursor : readCursor(cursorOf(text), query.identity);
  if (cursor === undefined && text === "") return undefined;
  if (String(cursor?.value).startsWith(`[${identityOf(asked)}`)) return cursor;
  const hint = "use the cursor of links.next as it was given, with the same body";
  return invalid(`${at}/page_cursor`, "Invalid cursor provided.", hint);
}

function pageOf(
  { account }: Invocation,
  asked: AggregateQuery,
  rows: readonly Row[],
  starts: readonly number[],
  cursor: Cursor | undefined,
): Outcome {
  const [from, to] = rangeOf(asked, rows, cursor);
  const shown = rows.slice(from, to);
  // @guess query_metric_aggregates: `return_fields` chooses among the dimensions and measurements that were requested.
  const isShown = (name: string) => asked.return_fields?.includes(name) ?? true;
  const measured = [...new Set(asked.measurements)].filter(isShown);
  if (shown.length * starts.length * measured.length > numbersMax) {
    const advice = "ask for a longer interval, a shorter range or smaller pages";
    const detail = `The answer would have more than ${numbersMax} numbers: ${advice}.`;
    return invalid(`${at}/interval`, detail);
  }
  const dimensions = (asked.by ?? []).map(isShown);
  const data = shown.map((row) => {
    const series = measured.map((name) => [name, seriesOf(row, name, starts.length)]);
    return {
      dimensions: row.dimensions.filter((_, place) => dimensions[place]),
      measurements: Object.fromEntries(series),
    };
  });
  const id = numericId(account.dice("aggregate"));
  const aggregate = { id, seq: 0, dates: starts.map(formatDatetime), data } as Stored;
  const place = (seq: number, backward: boolean): Cursor => ({
    backward,
    value: valueOf(asked, rows[seq] as Row),
    seq,
  });
  return {
    ...theOne(aggregate),
    next: to < rows.length ? place(to - 1, false) : null,
    prev: from > 0 ? place(from, true) : null,
  };
}

/** Which rows are on the page. A row that is gone was where its number says. */
function rangeOf(
  asked: AggregateQuery,
  rows: readonly Row[],
  cursor: Cursor | undefined,
): readonly [from: number, to: number] {
  const size = asked.page_size ?? 500;
  if (cursor === undefined) return [0, Math.min(size, rows.length)];
  const found = rows.findIndex((row) => valueOf(asked, row) === cursor.value);
  const beside = found === -1 ? cursor.seq : found;
  if (cursor.backward) return [Math.max(0, beside - size), beside];
  return [beside + 1, Math.min(beside + 1 + size, rows.length)];
}
