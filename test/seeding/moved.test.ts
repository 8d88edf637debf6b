import { describe, expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { lived } from "../../src/emulation/lived.ts";
import { compiledEnd, compiledText, readCompiled } from "../../src/seeding/compiled-plan.ts";
import { movedTo, offsetsOf } from "../../src/seeding/past/wall-time.ts";
import type { AccountPlan, SeedPlan } from "../../src/seeding/plan.ts";
import { plant } from "../../src/seeding/plant/plant.ts";
import { freshConsent } from "../../src/domain/consent/consent.ts";
import { type Profile, profiles } from "../../src/domain/resources/profile.ts";
import { compareScalars, keysOf } from "../../src/world/store/record.ts";
import { State } from "../../src/world/store/state.ts";
import type { Table } from "../../src/world/store/store.ts";
import { atOnce } from "../../src/world/time/slices.ts";
import { createWorld, planTexts } from "./support.ts";

const zone = "America/New_York";
const offsets = offsetsOf(zone, Date.UTC(2020, 0, 1), Date.UTC(2030, 0, 1));
const hour = 3_600_000;
const day = 24 * hour;
const end = compiledEnd;

/** What a clock of the zone shows at an instant. */
const shown = (at: number) => new Date(at).toLocaleString("sv-SE", { timeZone: zone });

describe("a past that is moved to the start", () => {
  it.each([
    "2026-03-08T06:30:00Z",
    "2026-03-08T07:30:00Z",
    "2026-11-01T05:30:00Z",
    "2026-11-01T06:30:00Z",
  ])("keeps the hour of everything where it starts at %s, when the clocks change", (start) => {
    const now = Date.parse(start);
    const move = movedTo(now, end, offsets);
    const midnight = shown(move(end));
    expect(midnight.slice(11)).toBe("00:00:00");
    expect(move(end)).toBeLessThanOrEqual(now);
    expect(now - move(end)).toBeLessThan(25 * hour);
    for (let days = 1; days < 400; days += 1) {
      expect(shown(move(end - days * day + 9 * hour)).slice(11)).toBe("09:00:00");
    }
  });

  it("keeps the order of everything: no time is skipped, and none comes twice", () => {
    const move = movedTo(Date.parse("2026-12-01T12:00:00Z"), end, offsets);
    const minutes = Array.from({ length: 400 * 24 * 12 }, (_, at) => end - at * 300_000);
    const moved = minutes.map(move).reverse();
    for (const [index, at] of moved.entries()) {
      expect(at).toBeGreaterThanOrEqual(moved[index - 1] ?? 0);
    }
    // 02:30 of the eighth of March is skipped, and comes when 03:00 does.
    expect(moved.filter((at) => at === Date.parse("2026-03-08T07:00:00Z"))).toHaveLength(13);
  });

  it("is as if it had been run there", async () => {
    const plan = await planTexts([shop]);
    const at = Date.UTC(2026, 6, 20);
    const run = (frozenAt: number) =>
      lived(plan, { api: createApi({ trusted: true }), settings: settings(frozenAt) });
    const [there, then] = [await run(at), await run(end)];
    const states = then.accounts.map((each) => each.lived?.(end));
    const moved = readCompiled(compiledText(plan, states));
    // The time in an id stays that at which it was made.
    const told = (text: string) => text.replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, "an id");
    const [one, other] = [there, moved].map((each) => everythingOf(each).map(told).toSorted());
    expect(one?.length).toBeGreaterThan(500);
    expect(other).toEqual(one);
  });
});

describe("a compiled past, wherever it is moved to", () => {
  it("has a table in the order of each of its indexes, where its hours are skipped, too", async () => {
    const [account] = (await planTexts([`{ company_id: Tests1, timezone: ${zone} }`])).accounts;
    // Of those of a night, who came first was changed last.
    const changed = Array.from({ length: 400 }, (_, at) => {
      const night = end - (1 + Math.floor(at / 4)) * day;
      const [created, updated] = [night, night + 3 * hour - (at % 4) * 600_000 - 1000];
      return {
        id: `P${at}`,
        seq: at + 1,
        email: `${at}@example.com`,
        consent: freshConsent,
        created,
        updated,
      };
    });
    const state = State.at({ seed: "1", seq: 402, lastIdMs: 0, dice: {} });
    atOnce(state.table(profiles).load(changed as never));
    const read = readCompiled(compiledText({ accounts: [account as AccountPlan] }, [state]));
    const walkedAt = (at: number) => {
      const table = read.accounts[0]?.lived?.(at).table(profiles) as Table<Profile>;
      const { records, orders = [] } = atOnce(table.listed(0));
      expect(orders).toHaveLength(table.collection.indexes.length + 1);
      table.collection.indexes.forEach((index, place) => {
        const keys = keysOf(table.collection, index);
        const walked = Array.from(orders[place + 1] ?? [], (each) => records[each] as Profile);
        const differing = walked.slice(1).map((next, before) => {
          const one = walked[before] as Profile;
          const key = keys.find((each) => each(one) !== each(next));
          return key ? compareScalars(key(one), key(next)) : one.seq - next.seq;
        });
        expect([index, differing.filter((order) => order >= 0)]).toEqual([index, []]);
      });
      return new Set([...table.all()].map(({ updated }) => updated)).size;
    };
    const starts = Array.from({ length: 40 }, (_, days) => Date.UTC(2026, 2, 1, 12) + days * day);
    const distinct = starts.map(walkedAt);
    expect([Math.max(...distinct), Math.min(...distinct)]).toEqual([400, 397]);
  });
});

const settings = (frozenAt: number) =>
  ({ seed: 1, limits: "off", authScheme: "", badKeyStatus: 401, frozenAt }) as const;

/** Every record that is planted of a plan, as text. */
function everythingOf(plan: SeedPlan): string[] {
  const world = createWorld();
  plant(world, plan);
  return [...world.accounts.values()].flatMap((account) =>
    [...account.tables()].flatMap(([name, table]) =>
      Array.from(table.all(), (record) => `${name} ${JSON.stringify(sorted(record))}`),
    ),
  );
}

const sorted = (record: object) => Object.fromEntries(Object.entries(record).sort());

const shop = `
company_id: Tests1
timezone: UTC
lists: [{ name: Newsletter, id: News01 }]
generate: { profiles: 40, events: 400, span: 300d, lists: { email: Newsletter } }
templates: [{ name: Letter, html: '<a href="https://shop.example.com/new">New</a>' }]
flows:
  - { name: Welcome, list: Newsletter, status: live, created: -300d, emails: [{ subject: Hi, template: Letter }] }
forms: [{ name: Popup, list: Newsletter, status: live, created: -300d }]
history: { flows: true, campaigns: 4, visits: 60, reviews: 10 }
`;
