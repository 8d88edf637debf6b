import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import type { Emulator, EmulatorOptions } from "../../src/index.ts";
import { crashed, newFolder } from "../support/data-folder.ts";
import {
  type Driven,
  drivenBy,
  idsOf,
  reads,
  requestOf,
  writeAll,
  writes,
} from "../support/drive.ts";
import { emulate } from "../support/emulate.ts";
import { data, to } from "../support/sending.ts";

/** Everything is late but segments, which are to follow what is written. */
const consistency = {
  jobs: "10s",
  events: "10s",
  subscriptions: "10s",
  aggregates: "1m",
  counts: "1m",
} as const;

const options = { fixtures: ["small"], consistency, onNote: () => {} } as const;

type Fields = Readonly<Record<string, unknown>>;

type Ways = Awaited<ReturnType<typeof emulate>>;

/** A list that asks for a click, and somebody who has yet to click. */
async function leaveUnconfirmed({ post }: Pick<Ways, "post">, email = "ada.byron@example.com") {
  const { data: list } = await post(
    "/api/lists",
    data("list", { name: "Asking", opt_in_process: "double_opt_in" }),
  );
  const subscriptions = { email: { marketing: { consent: "SUBSCRIBED" } } };
  const profile = {
    type: "profile",
    attributes: { email, subscriptions },
  };
  await post(
    "/api/profile-subscription-bulk-create-jobs",
    data(
      "profile-subscription-bulk-create-job",
      { profiles: { data: [profile] } },
      { relationships: { list: to("list", list.id) } },
    ),
  );
}

/** Somebody in a flow, who waits for a webhook that nobody answers. */
async function leaveInFlow({ emulator, post, patch }: Pick<Ways, "emulator" | "post" | "patch">) {
  const profile = { data: { type: "profile", attributes: { email: "waits@example.com" } } };
  const metric = { data: { type: "metric", attributes: { name: "Began" } } };
  const begin = async () => {
    await post("/api/events", data("event", { properties: {}, metric, profile }));
    await emulator.clock.advance("10s");
  };
  await begin();
  const { records } = emulator.state.get("metrics", { limit: 1000 });
  const id = records.find(({ name }) => name === "Began")?.["id"];
  const message = { url: "http://127.0.0.1:9/", headers: {}, body: "{}" };
  const definition = {
    triggers: [{ type: "metric", id }],
    entry_action_id: "1",
    actions: [{ temporary_id: "1", type: "send-webhook", data: { message } }],
  };
  const { data: made } = await post("/api/flows", data("flow", { name: "Calling", definition }));
  await patch(`/api/flows/${made.id}`, data("flow", { status: "live" }, { id: made.id }));
  await begin();
}

/** An emulator in which every operation that writes was successful, and something waits for its time. */
async function written(
  more: EmulatorOptions = {},
  finished?: (end: () => Promise<void>) => unknown,
) {
  const ways = await emulate({ ...options, ...more }, finished);
  const { emulator, post } = ways;
  const done = await writeAll(emulator, () => emulator.clock.advance("10s"));
  expect(writes.filter(({ id }) => !done.has(id)).map(({ id }) => id)).toEqual([]);
  const [form] = emulator.state.get("forms").records;
  emulator.forms.publish(String(form?.["id"]));
  emulator.forms.view(String(form?.["id"]));
  await leaveUnconfirmed(ways);
  await leaveInFlow(ways);
  emulator.settings.set({ webhooks: "any" });
  emulator.deliveries.trigger("event:service.subscribed_to_list");
  await post("/api/events", {
    data: {
      type: "event",
      attributes: {
        properties: { "a.b": "\u2028" },
        metric: { data: { type: "metric", attributes: { name: "Later" } } },
        profile: { data: { type: "profile", attributes: { email: "late@example.com" } } },
      },
    },
  });
  return ways;
}

/** The records of an account, by collection. */
const recordsOf = ({ state }: Emulator, account: string): Record<string, readonly Fields[]> =>
  Object.fromEntries(
    [...createApi({ trusted: true }).collections.keys()].map((name) => [
      name,
      [...state.get(name, { account, limit: 100_000 }).records].sort((a, b) =>
        String(a["id"]) < String(b["id"]) ? -1 : 1,
      ),
    ]),
  );

