import { describe, expect, it } from "vitest";
import { events } from "../../src/domain/resources/event.ts";
import { memberships } from "../../src/domain/objects/records.ts";
import { segments } from "../../src/domain/resources/groups.ts";
import { type Consent, freshConsent } from "../../src/domain/consent/consent.ts";
import { type Profile, profiles } from "../../src/domain/resources/profile.ts";
import { fillSegment, followSegments } from "../../src/domain/segments/segmentation.ts";
import type { SegmentDefinition } from "../../src/domain/grammar/segments.ts";
import { Account } from "../../src/world/account.ts";
import { Clock } from "../../src/world/time/clock.ts";
import { immediate } from "../../src/world/time/lateness.ts";
import { AccountLimits, WorldLimits } from "../../src/world/limits/limiting.ts";
import { noRecorder, noRules } from "../../src/world/shadow-account.ts";
import { type Change, put } from "../../src/world/store/store.ts";
import { type Json, variantsOf } from "../contract/published-segments.ts";
import {
  consentAs,
  date,
  type Filter,
  nothing,
  now,
  number,
  type Pair,
  triedOn,
} from "./segment-crafted.ts";
import { atOnce } from "../../src/world/time/slices.ts";

type Condition = Readonly<Record<string, unknown>> & { readonly type: string };

/** Of one person, all that a condition may look at. */
interface Person {
  readonly profile?: Partial<Profile>;
  readonly events?: readonly { readonly at: string; readonly properties: Json }[];
  readonly joined?: string;
}

/** Those who belong by a condition, and those who do not. */
interface Cast {
  readonly yes?: Person;
  readonly no?: Person;
}

const conditions = variantsOf("ConditionGroup")
  .flatMap((group) => (group as { conditions: Condition[] }).conditions)
  .filter(({ type }) => type !== "profile-predictive-analytics");

