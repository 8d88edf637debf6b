import type { Slices } from "../../world/time/slices.ts";
import { events, metrics } from "../../domain/resources/event.ts";
import { noSuchRecord, type Refusal, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Invocation } from "../../verbs/invocation.ts";
import { theOne } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import type { Stored } from "../../world/store/record.ts";
import type { operations } from "./operations.ts";

interface MetricProperty extends Stored {
  readonly metric: string;
  readonly label: string;
  readonly property: string;
  readonly inferred_type: Type;
  /** Different ones, the newest first. */
  readonly sample_values: readonly Sample[];
}

/** As filters over properties name them, but for truth values, which are numeric. */
// @guess get_metric_property, get_properties_for_metric: The type of a list is `list`.
type Type = "list" | "numeric" | "string";
type Sample = string | number | boolean;

/** @guess get_*_for_metric, get_metric_property: The newest 5,000 events of a metric decide its properties. */
const eventsMax = 5000;
/** @guess get_metric_property, get_properties_for_metric: A property has up to 10 sample values. */
const samplesMax = 10;

/** The properties of a metric by their names. @guess get_propert*_for_metric: Properties that hold objects are left out. */
function* propertiesOf(account: Account, metric: string): Slices<MetricProperty[]> {
  const found = new Map<string, { types: Map<Type, number>; samples: Set<Sample> }>();
  let left = eventsMax;
  const range = { prefix: [metric], descending: true };
  for (const { properties } of account.table(events).scan(["metric_id", "datetime"], range)) {
    for (const [name, value] of Object.entries(properties)) {
      const type = typeOf(value);
      if (type === undefined || name === "$extra") continue;
      const { types, samples } = found.get(name) ?? { types: new Map(), samples: new Set() };
      found.set(name, { types, samples });
      types.set(type, (types.get(type) ?? 0) + 1);
      for (const sample of [value].flat()) {
        if (samples.size >= samplesMax) break;
        if (isSample(sample)) samples.add(sample);
      }
    }
    left -= 1;
    if (left === 0) break;
    yield;
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([property, { types, samples }], seq) => ({
      id: idOf(metric, property),
      seq,
      metric,
      label: property === "$value" ? `${nameOf(account, metric)} Value` : property,
      property,
      inferred_type: commonest(types),
      sample_values: [...samples],
    }));
}

const nameOf = (account: Account, metric: string): string =>
  account.table(metrics).get(metric)?.name ?? metric;

const isSample = (value: unknown): value is Sample =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function typeOf(value: unknown): Type | undefined {
  if (Array.isArray(value)) return "list";
  if (typeof value === "number" || typeof value === "boolean") return "numeric";
  return typeof value === "string" ? "string" : undefined;
}

/** Of several that are as common, the one met first. */
const commonest = (types: ReadonlyMap<Type, number>): Type =>
  [...types].reduce((best, each) => (each[1] > best[1] ? each : best))[0];

/** Base64url of the metric's id, a dot, and the property (recorded.md, 3). */
const idOf = (metric: string, property: string): string =>
  Buffer.from(`${metric}.${property}`).toString("base64url");

const metricIn = (id: string): string =>
  Buffer.from(id, "base64url").toString("utf8").split(".", 1)[0] ?? "";

function* propertyOf({ account, params: [id = ""] }: Invocation): Slices<MetricProperty | Refusal> {
  const all = yield* propertiesOf(account, metricIn(id));
  const found = all.find((each) => each.id === id);
  return found ?? noSuchRecord("metric-property", id);
}

function* allOf({ account, params: [id = ""] }: Invocation): Slices<MetricProperty[] | Refusal> {
  if (account.table(metrics).get(id) === undefined) return noSuchRecord("metric", id);
  return yield* propertiesOf(account, id);
}

export const propertyBehavior = {
  *get_metric_property(call) {
    const property = yield* propertyOf(call);
    return refused(property) ? property : theOne(property);
  },

  *get_properties_for_metric(call) {
    const all = yield* allOf(call);
    if (refused(all)) return all;
    // Samples are only shown of one alone (recorded.md, 6).
    const records = all.map((property) => ({ ...property, sample_values: null }));
    return { kind: "page", records };
  },

  *get_property_ids_for_metric(call) {
    const all = yield* allOf(call);
    if (refused(all)) return all;
    return { kind: "linkage", data: all.map(({ id }) => ({ type: "metric-property", id })) };
  },

  *get_metric_for_metric_property(call) {
    const property = yield* propertyOf(call);
    if (refused(property)) return property;
    const metric = call.account.table(metrics).get(property.metric);
    return metric === undefined ? noSuchRecord("metric", property.metric) : theOne(metric);
  },

  *get_metric_id_for_metric_property(call) {
    const property = yield* propertyOf(call);
    if (refused(property)) return property;
    return { kind: "linkage", data: { type: "metric", id: property.metric } };
  },
} satisfies Partial<AreaBehavior<typeof operations>>;