const mostAsked = 2;

/** What every operation that reads answers, of the first few of everything. */
async function answersOf(emulator: Emulator, who: Driven): Promise<string[]> {
  const answers: string[] = [];
  const idOf = idsOf(emulator, who.companyId);
  for (const row of reads) {
    const sendings = [];
    for (let which = 0; which < (row.path.includes("{") ? mostAsked : 1); which += 1) {
      try {
        sendings.push(row.path.includes("{") ? { id: idOf(row.resource, which) } : {});
      } catch {
        break;
      }
    }
    for (const sending of sendings) {
      const { path, init } = requestOf(who, row, sending, idOf);
      const answer = await who.ask(path, init);
      const text = (await answer.text()).replaceAll(/"id":"[0-9a-f-]{36}","status":40[04]/g, "");
      answers.push(`${row.id} ${answer.status} ${text}`.replaceAll(who.companyId, "COMPANY"));
    }
  }
  return answers;
}

/** All that can be seen of an account. */
async function everythingIn(emulator: Emulator, who = drivenBy(emulator)) {
  const text = JSON.stringify(recordsOf(emulator, who.companyId));
  const records = JSON.parse(text.replaceAll(who.companyId, "COMPANY")) as object;
  return { answers: await answersOf(emulator, who), records };
}

/** A fork has nothing to deliver yet. */
function undelivered<T extends { readonly records: object }>(everything: T): T {
  const records: Record<string, readonly Fields[]> = { ...everything.records };
  for (const [name, all] of Object.entries(records)) {
    records[name] = all.filter(
      ({ state, kind }) =>
        name !== "delivery-entry" && state !== "pending" && kind !== "webhook.deliver",
    );
  }
  return { ...everything, records };
}

/** One for the tests that change nothing of it. */
let emulator: Emulator;
let before: Awaited<ReturnType<typeof everythingIn>>;

beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  ({ emulator } = await written({}, (end) => ends.push(end)));
  before = await everythingIn(emulator);
  return () => Promise.all(ends.map((end) => end()));
});

describe("the table of collections", () => {
  it("has every collection that is declared, and none is declared elsewhere", () => {
    const src = join(import.meta.dirname, "../../src");
    const declaring = [
      "areas/campaigns/run.ts",
      "areas/custom-objects/resources.ts",
      "domain/campaigns/links.ts",
      "domain/deliveries/records.ts",
      "domain/events/late-figures.ts",
      "domain/feeds/content.ts",
      "domain/flows/records.ts",
      "domain/forms/records.ts",
      "domain/messages/records.ts",
      "domain/objects/records.ts",
    ];
    const files = readdirSync(src, { recursive: true, encoding: "utf8" });
    const found = files
      .filter((name) => name.endsWith(".ts"))
      .filter((name) =>
        /import \{[^}]*\bcollection\b[^}]*\} from "[^"]*store\.ts"/.test(
          readFileSync(join(src, name), "utf8"),
        ),
      );
    expect(found.sort()).toEqual([...declaring, "world/time/agenda.ts"].sort());
  });

  it("has nothing of which no operation leaves an example, and no operation leaves anything else", () => {
    const records = recordsOf(emulator, emulator.companyId);
    expect(Object.keys(records).filter((name) => records[name]?.length === 0)).toEqual([]);
    const diff = emulator.state.diff("seeded")[emulator.companyId] ?? {};
    const counted = Object.keys(emulator.state.counts());
    expect(Object.keys(diff).filter((name) => !counted.includes(name))).toEqual([]);
  });
});