const cast: Readonly<Record<string, (condition: never) => Cast>> = {
  "profile-property": ({ filter }: { filter: Filter }) => {
    const person = (value: unknown): Person => ({
      profile: { properties: value === undefined ? {} : { p: value } },
    });
    return castOf(triedOn(filter), person);
  },
  "profile-metric": ({
    measurement,
    measurement_filter: asked,
    timeframe_filter: time,
    metric_filters: filters,
  }: {
    measurement: string;
    measurement_filter: Filter;
    timeframe_filter: Filter;
    metric_filters?: { filter?: Filter | null }[] | null;
  }) => {
    const [{ filter = null } = {}] = filters ?? [];
    const isCount = measurement === "count";
    const measured = number(asked);
    // No count is half of one.
    const whole = !isCount || Number.isInteger(measured.yes);
    const times = date(time);
    const tried = filter === null ? undefined : triedOn(filter);
    const happened = (much: unknown, at: unknown, value: unknown): Person => ({
      events: Array.from({ length: isCount ? Math.ceil(Number(much)) : 1 }, () => ({
        at: String(at),
        properties: { $value: isCount ? 1 : much, ...(value !== undefined && { p: value }) },
      })),
    });
    const canBe = tried?.yes !== nothing;
    return {
      ...(whole && canBe && { yes: happened(measured.yes, times.yes, tried?.yes) }),
      // Where what does not count leaves nothing that would do, too, there is one too many.
      no: noOther(asked)
        ? happened(measured.no, times.yes, canBe ? tried?.yes : undefined)
        : tried !== undefined && tried.no !== nothing
          ? happened(measured.yes, times.yes, tried.no)
          : happened(
              measured.yes,
              times.no === nothing ? "2030-01-01T00:00:00Z" : times.no,
              undefined,
            ),
    };
  },
  "profile-metric-funnel": ({
    timeframe_filter: time,
    steps: [step],
  }: {
    timeframe_filter: Filter;
    steps: { metric_exists: boolean; metric_filters?: { filter?: Filter | null }[] | null }[];
  }) => {
    const [{ filter = null } = {}] = step?.metric_filters ?? [];
    const tried = filter === null ? { yes: undefined, no: undefined } : triedOn(filter);
    const once = (at: unknown, value: unknown): Person => ({
      events: [{ at: String(at), properties: value === undefined ? {} : { p: value } }],
    });
    const times = date(time);
    const did = tried.yes === nothing ? undefined : once(times.yes, tried.yes);
    const not =
      filter === null || tried.no === nothing
        ? once(times.no, undefined)
        : once(times.yes, tried.no);
    return asCast(step?.metric_exists ? did : not, step?.metric_exists ? not : did);
  },
  "profile-group-membership": ({
    is_member,
    timeframe_filter: time,
  }: {
    is_member: boolean;
    timeframe_filter?: Filter | null;
  }) => {
    if (time == null) {
      const [inside, outside] = [{ joined: "2026-07-01T00:00:00Z" }, {}];
      return is_member ? { yes: inside, no: outside } : { yes: outside, no: inside };
    }
    return castOf(date(time), (at) => ({ joined: String(at) }));
  },
  "profile-marketing-consent": ({
    consent: { channel, can_receive_marketing: can, consent_status: status },
  }: {
    consent: {
      channel: string;
      can_receive_marketing: boolean;
      consent_status: { subscription: string; filters?: never[] | null };
    };
  }) => {
    const asked = status.filters ?? [];
    const any = can || channel === "email" ? "SUBSCRIBED" : "NEVER_SUBSCRIBED";
    const state = status.subscription === "any" ? any : status.subscription.toUpperCase();
    const suppressed = !can && channel === "email" && state !== "UNSUBSCRIBED";
    const yes = consentAs(channel, state, suppressed, asked, "yes");
    const other = consentAs(channel, can ? "UNSUBSCRIBED" : "SUBSCRIBED", false, [], "yes");
    const no = asked.length === 0 ? other : consentAs(channel, state, suppressed, asked, "no");
    return asCast(withConsent(yes), withConsent(no));
  },
  "profile-permissions": ({
    channel,
    permission: { reachable_status: status, filters = [] },
  }: {
    channel: string;
    permission: { reachable_status: string; filters?: never[] };
  }) => {
    const place = channel.replace("_", ".");
    const states: Readonly<Record<string, readonly [string | undefined, string]>> = {
      explicitly_reachable: ["SUBSCRIBED", "UNSUBSCRIBED"],
      implicitly_reachable: [undefined, "SUBSCRIBED"],
      implicitly_or_explicitly_reachable: ["SUBSCRIBED", "NEVER_SUBSCRIBED"],
      explicitly_unreachable: ["UNSUBSCRIBED", "SUBSCRIBED"],
      implicitly_unreachable: ["NEVER_SUBSCRIBED", "UNSUBSCRIBED"],
      implicitly_or_explicitly_unreachable: ["NEVER_SUBSCRIBED", "SUBSCRIBED"],
    };
    const [state, other = ""] = states[status] ?? [];
    const yes = state === undefined ? undefined : consentAs(place, state, false, filters, "yes");
    const no =
      filters.length === 0
        ? consentAs(place, other, false, [], "no")
        : consentAs(place, state ?? "", false, filters, "no");
    return asCast(withConsent(yes), withConsent(no));
  },
  "profile-region": ({ region, in_region }: { region: string; in_region: boolean }) => {
    const within = { location: { country: region === "united_states" ? "United States" : "fr" } };
    const beyond = { location: { country: "Japan" } };
    return in_region
      ? { yes: { profile: within }, no: { profile: beyond } }
      : { yes: { profile: beyond }, no: { profile: within } };
  },
  "profile-postal-code-distance": ({ filter }: { filter: Filter }) => {
    const there: Person = { profile: { location: { zip: "10001", country: "United States" } } };
    const elsewhere: Person = { profile: { location: { zip: "10002", country: "US" } } };
    return filter.operator === "less-than" ? { yes: there, no: elsewhere } : { no: there };
  },
  // Nobody has any.
  "profile-has-custom-object": ({ filter }: { filter: Filter }) =>
    ["less-than", "less-than-or-equal", "not-equals"].includes(filter.operator)
      ? { yes: {} }
      : { no: {} },
};

/** Whether nothing at all would do, so that only one too many does not. */
const noOther = ({ operator }: Filter) => /^(less|not-equals)/.test(operator);

const asCast = (yes: Person | undefined, no: Person | undefined): Cast => ({
  ...(yes && { yes }),
  ...(no && { no }),
});
const castOf = ({ yes, no }: Pair, person: (value: unknown) => Person): Cast =>
  asCast(yes === nothing ? undefined : person(yes), no === nothing ? undefined : person(no));
const withConsent = (consent: Consent | undefined): Person | undefined =>
  consent && { profile: { consent } };

