import { describe, expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { lived } from "../../src/emulation/lived.ts";
import { compiledEnd, compiledText, readCompiled } from "../../src/seeding/compiled-plan.ts";
import { movedTo, offsetsOf } from "../../src/seeding/past/wall-time.ts";
import type { SeedPlan } from "../../src/seeding/plan.ts";
import { plant } from "../../src/seeding/plant/plant.ts";
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