describe("what every operation that writes leaves behind is there", () => {
  it("after an export and an import", async () => {
    const folder = join(newFolder(), "saved");
    await emulator.state.export(folder);
    const other = await emulate({ ...options, fixtures: ["empty"] });
    await other.emulator.state.import(folder);
    const who = { ...drivenBy(emulator), ask: other.emulator.fetch };
    expect(await everythingIn(other.emulator, who)).toEqual(before);
    const started = await emulate({ ...options, fixtures: [], state: folder });
    expect(await everythingIn(started.emulator)).toEqual(before);
  });

  it("in a data folder, after a kill and after an end in good order", async () => {
    const dataDir = newFolder();
    const { emulator } = await written({ dataDir });
    await emulator.fetch("/api/lists");
    const before = await everythingIn(emulator);
    // Time does not go back with the process: what a segment's members did later would not have happened.
    const then = { ...options, frozenAt: emulator.clock.now().now };
    const killed = await emulate({ ...then, dataDir: crashed(dataDir) });
    expect(await everythingIn(killed.emulator)).toEqual(before);
    await emulator.close();
    const closed = await emulate({ ...then, dataDir });
    expect(await everythingIn(closed.emulator)).toEqual(before);
  });

  it("when a snapshot of it is restored, and a difference tells of all of it", async () => {
    const { emulator } = await written();
    const before = await everythingIn(emulator);
    emulator.state.snapshot("before");
    // Time does not go back with a snapshot: it stands still meanwhile.
    await writeAll(emulator);
    const changed = emulator.state.diff("before")[emulator.companyId] ?? {};
    expect(Object.keys(changed).length).toBeGreaterThan(10);
    emulator.state.restore("before");
    expect(await everythingIn(emulator)).toEqual(before);
    expect(emulator.state.diff("before")).toEqual({});
    const all = emulator.state.diff("seeded")[emulator.companyId] ?? {};
    const untouched = Object.keys(emulator.state.counts()).filter((name) => !(name in all));
    expect(
      untouched.filter((name) => !["accounts", "geofences", "mapped-metrics"].includes(name)),
    ).toEqual([]);
  });

  it("in a sandbox that is like it", async () => {
    const sandbox = emulator.sandbox({ from: "current" });
    const who = {
      companyId: sandbox.id,
      key: sandbox.keys["full"] ?? "",
      ask: emulator.fetch,
    };
    expect(await everythingIn(emulator, who)).toEqual(undelivered(before));
  });
});

const newPerson = (email: string) => data("profile", { email });

/** Somebody of whom there is something in every collection that may be about a person. */
async function somebody(ways: Ways): Promise<Fields> {
  const { emulator, post, ask } = ways;
  const email = "somebody@example.com";
  const { data: person } = await post("/api/profiles", newPerson(email));
  const { data: other } = await post("/api/profiles", newPerson("other@example.com"));
  const { id } = person;
  const them = { data: [{ type: "profile", id }] };
  const list = idsOf(emulator)("list");
  await ask("POST", `/api/lists/${list}/relationships/profiles`, { body: them });
  const profile = { data: { type: "profile", id, attributes: {} } };
  const device = { token: "theirs", platform: "ios", vendor: "apns", profile };
  await post("/api/push-tokens", data("push-token", device));
  const relationships = { profiles: { data: [{ type: "profile", id: other.id }] } };
  await post("/api/profile-merge", {
    data: { type: "profile-merge", id, relationships },
  });
  await leaveUnconfirmed(ways, email);
  await emulator.clock.advance("1m");
  return { id, email };
}

describe("when a person is deleted", () => {
  it("nothing of it is left anywhere but its events, and all else is as before", async () => {
    // What figures show of a deletion is late, too.
    const ways = await written({ consistency: { ...consistency, counts: "0s" } });
    const { emulator, post } = ways;
    const person = await somebody(ways);
    const before = recordsOf(emulator, emulator.companyId);
    const isAbout = (record: Fields) =>
      Object.values(person).some((name) => JSON.stringify(record).includes(String(name)));
    const about = Object.keys(before).filter((name) => before[name]?.some(isAbout));
    const kinds = ["alias", "confirmation", "event", "membership", "profile", "push-token"];
    expect(about.sort()).toEqual(kinds);

    const profile = { data: { type: "profile", attributes: { email: person["email"] } } };
    await post("/api/data-privacy-deletion-jobs", data("data-privacy-deletion-job", { profile }));
    await emulator.clock.advance("10s");
    const others = Object.entries(before).map(([name, records]) => [
      name,
      records.filter((record) => name === "event" || !isAbout(record)),
    ]);
    expect(recordsOf(emulator, emulator.companyId)).toEqual(Object.fromEntries(others));
  });
});