function accountNow(): Account {
  const clock = new Clock({ frozenAt: now });
  const settings = { companyId: "Tests1", sms: true };
  const rules = { ...noRules, follow: followSegments };
  const limiting = new AccountLimits(new WorldLimits("off", () => []), undefined);
  return new Account(settings, clock, 1, limiting, {
    rules,
    recorder: noRecorder,
    lateness: immediate,
  });
}

const segmentOf = (condition: Condition): Change =>
  put(segments, {
    id: "Some01",
    seq: 1,
    name: "Some",
    created: 0,
    updated: 0,
    definition: { condition_groups: [{ conditions: [condition] }] } as unknown as SegmentDefinition,
    defined: 0,
    is_active: true,
    is_processing: false,
    is_starred: false,
  });

/** Somebody of whom nothing is known. */
const stranger: Omit<Profile, "id" | "seq"> = {
  email: null,
  phone_number: null,
  external_id: null,
  anonymous_id: null,
  _kx: null,
  first_name: null,
  last_name: null,
  organization: null,
  locale: null,
  title: null,
  image: null,
  location: null,
  properties: {},
  created: 0,
  updated: 0,
  last_event_date: null,
  consent: freshConsent,
};

/** All that is written of somebody, the profile first: what follows comes after it. */
function writing(id: string, { profile, events: happened = [], joined }: Person): Change[] {
  const seq = id === "yes" ? 2 : 3;
  const member = { kind: "list", group: "NewsLs", profile: id } as const;
  return [
    put(profiles, { ...stranger, id, seq, ...profile }),
    ...happened.map(({ at, properties }, index) =>
      put(events, {
        id: `${id}${index}`,
        seq: 10 + index,
        time: Date.parse(at),
        metric: "Order1",
        profile: id,
        unique_id: `${index}`,
        properties,
      }),
    ),
    ...(joined === undefined
      ? []
      : [put(memberships, { ...member, id: `NewsLs ${id}`, seq: 4, joined: Date.parse(joined) })]),
  ];
}

const membersOf = (account: Account): string[] =>
  [...account.table(memberships).all()].flatMap(({ kind, profile }) =>
    kind === "segment" ? [profile] : [],
  );

describe("a condition", () => {
  it.each([...new Set(conditions.map(({ type }) => type))])(
    "of %s tells those who meet it from those who do not, by each filter and operator",
    (type) => {
      const wrong: string[] = [];
      const meant = conditions.filter((each) => each.type === type);
      for (const condition of meant) {
        const people = cast[type]?.(condition as never) ?? {};
        const expected = people.yes === undefined ? [] : ["yes"];
        // As the writes come in, and worked out at once.
        const following = accountNow();
        following.commit([segmentOf(condition)]);
        const filled = accountNow();
        for (const [id, person] of Object.entries(people)) {
          for (const change of writing(id, person)) following.commit([change]);
          filled.commit(writing(id, person));
        }
        filled.commit([segmentOf(condition)]);
        atOnce(fillSegment(filled, { id: "Some01", defined: 0 }, now));
        const found = [membersOf(following), membersOf(filled)];
        if (JSON.stringify(found) !== JSON.stringify([expected, expected])) {
          wrong.push(`${JSON.stringify(condition)}: ${JSON.stringify({ found, people })}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(meant.length).toBeGreaterThan(1);
    },
  );
});

describe("a definition of a folder of an earlier version", () => {
  const count = {
    type: "profile-metric",
    metric_id: "Order1",
    measurement: "count",
    measurement_filter: {
      type: "numeric",
      operator: "greater-than",
      value: 0,
    },
  };
  const last = { type: "date", operator: "in-the-last", unit: "minute", quantity: 60 };
  const list = { type: "list", operator: "contains", value: true };
  it.each<[string, Condition, Person]>([
    ["without a time", count, { events: [{ at: "2026-07-01T00:00:00Z", properties: {} }] }],
    [
      "of minutes",
      { ...count, timeframe_filter: last },
      { events: [{ at: "2026-07-20T00:00:00Z", properties: {} }] },
    ],
    [
      "of consent alone",
      { type: "profile-marketing-consent", consent: { channel: "email" } },
      { profile: { consent: freshConsent } },
    ],
    [
      "of a list with a yes in it",
      { type: "profile-property", property: "properties['p']", filter: list },
      { profile: { properties: { p: [true] } } },
    ],
  ])("%s holds as it did", (_what, condition, person) => {
    const account = accountNow();
    account.commit([segmentOf(condition)]);
    account.commit(writing("yes", person));
    expect(membersOf(account)).toEqual(["yes"]);
  });
});
