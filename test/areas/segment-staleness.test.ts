import fc from "fast-check";
import { expect, it } from "vitest";
import { type Json, variantsOf } from "../contract/published-segments.ts";
import { newEvent } from "../support/bodies.ts";
import { data, to } from "../support/sending.ts";
import { account, definition, newSegment } from "./segment-support.ts";

/** How many lives of an account are led. */
const runs = Number(process.env["SEGMENT_RUNS"] ?? 4);

const hourMs = 3_600_000;
const unitMs: Readonly<Record<string, number>> = { hour: hourMs, day: 24 * hourMs };

const few = fc.integer({ min: 1, max: 3 });
const unit = fc.constantFrom(...Object.keys(unitMs));
const day = fc.integer({ min: 10, max: 30 }).map((n) => `2026-07-${n}T00:00:00Z`);
const ofDate = <T extends object>(
  operators: string[],
  more: { [K in keyof T]: fc.Arbitrary<T[K]> },
) => fc.record({ type: fc.constant("date"), operator: fc.constantFrom(...operators), ...more });
const span = fc.oneof(
  {
    arbitrary: ofDate(["at-least", "in-the-last", "in-the-next"], { unit, quantity: few }),
    weight: 6,
  },
  ofDate(["between"], { start: few, end: few, unit }),
  ofDate(["after", "before"], { date: day }),
  ofDate(["between-static"], { start: day, end: fc.constant("2026-07-31T00:00:00Z") }),
);
const anniversary = fc.oneof(
  ofDate(["anniversary-last", "anniversary-next"], { unit, quantity: few }),
  ofDate(["anniversary", "anniversary-month"], {}),
);
const alltime = ofDate(["alltime"], {});
const comparing = [
  "equals",
  "not-equals",
  "greater-than",
  "greater-than-or-equal",
  "less-than",
  "less-than-or-equal",
];
const isP = [{ property: "p", filter: { type: "boolean", operator: "equals", value: true } }];

/** What time and events decide, so that it changes by itself. */
const counted = fc.record({
  type: fc.constant("profile-metric"),
  metric_id: fc.constant("Order1"),
  measurement: fc.constantFrom("count", "sum"),
  measurement_filter: fc.record({
    type: fc.constant("numeric"),
    operator: fc.constantFrom(...comparing),
    value: fc.nat(2),
  }),
  timeframe_filter: fc.oneof({ arbitrary: span, weight: 5 }, alltime),
  metric_filters: fc.constantFrom(null, isP),
});
const published = variantsOf("ConditionGroup").flatMap(
  (group) => (group as { conditions: Json[] }).conditions,
);
const condition: fc.Arbitrary<Json> = fc.oneof(
  counted,
  fc.record({
    type: fc.constant("profile-metric-funnel"),
    timeframe_filter: span.filter(({ operator }) => !/^(after|before)$/.test(operator)),
    steps: fc.array(
      fc.record({
        metric_id: fc.constant("Order1"),
        metric_exists: fc.boolean(),
        metric_filters: fc.constantFrom(null, isP),
      }),
      { maxLength: 3 },
    ),
    completion_window_seconds: fc.constantFrom(null, "HOURS_1", "DAYS_1", "DAYS_3"),
  }),
  fc.record({
    type: fc.constant("profile-property"),
    property: fc.constantFrom("properties['d']", "created", "updated", "last_event_date"),
    filter: fc.oneof(span, anniversary),
  }),
  fc.record({
    type: fc.constant("profile-group-membership"),
    is_member: fc.constant(true),
    group_ids: fc.constant(["NewsLs"]),
    timeframe_filter: fc.oneof(span, fc.constant(null)),
  }),
  // Whatever else is published.
  fc.constantFrom(...published),
);

