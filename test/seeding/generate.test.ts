import { isPossiblePhoneNumber } from "libphonenumber-js/min";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadSeed } from "../../src/seeding/load.ts";
import type { AccountPlan } from "../../src/seeding/plan.ts";
import { planText } from "./support.ts";

const shop = (more: string) => `company_id: SHOP01
sms: true
lists: [{ name: News }, { name: Bought }]
segments: [{ name: Loyal }, { name: Silent }]
generate: ${more}`;

interface Told {
  readonly metric: string;
  readonly time: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly uniqueId: string;
}

/** Each profile's events in their order. */
function storiesOf({ events, metrics, properties, profiles }: AccountPlan): Told[][] {
  const stories: Told[][] = profiles.map(() => []);
  for (const [, time, metric, profile, said, uniqueId] of events) {
    const at = Number(time);
    stories[profile]?.push({
      metric: metrics[metric]?.name ?? "",
      time: at,
      properties: properties[said] ?? {},
      uniqueId: uniqueId ?? String(at / 1000),
    });
  }
  return stories;
}

describe("the generator", () => {
  let plan: AccountPlan;
  let stories: Told[][];
  const emailOf = (place: number) => plan.profiles[place]?.known.email;

  beforeAll(async () => {
    const text = shop(
      "{ profiles: 500, events: 6000, lists: { email: News, customers: Bought }, segments: { Loyal: { orders: 3 }, Silent: { quiet: 60d } } }",
    );
    plan = await planText(text);
    stories = storiesOf(plan);
  });

  it("makes as many people and events as the demo says, those written out counted", async () => {
    const { accounts } = await loadSeed({ fixtures: ["demo"], seed: 1 });
    expect(accounts.map(({ profiles, events }) => [profiles.length, events.length])).toEqual([
      [200, 2000],
    ]);
  });

  it("keeps what is written out beside what it makes", async () => {
    const { profiles } = await planText(
      `profiles: [{ email: ada@example.com, first_name: Ada }]\n${shop("{ profiles: 3, events: 9 }")}`,
    );
    expect(profiles.map(({ known }) => known.email).includes("ada@example.com")).toBe(true);
    expect(profiles.length).toBe(3);
  });

  it("makes exactly what it is asked for, whatever that is", async () => {
    const asked = fc.record({
      profiles: fc.integer({ min: 1, max: 40 }),
      each: fc.float({ min: 0, max: 60, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(asked, fc.integer(), async ({ profiles, each }, seed) => {
        const events = Math.floor(profiles * each);
        const made = await planText(shop(`{ profiles: ${profiles}, events: ${events} }`), seed);
        expect([made.profiles.length, made.events.length]).toEqual([profiles, events]);
      }),
      { numRuns: 60 },
    );
  });

  it("lets nothing happen before somebody signs up, nor in the future", () => {
    for (const [place, story] of stories.entries()) {
      const created = Number(plan.profiles[place]?.created);
      expect(story.every(({ time }) => time >= created && time < 0)).toBe(true);
    }
  });

  it("gives each event of a person a second of its own", () => {
    const short = "{ profiles: 2, events: 70, span: 1d }";
    return planText(shop(short)).then((dense) => {
      for (const story of [...stories, ...storiesOf(dense)]) {
        expect(new Set(story.map(({ time }) => time / 1000)).size).toBe(story.length);
        expect(story.every(({ time }) => Number.isInteger(time / 1000))).toBe(true);
      }
    });
  });

  it("tells of no order before its checkout, and of nothing that became of it before the order", () => {
    const causes: Record<string, readonly [string, (id: string) => string]> = {
      "Placed Order": ["Started Checkout", (id) => `${id}-checkout`],
      "Ordered Product": ["Placed Order", (id) => id.replace(/-\d+$/, "")],
      "Fulfilled Order": ["Placed Order", (id) => id],
      "Cancelled Order": ["Placed Order", (id) => id],
      "Refunded Order": ["Fulfilled Order", (id) => id],
    };
    let checked = 0;
    for (const story of stories) {
      for (const { metric, time, uniqueId } of story) {
        const [cause, idOf] = causes[metric] ?? [];
        if (cause === undefined || idOf === undefined) continue;
        const before = story.find(
          (each) => each.metric === cause && each.uniqueId === idOf(uniqueId),
        );
        expect(before?.time).toBeLessThan(time);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(200);
  });

  it("puts nothing into a cart that was not seen before", () => {
    const unseen = stories.flatMap((story) => {
      const seen = new Set<unknown>();
      return story.filter(({ metric, properties }) => {
        if (metric === "Viewed Product") seen.add(properties.SKU);
        return metric === "Added to Cart" && !seen.has(properties.SKU);
      });
    });
    expect(unseen).toEqual([]);
  });

  it("gives an order the value of its items", () => {
    const orders = stories.flat().filter(({ metric }) => metric === "Placed Order");
    for (const { properties } of orders) {
      const items = properties.Items as { RowTotal: number }[];
      const total = items.reduce((sum, { RowTotal }) => sum + RowTotal, 0);
      expect(properties.$value).toBeCloseTo(total, 6);
    }
    expect(orders.length).toBeGreaterThan(50);
  });

  it("uses each unique id once for a profile and a metric", () => {
    for (const story of stories) {
      const all = story.map(({ metric, uniqueId }) => `${metric} ${uniqueId}`);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it("tells of nothing after somebody has unsubscribed", () => {
    const left = stories.filter((story) => story.some(({ metric }) => metric.startsWith("Unsub")));
    expect(left.length).toBeGreaterThan(5);
    for (const story of left)
      expect(story.at(-1)?.metric).toBe("Unsubscribed from Email Marketing");
  });

  it("gives nobody another's email, and none that could reach anybody", () => {
    const emails = plan.profiles.map(({ known }) => known.email ?? "");
    expect(new Set(emails).size).toBe(500);
    expect(emails.filter((email) => !/^[a-z.]+\d*@example\.(com|org|net)$/.test(email))).toEqual(
      [],
    );
  });

  it("gives some people a possible phone number, nobody another's", () => {
    const phones = plan.profiles.flatMap(({ known }) => known.phone_number ?? []);
    expect(new Set(phones).size).toBe(phones.length);
    expect(phones.length).toBeGreaterThan(100);
    expect(phones.filter((phone) => !isPossiblePhoneNumber(phone))).toEqual([]);
  });

  it("never gives a generated person what somebody written out has", async () => {
    const bare = await planText(shop("{ profiles: 30, events: 0 }"));
    const taken = bare.profiles.slice(0, 5).map(({ known }) => known.email);
    const written = `profiles: [${taken.map((email) => `{ email: ${email}, created: -1d }`).join(", ")}]`;
    const { profiles } = await planText(`${written}\n${shop("{ profiles: 35, events: 0 }")}`);
    expect(new Set(profiles.map(({ known }) => known.email)).size).toBe(35);
  });

  it("puts those into a segment whose story meets its rule, and no others", () => {
    for (const [place, story] of stories.entries()) {
      const orders = story.filter(({ metric }) => metric === "Placed Order").length;
      const last = story.at(-1)?.time ?? 0;
      const segments = plan.profiles[place]?.segments.map(([segment]) => segment) ?? [];
      expect([emailOf(place), segments.includes(0)]).toEqual([emailOf(place), orders >= 3]);
      const silent = story.length > 0 && last <= -60 * 86_400_000;
      expect([emailOf(place), segments.includes(1)]).toEqual([emailOf(place), silent]);
    }
  });

  it("puts subscribers into the list for them, and those who left into none", () => {
    for (const { consent, lists } of plan.profiles) {
      const subscribed = consent?.email?.[0] === "SUBSCRIBED";
      expect(lists.some(([list]) => list === 0)).toBe(subscribed);
    }
  });
});
