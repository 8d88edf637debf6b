import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { machine } from "../../src/world/time/machine-time.ts";
import { Table } from "../../src/world/store/store.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

const people = 1000;

const emails = (tag: string, count = people) =>
  Array.from({ length: count }, (_, place) => `${tag}-${place}@example.com`);

const job = (type: string, attributes: object, relationships?: object) => ({
  data: { type, attributes, ...(relationships && { relationships }) },
});

const person = (email: string) => ({ type: "profile", attributes: { email } });

const importing = (tag: string, lists: readonly string[] = []) =>
  job(
    "profile-bulk-import-job",
    { profiles: { data: emails(tag).map(person) } },
    { lists: { data: lists.map((id) => ({ type: "list", id })) } },
  );

const everybody = {
  condition_groups: [
    {
      conditions: [
        {
          type: "profile-property",
          property: "email",
          filter: { type: "existence", operator: "is-set" },
        },
      ],
    },
  ],
};

/** An emulator with a list, in which everybody is whom it knows. */
async function crowded() {
  const emulated = await emulate();
  const { data } = await emulated.post("/api/lists", job("list", { name: "All" }));
  await emulated.post("/api/profile-bulk-import-jobs", importing("known", [data.id]));
  return { ...emulated, list: data.id };
}

/** How many records are written while something is done, and how many in one turn of the loop at most. */
async function turnsOf(act: () => Promise<unknown>): Promise<{ written: number; most: number }> {
  // By its clock, every step takes as long as a slice may.
  let now = machine.now();
  const clock = vi.spyOn(machine, "now").mockImplementation(() => (now += 5));
  const replace = vi.spyOn(Table.prototype, "replace");
  onTestFinished(() => [clock, replace].forEach((each) => each.mockRestore()));
  const over = act().then(() => true);
  let [written, most] = [0, 0];
  for (let isOver = false; !isOver;) {
    replace.mockClear();
    isOver = await Promise.race([over, turn(false)]);
    const { length } = replace.mock.calls;
    [written, most] = [written + length, Math.max(most, length)];
  }
  return { written, most };
}

describe("no turn of the loop writes more than a part of", () => {
  type Crowded = Awaited<ReturnType<typeof crowded>>;
  const acts: Record<string, (on: Crowded) => Promise<unknown>> = {
    "a bulk import": ({ post }) => post("/api/profile-bulk-import-jobs", importing("new")),
    "a bulk import into a list": ({ post, list }) =>
      post("/api/profile-bulk-import-jobs", importing("new", [list])),
    "a segment of everybody": ({ post }) =>
      post("/api/segments", job("segment", { name: "S", definition: everybody })),
    "a list that is suppressed": ({ post, list }) =>
      post(
        "/api/profile-suppression-bulk-create-jobs",
        job(
          "profile-suppression-bulk-create-job",
          {},
          { list: { data: { type: "list", id: list } } },
        ),
      ),
    "a list that is deleted": ({ ask, list }) => ask("DELETE", `/api/lists/${list}`),
    "events in bulk": ({ post }) => {
      const { metric, properties } = newEvent().data.attributes;
      const events = { data: [{ type: "event", attributes: { metric, properties } }] };
      const sent = emails("new", 1000).map((email) => ({
        type: "event-bulk-create",
        attributes: { profile: { data: person(email) }, events },
      }));
      const attributes = { "events-bulk-create": { data: sent } };
      return post("/api/event-bulk-create-jobs", job("event-bulk-create-job", attributes));
    },
  };
  it.each(Object.entries(acts))("%s", async (_, act) => {
    const on = await crowded();
    const { written, most } = await turnsOf(() => act(on));
    expect(written).toBeGreaterThanOrEqual(people);
    expect(most).toBeLessThanOrEqual(people / 4);
  });
});

describe("while a long write is under way", () => {
  it("a GET sees what was before, until all is there", async () => {
    const { get, post } = await emulate();
    const seen = new Set<number>();
    const over = post("/api/profile-bulk-import-jobs", importing("new")).then(() => true);
    for (let isOver = false; !isOver;) {
      seen.add((await get("/api/profiles?page[size]=100")).many.length);
      isOver = await Promise.race([over, turn(false)]);
    }
    expect([...seen]).toEqual([0]);
    expect((await get("/api/profiles?page[size]=100")).many).toHaveLength(100);
  });

  it("another write waits, and meets what it made", async () => {
    const { get, post } = await emulate();
    const [imported, created, event] = await Promise.all([
      post("/api/profile-bulk-import-jobs", importing("new")),
      post("/api/profiles", newProfile({ email: "new-999@example.com" })),
      post("/api/events", newEvent({}, { email: "new-998@example.com" })),
    ]);
    expect([imported.status, created.status, event.status]).toEqual([202, 409, 202]);
    const same = await get(`/api/profiles?filter=equals(email,"new-998@example.com")`);
    expect(same.many).toHaveLength(1);
  });

  it("one that does not wait is kept, and so is all of the long one", async () => {
    const { emulator, get, post } = await emulate();
    const imported = post("/api/profile-bulk-import-jobs", importing("new"));
    await turn();
    emulator.state.snapshot("then");
    emulator.state.restore("then");
    expect((await imported).status).toBe(202);
    const found = await get(`/api/profiles?filter=equals(email,"new-999@example.com")`);
    expect(found.many).toHaveLength(1);
  });

  it("the journal knows what each of both wrote", async () => {
    const { emulator, get, post } = await emulate();
    await Promise.all([
      post("/api/profile-bulk-import-jobs", importing("new")),
      get("/api/profiles"),
      post("/api/profiles", newProfile()),
    ]);
    const written = emulator.requests
      .list()
      .map(({ operation, written: all }) => [operation, all.length]);
    expect(Object.fromEntries(written)).toEqual({
      // Each with its place in the job, which is made, taken up, and done.
      bulk_import_profiles: 2 * people + 3,
      get_profiles: 0,
      create_profile: 1,
    });
  });
});
