import { describe, expect, it } from "vitest";
import { loadSeed } from "../../src/seeding/load.ts";
import { planText, planTexts } from "./support.ts";

const people = `company_id: SHOP01
profiles:
  - { email: late@example.com, created: -1d }
  - { email: early@example.com, created: -9d }
metrics: [{ name: Placed Order }]
events:
  - { profile: EARLY@example.com, metric: Placed Order, time: -3d, value: 5, value_currency: EUR, unique_id: A, properties: { b: 1 } }
  - { profile: late@example.com, metric: Placed Order, time: -5d }
`;

describe("a plan", () => {
  it("is the same for the same seed", async () => {
    const demo = () => loadSeed({ fixtures: ["demo"], seed: 1 });
    expect(await demo()).toEqual(await demo());
  });

  it("has other ids and other people for another seed", async () => {
    const [one, two] = await Promise.all(
      [1, 2].map((seed) => loadSeed({ fixtures: ["demo"], seed })),
    );
    const ids = (plan: typeof one) => [...(plan?.accounts[0]?.events ?? [])].map(([id]) => id);
    const emails = (plan: typeof one) =>
      plan?.accounts[0]?.profiles.map(({ known }) => known.email);
    expect(new Set([...ids(one), ...ids(two)]).size).toBe(4000);
    expect(emails(one)).not.toEqual(emails(two));
  });

  it("gives ids that sort as the profiles were created", async () => {
    const { profiles } = await planText(people);
    const [late, early] = profiles;
    expect(early && late && early.id < late.id).toBe(true);
  });

  it("has events in the order of their times", async () => {
    const { events } = await planText(people);
    expect([...events].map(([, time]) => time)).toEqual([-5 * 86_400_000, -3 * 86_400_000]);
  });

  it("finds an event's profile in whatever letter case its email is written", async () => {
    const { events } = await planText(people);
    expect([...events].map(([, , , profile]) => profile)).toEqual([0, 1]);
  });

  it("holds event properties as they are read back", async () => {
    const { properties } = await planText(people);
    expect(properties).toEqual([{ b: 1, $event_id: "A", $value: 5, $value_currency: "EUR" }, {}]);
  });

  it("has one key with full access where no file names any", async () => {
    const { keys } = await planText("company_id: SHOP01");
    expect(keys).toEqual([
      { name: "full", secret: expect.stringMatching(/^pk_[0-9a-f]{34}$/), grant: "full" },
    ]);
  });

  it("draws the company id where none is given", async () => {
    const { settings } = await planText("name: A Shop");
    expect(settings.companyId).toMatch(/^[0-9A-Za-z]{6}$/);
  });

  it("lets a person without a date of arrival be there by their first event", async () => {
    const { profiles } = await planText(`
profiles: [{ email: a@example.com }, { email: b@example.com }]
metrics: [{ name: M }]
events: [{ profile: a@example.com, metric: M, time: -90d }]`);
    expect(profiles.map(({ created }) => created)).toEqual([-90 * 86_400_000, -30 * 86_400_000]);
  });

  it("brings together what two files say of one account", async () => {
    const more = `company_id: SHOP01
events: [{ profile: late@example.com, metric: Placed Order, time: -1h }]`;
    const { accounts } = await planTexts([people, more]);
    expect(accounts.map(({ events }) => events.length)).toEqual([3]);
  });

  it("has as many accounts as one file describes", async () => {
    const { accounts } = await planTexts([
      `accounts:
  - { company_id: ABCDE1, name: One }
  - { company_id: ABCDE2, name: Two }`,
    ]);
    expect(accounts.map(({ about }) => about.contact_information.organization_name)).toEqual([
      "One",
      "Two",
    ]);
  });

  it("reads JSON as it reads YAML", async () => {
    const text = JSON.stringify({ company_id: "SHOP01", lists: [{ name: "A" }] }, null, "\t");
    expect((await planText(text)).lists.map(({ name }) => name)).toEqual(["A"]);
  });

  it("unfolds anchors and aliases", async () => {
    const text =
      "metrics:\n  - { name: A, integration: &i { key: k, name: K } }\n  - { name: B, integration: *i }";
    const { metrics } = await planText(text);
    expect(metrics[0]?.integration).toEqual(metrics[1]?.integration);
  });

  it("keeps odd names of properties as data", async () => {
    const text =
      'profiles: [{ email: a@example.com, properties: { __proto__: { x: 1 }, $a: 2, "b.c": 3, "\\uD800": 4 } }]';
    const plan = await planText(text);
    const known = JSON.parse(JSON.stringify(plan)).profiles[0].known;
    expect(Object.entries(known.properties)).toEqual([
      ["__proto__", { x: 1 }],
      ["$a", 2],
      ["b.c", 3],
      ["\uD800", 4],
    ]);
  });

  it("suppresses who has unsubscribed from email", async () => {
    const text = "profiles: [{ email: a@example.com, consent: { email: UNSUBSCRIBED } }]";
    const { profiles } = await planText(text);
    expect(profiles[0]?.consent?.suppression.map(([reason]) => reason)).toEqual(["UNSUBSCRIBE"]);
  });
});
