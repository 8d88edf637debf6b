import { describe, expect, it } from "vitest";
import { put } from "../../src/world/store/store.ts";
import { flowRuns } from "../../src/domain/flows/records.ts";
import { messages } from "../../src/domain/messages/records.ts";
import { profiles } from "../../src/domain/resources/profile.ts";
import { Dice } from "../../src/world/dice.ts";
import type { Emulator, EmulatorOptions } from "../../src/index.ts";
import { crashed, newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { any, action, flowing, mail, property } from "../support/flowing.ts";

const dayMs = 24 * 3_600_000;
const days = 365;
/** With FLOWS_FULL=1 for longer: other seeds, and more people. */
const full = process.env["FLOWS_FULL"] === "1";
const seeds = full ? [1, 2, 3, 4, 5] : [1];
const people = full ? 200 : 8;

const zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"];

type World = Awaited<ReturnType<typeof flowing>>;

/** People on different ways through two flows, of which one is begun by what becomes of the other's messages. */
async function crowded(
  seed: number,
  chance = { open: 0.6, click: 0.3, unsubscribe: 0.05 },
): Promise<World> {
  const world = await flowing({ seed });
  const dice = Dice.from(seed, "a year in flows");
  const { flow, event, metric, rates, account, person } = world;
  rates(chance);
  const came = metric("Came");
  const delay = (id: string, next: string) =>
    action(
      id,
      "time-delay",
      {
        unit: dice.pick(["days", "hours", "minutes"]),
        value: dice.integer(0, 40),
        ...(dice.fraction() < 0.5 && { delay_until_time: dice.pick(["09:00", "02:30"]) }),
        ...(dice.fraction() < 0.5 && { delay_until_weekdays: ["monday", "thursday"] }),
      },
      next,
    );
  const split = action(
    "4",
    "conditional-split",
    { profile_filter: any({ type: "profile-sample", percentage: 50 }) },
    { next_if_true: "5", next_if_false: "7" },
  );
  const track = { service_method_type: "track-event", event_key: "Came" };
  flow({
    trigger: { type: "metric", id: came } as never,
    reentry: { duration: 10, unit: "day" },
    actions: [
      delay("1", "2"),
      mail("2", "One", "3", { smart_sending_enabled: true }),
      delay("3", "4"),
      split,
      mail("5", "Two", "6"),
      delay("6", "8"),
      action(
        "7",
        "update-profile",
        {
          profile_operations: [
            {
              operator: "update",
              property_key: "plan",
              property_type: "string",
              property_value: "gold",
            },
          ],
        },
        "6",
      ),
      // Round again, a while later.
      action("8", "internal-service", { service_configuration: track }, "9"),
      delay("9", "10"),
      action("10", "list-update", { name: "L", list_id: "Family", on_execution: true }),
    ],
  });
  flow({
    id: "Flow02",
    trigger: { type: "metric", id: metric("Bought") } as never,
    filter: any(property("plan", "gold")),
    actions: [action("21", "time-delay", { unit: "days", value: 400 }, "22"), mail("22", "Late")],
  });
  for (let at = 0; at < people; at += 1) {
    const address = `p${at}@example.com`;
    event("Came", address, { at });
    const zone = dice.pick(zones);
    const known = person(address);
    const consent = { ...known.consent, email: person("ada@example.com").consent.email } as never;
    account().commit([put(profiles, { ...known, consent, location: { timezone: zone } as never })]);
    if (dice.fraction() < 0.5) event("Bought", address);
    await world.advance(dice.integer(0, 7_200_000));
  }
  return world;
}

/** All that there is, in text. */
const everything = ({ account }: World): string =>
  JSON.stringify([
    ...[...account().tables()].map(([name, table]) => [name, [...table.all()]]),
    account().positions(),
    account().clock.now(),
  ]);

/** Who went where, and was sent what, when. */
const story = ({ account, runs }: World) => ({
  runs: runs().map(({ profile, flow, state, action: at, entered, ended }) =>
    [profile, flow, state, at, entered, ended].join(" "),
  ),
  messages: [...account().table(messages).all()]
    .map(({ to, subject, at }) => [at, to, subject].join(" "))
    .toSorted(),
});

describe.for(seeds)("a year in flows, seed %i,", (seed) => {
  it("is the same in one go and in days", async () => {
    const whole = await crowded(seed);
    const before = everything(whole);
    await whole.advance(days * dayMs);
    const expected = everything(whole);
    expect(expected).not.toBe(before);
    const runs = whole.runs();
    expect(runs.filter(({ state }) => state === "completed").length).toBeGreaterThan(people / 2);

    const daily = await crowded(seed);
    expect(everything(daily)).toBe(before);
    for (let day = 0; day < days; day += 1) await daily.advance(dayMs);
    expect(everything(daily)).toBe(expected);
  });

  it("goes the same way when its middle is put back", async () => {
    // Without chance: ids and dice go on where they had got to.
    const exact = { open: 1, click: 0, unsubscribe: 0 };
    const whole = await crowded(seed, exact);
    await whole.advance(days * dayMs);
    const back = await crowded(seed, exact);
    await back.advance(100 * dayMs);
    const middle = back.emulation.world.snapshot();
    await back.advance(days * dayMs);
    back.emulation.world.clock.freeze(whole.now() - 265 * dayMs);
    back.emulation.world.restore(middle);
    await back.advance(265 * dayMs);
    expect(story(back)).toEqual(story(whole));
  });
});

it("an advance that is ended on its way leaves nothing out and does nothing twice", async () => {
  const whole = await crowded(1);
  await whole.advance(days * dayMs);
  const halted = await crowded(1);
  const { clock } = halted.emulation.world;
  const end = halted.now() + days * dayMs;
  let halts = 0;
  while (halted.now() < end) {
    const advanced = clock.advance(end - halted.now());
    await new Promise(setImmediate);
    if (clock.halt()) halts += 1;
    await advanced;
    expect(clock.mode).toBe("frozen");
  }
  expect(halts).toBeGreaterThan(0);
  await clock.advance(0);
  expect(everything(halted)).toBe(everything(whole));
});

it("nobody who waits is left behind when many are due at once", async () => {
  const { flow, event, metric, runs, hours, account } = await flowing();
  flow({
    trigger: { type: "metric", id: metric("Came") } as never,
    actions: [action("1", "time-delay", { unit: "hours", value: 1 }, "2"), mail("2", "Hello")],
  });
  for (let at = 0; at < 450; at += 1) event("Came", `p${at}@example.com`);
  await hours(1);
  expect(runs().filter(({ state }) => state === "completed")).toHaveLength(450);
  expect([...account().table(flowRuns).scan(["due"])].every(({ due }) => due === null)).toBe(true);
});

it("goes the same way when its process is killed on the way", async () => {
  const fixture = fixtureFile(`
company_id: Tests1
lists: [{ name: News, id: NewsL1 }]
templates: [{ name: Letter, html: "<p>Hello</p>" }]
profiles:
${Array.from({ length: 9 }, (_, at) => `  - { email: p${at}@example.com, consent: { email: SUBSCRIBED } }`).join("\n")}
flows:
  - name: Welcome
    list: News
    status: live
    emails: [{ subject: One, template: Letter, after: 40d }, { subject: Two, template: Letter, after: 90d }]
`);
  const began = async (options: EmulatorOptions) => {
    const ways = await emulate({ fixtures: [fixture], ...options });
    const { emulator, post } = ways;
    emulator.rates.set({ deliver: 1, open: 1 });
    const ids = emulator.state.get("profiles").records.map(({ id }) => id);
    for (const id of ids) {
      await post("/api/lists/NewsL1/relationships/profiles", { data: [{ type: "profile", id }] });
      await emulator.clock.advance("7h");
    }
    return emulator;
  };
  const told = async (emulator: Emulator) => ({
    runs: emulator.flows.runs("Welcome"),
    messages: (await emulator.outbox.list()).map(({ to, subject, at }) => [to, subject, at]),
    events: emulator.state.counts()["events"],
    now: emulator.clock.now().now,
  });
  const whole = await began({});
  await whole.clock.advance("365d");
  const expected = await told(whole);
  expect(expected.messages).toHaveLength(18);

  const dataDir = newFolder();
  const killed = await began({ dataDir });
  await killed.clock.advance("100d");
  const { now } = killed.clock.now();
  // What was done is kept once a request has been answered.
  await killed.fetch("/api/lists");
  const again = { fixtures: [], dataDir: crashed(dataDir), frozenAt: now };
  const { emulator } = await emulate(again);
  await emulator.clock.advance("265d");
  expect(await told(emulator)).toEqual(expected);
});
