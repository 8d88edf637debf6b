import { describe, expect, it } from "vitest";
import { Dice } from "../../src/world/dice.ts";
import type { Fields } from "../support/sending.ts";
import { quiet } from "../support/newsletter.ts";
import { reporting } from "./asking.ts";
import { sentShop } from "./sent.ts";
import { datesOf, everythingHeard, mondayOf, statisticsOf, wallText } from "./second-way.ts";

/** How many histories there are: `REPORT_HISTORIES=500` tries more. */
const histories = Number(process.env["REPORT_HISTORIES"] ?? 20);

const hour = 3_600_000;
const day = 24 * hour;

/** Where a history begins, a few weeks before clocks change there, or a day goes missing. */
const places = [
  ["America/New_York", "2025-10-14T12:00:00Z"],
  ["America/New_York", "2026-02-20T12:00:00Z"],
  ["Europe/Berlin", "2026-03-10T12:00:00Z"],
  ["Australia/Lord_Howe", "2026-03-16T12:00:00Z"],
  ["America/St_Johns", "2025-10-13T12:00:00Z"],
  ["Asia/Kathmandu", "2026-05-20T12:00:00Z"],
  ["Pacific/Kiritimati", "2026-06-20T12:00:00Z"],
] as const;

const keys = [
  "today",
  "yesterday",
  "this_week",
  "last_week",
  "this_month",
  "last_month",
  "last_7_days",
  "last_30_days",
];

/** A shop, and some weeks in which it sends campaigns, people do what they do, and segments lose and gain members. */
async function history(seed: number) {
  const dice = Dice.from(seed, "report history");
  const [zone, begin] = dice.pick(places);
  const shop = await sentShop({ zone, at: Date.parse(begin), readers: 6, seed });
  const { everybody } = shop;
  const campaigns = [
    await shop.campaign("Summer"),
    await shop.campaign("Winter"),
    await shop.campaign("Sale", "sms"),
  ];
  const sent: ReturnType<typeof shop.mail> = [];
  /** Who was in the segment when: in milliseconds since 1970. */
  const moves: { readonly at: number; readonly added: number; readonly removed: number }[] = [];
  let members = new Set<string>();
  const look = async () => {
    const { many } = await shop.get("/api/segments/Adas01/profiles?page[size]=100");
    const now = new Set(many.map(({ id }) => id));
    const added = [...now].filter((id) => !members.has(id)).length;
    const removed = [...members].filter((id) => !now.has(id)).length;
    moves.push({ at: shop.now(), added, removed });
    members = now;
  };
  await look();
  for (let step = 0; step < 40; step += 1) {
    const what = dice.integer(0, 9);
    const person = dice.pick(everybody);
    if (what <= 2) {
      const campaign = dice.pick(campaigns);
      const channel = campaign === campaigns[2] ? "sms" : "email";
      const [deliver, bounce] = dice.pick([
        [1, 0],
        [0.5, 0.3],
      ] as const);
      shop.rates({ deliver, bounce, ...(dice.fraction() < 0.5 && { open: 0.5, click: 0.3 }) });
      const to = everybody.slice(dice.integer(0, 3));
      sent.push(...shop.mail(campaign, to, { channel }));
      shop.rates({ ...quiet, bounce: 0 });
    } else if (what <= 5 && sent.length > 0) {
      const message = dice.pick(sent);
      const reactions = ["open", "open", "click", "unsubscribe", "mark"] as const;
      if (dice.fraction() < 0.3) await shop.subscribe(person);
      shop.happens(message, message.channel === "sms" ? "click" : dice.pick(reactions));
    } else if (what <= 7) {
      await shop.order(person, dice.integer(1, 9999) / 100);
    } else {
      const first_name = dice.pick(["Ada", "Eve"]);
      const data = { type: "profile", id: person.id, attributes: { first_name } };
      await shop.patch(`/api/profiles/${person.id}`, { data });
      await look();
    }
    await shop.advance(dice.pick([0, 1000, 20 * 60_000, 7 * hour, day, 3 * day]));
  }
  return { ...shop, zone, campaigns, moves, dice };
}

/** Equal but for what binary fractions add. */
const rounded = (numbers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, Number(Number(value).toPrecision(12))]),
  );

