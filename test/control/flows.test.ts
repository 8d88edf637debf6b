import { expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

const people = ["ada", "bob", "cyd"];

/** A flow of two mails, four hours apart, which three people have entered an hour after each other. */
const flowing = `
company_id: MyShop
keys: [{ name: full, scopes: full }]
lists: [{ name: News, id: NewsL1 }]
templates: [{ name: Letter, html: "<p>Hello</p>" }]
profiles:
${people.map((name) => `  - { email: ${name}@example.com, consent: { email: SUBSCRIBED } }`).join("\n")}
flows:
  - name: Welcome
    list: News
    status: live
    emails: [{ subject: One, template: Letter, after: 4h }, { subject: Two, template: Letter, after: 4h }]
`;

async function entered() {
  const ways = await emulate({ fixtures: [fixtureFile(flowing)] });
  const { emulator, post } = ways;
  for (const name of people) {
    const { records } = emulator.state.get("profiles");
    const id = records.find(({ email }) => email === `${name}@example.com`)?.["id"];
    await post("/api/lists/NewsL1/relationships/profiles", { data: [{ type: "profile", id }] });
    await emulator.clock.advance("1h");
  }
  const door = async (query = "") => {
    const response = await emulator.fetch(`/_emulator/flows/Welcome/runs${query}`);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { ...ways, door };
}

it("tells who waits where, and until when, and how a run ended", async () => {
  const { emulator, door } = await entered();
  const { runs } = (await door()).body as { runs: object[] };
  expect(runs).toMatchObject([
    {
      email: "ada@example.com",
      state: "waiting",
      type: "time-delay",
      until: "2026-07-20T16:00:00+00:00",
      enteredAt: "2026-07-20T12:00:00+00:00",
      endedAt: null,
      why: null,
      notes: [],
    },
    { email: "bob@example.com", until: "2026-07-20T17:00:00+00:00" },
    { email: "cyd@example.com", until: "2026-07-20T18:00:00+00:00" },
  ]);
  expect(emulator.flows.runs("Welcome")).toEqual(runs);
  await emulator.clock.advance("6h");
  const [ada] = emulator.flows.runs("Welcome", { profile: "ada@example.com" });
  expect(ada).toMatchObject({
    state: "completed",
    type: "send-email",
    until: null,
    endedAt: "2026-07-20T20:00:00+00:00",
  });
});

it("narrows to a state, a person, and a number", async () => {
  const { emulator, door } = await entered();
  await emulator.clock.advance("5h");
  const emails = async (query: string) =>
    ((await door(query)).body["runs"] as { email: string }[]).map(({ email }) => email);
  expect(await emails("?state=completed")).toEqual(["ada@example.com"]);
  expect(await emails("?state=waiting")).toEqual(["bob@example.com", "cyd@example.com"]);
  expect(await emails("?profile=cyd@example.com")).toEqual(["cyd@example.com"]);
  expect(await emails("?profile=cyd@example.com&state=left")).toEqual([]);
  expect(await emails("?limit=2")).toHaveLength(2);
});

it("refuses what it does not know, and says what it takes", async () => {
  const { door, emulator } = await entered();
  expect(await door("?state=gone")).toMatchObject({ status: 400 });
  expect(await door("?limit=0")).toMatchObject({ status: 400 });
  expect(await door("?profile=zoe@example.com")).toMatchObject({ status: 404 });
  const [{ id } = { id: "" }] = emulator.flows.list();
  expect(() => emulator.flows.runs("Goodbye")).toThrow(
    `no flow with id Goodbye (known: Welcome, ${id})`,
  );
  expect(() => emulator.flows.runs("Welcme")).toThrow("; did you mean Welcome?");
});

it("lists flows with how many are in them", async () => {
  const { emulator } = await entered();
  await emulator.clock.advance("5h");
  expect(emulator.flows.list()).toMatchObject([
    { name: "Welcome", status: "live", waiting: 2, completed: 1, left: 0 },
  ]);
});

it("the outbox shows the messages of a flow alone", async () => {
  const { emulator } = await entered();
  await emulator.clock.advance("5h");
  const [flow] = emulator.flows.list();
  // The second mail comes too soon after the first.
  expect(await emulator.outbox.list({ flow: flow?.id ?? "" })).toHaveLength(3);
  expect(await emulator.outbox.list({ flow: "Others" })).toEqual([]);
});
