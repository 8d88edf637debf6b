import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

type Fields = Record<string, unknown>;

/** An event of a fixture. */
export interface Happened {
  metric?: string;
  profile?: string;
  time: string;
  value?: number;
  properties?: Fields;
}

/** An account with two metrics, `PlaceA` (Placed Order) and `ClickB` (Clicked Email), and these events. */
export async function withEvents(events: readonly Happened[] = []) {
  const people = new Set(events.map(({ profile = "ada@example.com" }) => profile));
  const fixture = {
    company_id: "Tests1",
    keys: [
      { name: "full", scopes: "full" },
      { name: "read-only", scopes: "read-only" },
    ],
    metrics: [
      { name: "Placed Order", id: "PlaceA", created: "2020-01-01" },
      { name: "Clicked Email", id: "ClickB", created: "2020-01-02" },
    ],
    profiles: [...people].map((email) => ({ email })),
    events: events.map((event, index) => ({
      metric: "Placed Order",
      profile: "ada@example.com",
      unique_id: `e${index}`,
      ...event,
    })),
  };
  const ways = await emulate({ fixtures: [fixtureFile(JSON.stringify(fixture))] });
  const aggregate = (attributes: Fields = {}, asking: Parameters<typeof ways.post>[2] = {}) =>
    ways.post("/api/metric-aggregates", aggregateOf(attributes), asking);
  return { ...ways, aggregate };
}

/** A range of time, as filters. */
export const between = (from: string, to: string): string[] => [
  `greater-or-equal(datetime,${from})`,
  `less-than(datetime,${to})`,
];

/** A valid body of Query Metric Aggregates; what is given is written over it. */
export const aggregateOf = (attributes: Fields) => ({
  data: {
    type: "metric-aggregate",
    attributes: {
      metric_id: "PlaceA",
      measurements: ["count"],
      filter: between("2026-07-01", "2026-07-04"),
      ...attributes,
    },
  },
});

interface Shown {
  dates: string[];
  data: { dimensions: string[]; measurements: Record<string, number[]> }[];
}

/** The dates and rows of an answer. */
export const shown = (answer: { data: { attributes: unknown } }): Shown =>
  answer.data.attributes as Shown;

/** A row as `[dimensions, measurement]`. */
export const rowsOf = (answer: { data: { attributes: unknown } }, measurement = "count") =>
  shown(answer).data.map(({ dimensions, measurements }) => [dimensions, measurements[measurement]]);