const person = fc.constantFrom("ada", "bob");
// The edges of spans are met to the millisecond.
const ahead = fc.oneof(
  few,
  few.map((n) => n * 24),
);
const hours = fc.oneof(
  ahead,
  fc.constant(0),
  ahead.map((n) => -n),
);
const act = fc.oneof(
  fc.record({
    act: fc.constant("order" as const),
    who: person,
    hours,
    p: fc.boolean(),
    value: fc.nat(3),
  }),
  fc.record({
    act: fc.constant("change" as const),
    who: person,
    hours,
    p: fc.constantFrom("Ada", 7, true, null, ["Ada", "Bob"]),
    country: fc.constantFrom("US", "France", null),
  }),
  fc.record({ act: fc.constant("advance" as const), hours: ahead }),
  fc.record({ act: fc.constantFrom("advance" as const, "back" as const), hours: ahead }),
  fc.record({ act: fc.constant("merge" as const), who: person, other: person }),
  fc.record({
    act: fc.constantFrom("delete" as const, "join" as const, "leave" as const, "suppress" as const),
    who: person,
  }),
  fc.record({
    act: fc.constant("consent" as const),
    who: person,
    to: fc.constantFrom("SUBSCRIBED", "UNSUBSCRIBED"),
  }),
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

type Ways = Awaited<ReturnType<typeof account>>;

async function perform({ post, ask, get, merge, emulator }: Ways, done: Act): Promise<unknown> {
  const now = Date.parse(String(emulator.clock.now().now));
  const at = (away: number) => new Date(now + away * hourMs).toISOString();
  if (!("who" in done)) {
    return done.act === "back"
      ? emulator.clock.set(at(-done.hours))
      : emulator.clock.advance(`${done.hours}h`);
  }
  const emailOf = (name: string) => `${name}@example.com`;
  const email = emailOf(done.who);
  const idOf = async (name: string) =>
    (await get(`/api/profiles?filter=equals(email,"${emailOf(name)}")`)).many[0]?.id ?? "nobody";
  const profile = { type: "profile", attributes: { email } };
  switch (done.act) {
    case "order": {
      const happened = { time: at(done.hours), value: done.value, unique_id: at(done.hours) };
      return post("/api/events", newEvent({ ...happened, properties: { p: done.p } }, { email }));
    }
    case "change": {
      const location = { country: done.country, zip: "10001" };
      const properties = { p: done.p, d: at(done.hours) };
      return post("/api/profile-import", data("profile", { email, location, properties }));
    }
    case "merge":
      return done.who === done.other || merge(await idOf(done.who), await idOf(done.other));
    case "delete":
      return post(
        "/api/data-privacy-deletion-jobs",
        data("data-privacy-deletion-job", { profile: { data: profile } }),
      );
    case "join":
    case "leave": {
      const body = { data: [to("profile", await idOf(done.who)).data] };
      const method = done.act === "join" ? "POST" : "DELETE";
      return ask(method, "/api/lists/NewsLs/relationships/profiles", { body });
    }
    case "suppress": {
      const type = "profile-suppression-bulk-create-job";
      return post(`/api/${type}s`, data(type, { profiles: { data: [profile] } }));
    }
    case "consent": {
      const type = `profile-subscription-bulk-${done.to === "SUBSCRIBED" ? "create" : "delete"}-job`;
      const subscriptions = { email: { marketing: { consent: done.to } } };
      const profiles = { data: [{ type: "profile", attributes: { email, subscriptions } }] };
      const relationships = { list: to("list", "NewsLs") };
      return post(`/api/${type}s`, data(type, { profiles }, { relationships }));
    }
  }
}

interface Event {
  readonly at: number;
  readonly p: boolean;
  readonly value: number;
}

/** Whether an event counts, told by the dates themselves. */
function isWithin(time: Json, at: number, now: number): boolean {
  const { operator, unit: of } = time as { operator: string; unit: string };
  const [quantity = 0, start = 0, end = 0] = ["quantity", "start", "end"].map(
    (name) => Number(time[name]) * (unitMs[of] ?? 0),
  );
  const date = (name: string) => Date.parse(String(time[name]));
  if (operator === "in-the-next") return at > now && at <= now + quantity;
  if (at > now) return false;
  if (operator === "at-least") return at <= now - quantity;
  if (operator === "in-the-last") return at > now - quantity;
  if (operator === "between")
    return at >= now - Math.max(start, end) && at <= now - Math.min(start, end);
  if (operator === "after") return at > date("date");
  if (operator === "before") return at < date("date");
  return operator === "alltime" || (at >= date("start") && at <= date("end"));
}

/** Who belongs by a condition on events, told by looking at all of them. */
function isCounted(asked: Json, events: readonly Event[], now: number): boolean {
  const { measurement, measurement_filter, timeframe_filter, metric_filters } = asked as {
    measurement: string;
    measurement_filter: { operator: string; value: number };
    timeframe_filter: Json;
    metric_filters: unknown;
  };
  const meant = events.filter(
    ({ at, p }) => isWithin(timeframe_filter, at, now) && (p || metric_filters === null),
  );
  const found =
    measurement === "count" ? meant.length : meant.reduce((sum, { value }) => sum + value, 0);
  const { operator, value } = measurement_filter;
  if (operator.includes("equals") && !operator.includes("-or-"))
    return (found === value) === (operator === "equals");
  return operator.startsWith("greater")
    ? found > value || (found === value && operator.endsWith("equal"))
    : found < value || (found === value && operator.endsWith("equal"));
}

it("a segment has those whom its definition finds, whatever happens in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(counted, { minLength: 8, maxLength: 8 }),
      fc.array(fc.array(condition, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 3 }),
      fc.array(act, { minLength: 20, maxLength: 30 }),
      async (plain, mixed, acts) => {
        const ways = await account();
        const { get, post, ask, emulator } = ways;
        for (const name of ["ada", "bob"]) await ways.person(name);
        const create = async (given: unknown) => {
          const answer = await post("/api/segments", newSegment(given));
          expect(answer.errors).toBeUndefined();
          return answer.data.id;
        };
        const members = async (id: string) =>
          (await get(`/api/segments/${id}/profiles`)).many.map((each) => each.id).toSorted();
        const kept: { id: string; given: unknown; only: Json | undefined }[] = [];
        for (const conditions of [...plain.map((each) => [each]), ...mixed] as Json[][]) {
          const given = definition(conditions);
          kept.push({
            id: await create(given),
            given,
            only: kept.length < plain.length ? conditions[0] : undefined,
          });
        }
        for (const done of acts) {
          await perform(ways, done);
          const now = Date.parse(String(emulator.clock.now().now));
          const people = (await get("/api/profiles")).many.map(({ id }) => id);
          const happened = new Map<string, Event[]>();
          for (const { attributes, relationships } of (await get("/api/events")).many) {
            const end = (name: string) =>
              (relationships[name]?.data as { id: string } | undefined)?.id;
            const id = end("profile") ?? "nobody";
            if (end("metric") !== "Order1") continue;
            const properties = attributes["event_properties"] as Record<string, unknown>;
            const event = {
              at: Date.parse(String(attributes["datetime"])),
              p: properties["p"] === true,
              value: Number(properties["$value"] ?? 0),
            };
            happened.set(id, [...(happened.get(id) ?? []), event]);
          }
          for (const { id, given, only } of kept) {
            const found = await members(id);
            if (only === undefined) {
              const anew = await create(given);
              expect({ given, done, found }).toEqual({ given, done, found: await members(anew) });
              await ask("DELETE", `/api/segments/${anew}`);
              continue;
            }
            const wanted = people
              .filter((each) => isCounted(only, happened.get(each) ?? [], now))
              .toSorted();
            expect({ given, done, found }).toEqual({ given, done, found: wanted });
          }
        }
      },
    ),
    { numRuns: runs, seed: Number(process.env["SEGMENT_SEED"] ?? 7) },
  );
}, 600_000);