describe("reports of random histories say what a second way says", () => {
  it.each(Array.from({ length: histories }, (_, seed) => seed))(
    "of campaigns, %i",
    async (seed) => {
      const shop = await history(seed);
      const { zone, campaigns, dice } = shop;
      const heard = await everythingHeard(shop.get);
      const { show } = reporting(shop.post, "campaign-values");
      const today = wallText(shop.now(), zone).slice(0, 10);
      const between = (key: string): [Fields, (wall: string) => boolean] => {
        const [first, last] = datesOf(key, today);
        return [{ key }, (wall) => wall.slice(0, 10) >= first && wall.slice(0, 10) <= last];
      };
      const [from, to] = [dice.integer(10, 40), dice.integer(0, 9)].map((days) =>
        wallText(shop.now() - days * day, zone).replace(/T.*/, `T${12 + (days % 10)}:30:00`),
      ) as [string, string];
      const custom: [Fields, (wall: string) => boolean] = [
        { start: `${from}+14:00`, end: `${to}Z` },
        (wall) => wall >= from && wall < to,
      ];
      const some = keys.filter(() => dice.fraction() < 0.4).map(between);
      for (const [timeframe, isIn] of [between("last_90_days"), custom, ...some]) {
        const expected = statisticsOf(heard, "Order1", (at) => isIn(wallText(at, zone)));
        const statistics = Object.keys([...expected.values()][0] ?? { recipients: 0 });
        const { results } = await show({ statistics, timeframe, conversion_metric_id: "Order1" });
        const shown = results.map(({ groupings, statistics: numbers }) => [
          groupings["campaign_message_id"],
          rounded(numbers),
        ]);
        expect([timeframe, Object.fromEntries(shown)]).toEqual([
          timeframe,
          Object.fromEntries([...expected].map(([message, each]) => [message, rounded(each)])),
        ]);
        const known = new Map(campaigns.map(({ campaign, message }) => [message, campaign]));
        for (const { groupings } of results) {
          const { campaign_id, campaign_message_id } = groupings;
          expect(known.get(campaign_message_id ?? "")).toBe(campaign_id);
        }
      }
    },
  );

  it.each(Array.from({ length: Math.ceil(histories / 4) }, (_, seed) => 1000 + seed))(
    "of segments, %i",
    async (seed) => {
      const { post, moves, zone, now } = await history(seed);
      const statistics = ["members_added", "members_removed", "total_members"];
      const { show } = reporting(post, "segment-series");
      const buckets = {
        hourly: (wall: string) => wall.slice(0, 13),
        daily: (wall: string) => wall.slice(0, 10),
        weekly: (wall: string) => mondayOf(wall.slice(0, 10)),
        monthly: (wall: string) => wall.slice(0, 7),
      };
      for (const [interval, bucketOf] of Object.entries(buckets)) {
        const key = interval === "hourly" ? "last_7_days" : "last_30_days";
        const [first] = datesOf(key, wallText(now(), zone).slice(0, 10));
        const { date_times = [], results } = await show({
          statistics,
          timeframe: { key },
          interval,
        });
        const named = date_times.map((at) => bucketOf(at.slice(0, 19)));
        const shown = results[0]?.statistics as Readonly<Record<string, readonly number[]>>;
        const sums = new Map<string, number[]>();
        for (const [index, name] of named.entries()) {
          const [added = 0, removed = 0] = sums.get(name) ?? [];
          sums.set(name, [
            added + (shown["members_added"]?.[index] ?? NaN),
            removed + (shown["members_removed"]?.[index] ?? NaN),
            shown["total_members"]?.[index] ?? NaN,
          ]);
        }
        const expected = [...sums.keys()].map((name) => {
          const walls = moves.map((move) => ({ ...move, wall: wallText(move.at, zone) }));
          const own = walls.filter(
            ({ wall }) => bucketOf(wall) === name && wall.slice(0, 10) >= first,
          );
          const until = walls.filter(({ wall }) => bucketOf(wall) <= name);
          const sum = (some: typeof walls, of: "added" | "removed") =>
            some.reduce((total, each) => total + each[of], 0);
          const total = sum(until, "added") - sum(until, "removed");
          return [name, [sum(own, "added"), sum(own, "removed"), total]];
        });
        expect([interval, [...sums]]).toEqual([interval, expected]);
      }
    },
  );
});
