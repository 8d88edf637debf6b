import { describe, expect, it } from "vitest";
import { subscriptionsOf } from "../../src/domain/consent/subscriptions-object.ts";
import { accounts } from "../../src/domain/resources/account.ts";
import { events, metrics } from "../../src/domain/resources/event.ts";
import { profiles } from "../../src/domain/resources/profile.ts";
import { createApi } from "../../src/areas/index.ts";
import { listsOf, segmentsOf } from "../../src/domain/segments/membership.ts";
import { loadSeed } from "../../src/seeding/load.ts";
import { plant } from "../../src/seeding/plant/plant.ts";
import type { SeedPlan } from "../../src/seeding/plan.ts";
import type { Account } from "../../src/world/account.ts";
import type { World } from "../../src/world/world.ts";
import { createWorld, now, planTexts } from "./support.ts";

const small = () => loadSeed({ fixtures: ["small"], seed: 1 });

function planted(plan: SeedPlan, at = now): { world: World; account: Account } {
  const world = createWorld(at);
  plant(world, plan);
  return { world, account: [...world.accounts.values()][0] as Account };
}

const everything = (account: Account) =>
  [...createApi({ trusted: true }).collections.values()].map((each) => [
    ...account.table(each as never).all(),
  ]);

const ada = (account: Account) =>
  account.table(profiles).find(["email"], ["ada.byron@example.com"]);

describe("planting", () => {
  it("plants the same from a plan that went through JSON", async () => {
    const plan = await loadSeed({ fixtures: ["demo"], seed: 1 });
    const again = JSON.parse(JSON.stringify(plan)) as SeedPlan;
    expect(everything(planted(again).account)).toEqual(everything(planted(plan).account));
  });

  it("makes the keys known with their scopes", async () => {
    const { world, account } = planted(await small());
    const found = world.findKey("pk_EventsOnlyDemo");
    expect([found?.account.id, [...(found?.key.scopes ?? [])]]).toEqual([
      account.id,
      ["events:write"],
    ]);
  });

  it("makes each index find what was planted", async () => {
    const { account } = planted(await small());
    const profile = ada(account);
    const range = { prefix: [profile?.id ?? ""] };
    const times = [...account.table(events).scan(["profile_id", "datetime"], range)];
    expect(times.map(({ time }) => new Date(time).toISOString().slice(0, 16))).toEqual([
      "2026-01-10T08:05",
      "2026-01-10T08:10",
      "2026-01-10T08:12",
      "2026-03-01T12:00",
      "2026-03-01T12:10",
      "2026-05-20T18:30",
    ]);
  });

  it("lets a profile say when it was last heard of", async () => {
    const { account } = planted(await small());
    expect(ada(account)?.last_event_date).toBe(Date.UTC(2026, 4, 20, 18, 30));
    const till = account.table(profiles).find(["external_id"], ["till-7"]);
    expect([till?.last_event_date, till?.updated]).toEqual([null, Date.UTC(2026, 3, 4, 8)]);
  });

  it("takes the time's seconds for the unique id of an event without one", async () => {
    const { account } = planted(await small());
    const [first] = account.table(events).scan(["datetime"]);
    expect([first?.unique_id, first?.properties]).toEqual([
      String(Date.UTC(2026, 0, 10, 8, 5) / 1000),
      { ProductName: "Difference Engine" },
    ]);
  });

  it("counts relative times from the whole second of planting", async () => {
    const text = `profiles: [{ email: a@example.com, created: -1d }]
metrics: [{ name: M }]
events: [{ profile: a@example.com, metric: M, time: -1500ms }]`;
    const { account } = planted(await planTexts([text]), now + 777);
    const [event] = account.table(events).all();
    const [profile] = account.table(profiles).all();
    expect([event?.time, profile?.created]).toEqual([now - 2000, now - 86_400_000]);
  });

  it("puts people into their lists and segments", async () => {
    const { account } = planted(await small());
    const { id = "" } = ada(account) ?? {};
    expect(listsOf(account, id).map(({ name }) => name)).toEqual(["Newsletter", "Customers"]);
    expect(segmentsOf(account, id).map(({ name }) => name)).toEqual(["VIP"]);
  });

  it("plants consent and suppressions", async () => {
    const { account } = planted(await small());
    const email = (address: string) => {
      const found = account.table(profiles).find(["email"], [address]);
      return found && subscriptionsOf(found.consent, null).email.marketing;
    };
    expect(email("grace.murray@example.org")?.consent).toBe("UNSUBSCRIBED");
    expect(email("alan.mathison@example.net")?.suppression).toEqual([
      { reason: "HARD_BOUNCE", timestamp: "2026-03-01T08:00:00.000000+00:00" },
    ]);
  });

  it("gives metrics without an integration that of the account's API", async () => {
    const { account } = planted(await small());
    const integrations = [...account.table(metrics).all()].map((m) => m.integration);
    expect(new Set(integrations.map(({ id }) => id)).size).toBe(1);
    expect(integrations[0]?.key).toBe("api");
  });

  it("leaves nothing for the first exchange to be blamed for", async () => {
    expect(planted(await small()).account.takeWritten()).toEqual([]);
  });

  it("draws nothing that the running account would draw", async () => {
    const { account } = planted(await small());
    const fresh = createWorld().addAccount({ companyId: "DEMO01", sms: true });
    for (const stream of ["profile", "event", "metric"]) {
      expect(account.dice(stream).word()).toBe(fresh.dice(stream).word());
    }
  });

  it("adds to an account that the world has already", async () => {
    const world = createWorld();
    plant(world, await small());
    const more = "company_id: DEMO01\nprofiles: [{ email: new@example.com, created: -1d }]";
    plant(world, await planTexts([more], 2));
    const account = world.accounts.get("DEMO01");
    expect(account?.table(profiles).size).toBe(6);
    expect(account?.table(accounts).size).toBe(1);
  });

  it("takes very many events out of the plan, and all of them are there", async () => {
    const plan = await planTexts([
      "company_id: DEMO01\ngenerate: { profiles: 600, events: 6000, span: 30d }",
    ]);
    const ids = [...(plan.accounts[0]?.events ?? [])].map(([id]) => id);
    expect(ids).toHaveLength(6000);
    const { account } = planted(plan);
    expect([...(plan.accounts[0]?.events ?? [])]).toEqual([]);
    const byTime = [...account.table(events).scan(["datetime"], {})];
    expect(byTime.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(byTime.map(({ seq }) => seq)).toEqual(
      byTime.map(({ seq }) => seq).toSorted((a, b) => a - b),
    );
  });

  it("lets two accounts with the same people share nothing", async () => {
    const same =
      "profiles: [{ email: a@example.com }]\nmetrics: [{ name: M }]\nevents: [{ profile: a@example.com, metric: M, time: -1d }]";
    const plan = await planTexts([`company_id: SHOP01\n${same}`, `company_id: SHOP02\n${same}`]);
    const world = createWorld();
    plant(world, plan);
    const idsOf = (account: Account) =>
      [profiles, metrics, events].flatMap((each) =>
        [...account.table(each as never).all()].map(({ id }: { id: string }) => id),
      );
    const [one = [], two = []] = [...world.accounts.values()].map(idsOf);
    expect([one.length, two.length]).toEqual([3, 3]);
    expect(one.filter((id) => two.includes(id))).toEqual([]);
  });
});
