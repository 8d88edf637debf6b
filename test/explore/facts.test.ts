import { describe, expect, it } from "vitest";
import { Facts, leftOutOf, nothingLeftOut } from "../../src/explore/difference.ts";
import { type Fact, factsOf } from "../../src/explore/facts.ts";
import { differenceText, signsOf } from "../../src/explore/printed/words.ts";
import { emulationOf } from "../../src/explorer.ts";
import type { Sandbox } from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";
import { newEvent } from "../support/bodies.ts";
import { newList, newProfile, once } from "../support/explored.ts";

type Emulator = Awaited<ReturnType<typeof emulate>>["emulator"];

/** What some requests do to a sandbox. */
async function factsBy(emulator: Emulator, act: (sandbox: Sandbox) => Promise<unknown>) {
  const { world, sandboxes } = emulationOf(emulator);
  await using sandbox = emulator.sandbox();
  const before = sandboxes.get(sandbox.id).snapshot().tables();
  await act(sandbox);
  const now = world.clock.realNow();
  const place = { account: sandbox.id, spans: [{ from: now, until: now }] };
  return factsOf(before, sandboxes.get(sandbox.id).tables(), place);
}

const differ = (one: readonly Fact[], other: readonly Fact[]) =>
  new Facts(one, nothingLeftOut).difference(new Facts(other, nothingLeftOut));

const lists =
  (...names: string[]) =>
  async (sandbox: Sandbox) => {
    for (const name of names) await once(sandbox)("POST", "/api/lists", newList(name));
  };

/** A list, a person in it, and an event of theirs. */
const story =
  (order: readonly ("list" | "person")[], unique = "a") =>
  async (sandbox: Sandbox) => {
    const ask = once(sandbox);
    let [list, person] = ["", ""];
    for (const each of order) {
      const [path, body] =
        each === "list"
          ? ["/api/lists", newList("VIP")]
          : ["/api/profiles", newProfile("ann@example.com")];
      const { data } = (await (await ask("POST", path, body)).json()) as { data: { id: string } };
      if (each === "list") list = data.id;
      else person = data.id;
    }
    const members = { data: [{ type: "profile", id: person }] };
    await ask("POST", `/api/lists/${list}/relationships/profiles`, members);
    const event = newEvent({ unique_id: unique }, { email: "ann@example.com" });
    await ask("POST", "/api/events", event);
  };

describe("what a run did to the state", () => {
  it("is the same, whatever ids, times and order its records have", async () => {
    const { emulator } = await emulate();
    const one = await factsBy(emulator, story(["list", "person"]));
    await emulator.clock.advance("90s");
    const other = await factsBy(emulator, story(["person", "list"]));
    expect(one.map(({ collection }) => collection)).toEqual(
      expect.arrayContaining(["list", "profile", "membership", "event"]),
    );
    expect(differ(one, other)).toEqual([]);
  });

  it("names what is there once more, and what is missing", async () => {
    const { emulator } = await emulate();
    const usual = await factsBy(emulator, lists("VIP", "All"));
    const doubled = differ(usual, await factsBy(emulator, lists("VIP", "VIP", "All")));
    expect(differenceText(doubled)).toBe("list VIP exists twice, not once");
    expect(signsOf(doubled)).toBe("+list");
    const missing = differ(usual, await factsBy(emulator, lists("All")));
    expect(differenceText(missing)).toBe("list VIP is missing");
    expect(signsOf(missing)).toBe("-list");
    const other = differ(usual, await factsBy(emulator, lists("VIP", "All", "New")));
    expect(differenceText(other)).toBe("list New is there, and should not be");
  });

  it("tells a record that says something else by what it is known by", async () => {
    const { emulator } = await emulate();
    const saying = (name: string) => (sandbox: Sandbox) =>
      once(sandbox)("POST", "/api/profiles", newProfile("ann@example.com", name));
    const found = differ(
      await factsBy(emulator, saying("Ann")),
      await factsBy(emulator, saying("Bob")),
    );
    expect(differenceText(found)).toBe("profile ann@example.com has another first_name");
    expect(found[0]?.members).toEqual({ first_name: { expected: "Ann", found: "Bob" } });
    expect(found[0]?.where).toMatchObject({ email: "ann@example.com", first_name: "Ann" });
  });

  it("tells changes and deletions of what was there before", async () => {
    const { emulator, post } = await emulate();
    const { data } = await post("/api/lists", newList("Old"));
    const renamed = { data: { type: "list", id: data.id, attributes: { name: "New" } } };
    const inCurrent = async (act: (sandbox: Sandbox) => Promise<unknown>) => {
      const { sandboxes } = emulationOf(emulator);
      await using sandbox = emulator.sandbox({ from: "current" });
      const before = sandboxes.get(sandbox.id).snapshot().tables();
      await act(sandbox);
      const place = { account: sandbox.id, spans: [{ from: 0, until: 0 }] };
      return factsOf(before, sandboxes.get(sandbox.id).tables(), place);
    };
    const path = `/api/lists/${data.id}`;
    const change = await inCurrent((sandbox) => once(sandbox)("PATCH", path, renamed));
    const removal = await inCurrent((sandbox) => once(sandbox)("DELETE", path));
    expect(change).toMatchObject([{ what: "changed", name: "Old", members: { name: "New" } }]);
    expect(differenceText(differ(change, []))).toBe("list Old is not changed");
    expect(differenceText(differ(removal, []))).toBe("list Old is not deleted");
    expect(differenceText(differ([], removal))).toBe("list Old is deleted, and should not be");
  });

  it("leaves out what only says what a job was about, however often it was done", async () => {
    const { emulator } = await emulate();
    const imported = (times: number) => async (sandbox: Sandbox) => {
      const ask = once(sandbox);
      const made = await ask("POST", "/api/lists", newList("VIP"));
      const { data } = (await made.json()) as { data: { id: string } };
      const job = {
        type: "profile-bulk-import-job",
        attributes: { profiles: { data: [newProfile("ann@example.com").data] } },
        relationships: { lists: { data: [{ type: "list", id: data.id }] } },
      };
      for (let time = 0; time < times; time += 1) {
        await ask("POST", "/api/profile-bulk-import-jobs", { data: job });
      }
    };
    const one = await factsBy(emulator, imported(1));
    expect(differ(one, await factsBy(emulator, imported(2)))).toEqual([]);
    expect(differenceText(differ(one, await factsBy(emulator, imported(0))))).toContain(
      "membership VIP, ann@example.com is missing",
    );
  });

  it("leaves jobs and bookkeeping out", async () => {
    const { emulator } = await emulate();
    const body = {
      data: {
        type: "profile-bulk-import-job",
        attributes: { profiles: { data: [newProfile("ann@example.com").data] } },
      },
    };
    const facts = await factsBy(emulator, (sandbox) =>
      once(sandbox)("POST", "/api/profile-bulk-import-jobs", body),
    );
    const kinds = [...new Set(facts.map(({ collection }) => collection))];
    expect(kinds).toContain("profile");
    expect(kinds.filter((name) => name.endsWith("-job") || name === "work")).toEqual([]);
  });
});

describe("what two runs without faults differ in", () => {
  it("is left out: a member alone, if that is all", async () => {
    const { emulator } = await emulate();
    const saying = (name: string) => (sandbox: Sandbox) =>
      once(sandbox)("POST", "/api/profiles", newProfile("ann@example.com", name));
    const one = await factsBy(emulator, saying("run 1"));
    const other = await factsBy(emulator, saying("run 2"));
    const leftOut = leftOutOf(one, other);
    expect([...leftOut.members]).toEqual(["profile.first_name"]);
    expect([...leftOut.collections]).toEqual([]);
    const third = await factsBy(emulator, saying("run 3"));
    expect(new Facts(one, leftOut).difference(new Facts(third, leftOut))).toEqual([]);
  });

  it("is a whole collection, if there are more records in one", async () => {
    const { emulator } = await emulate();
    const one = await factsBy(emulator, lists("A"));
    const other = await factsBy(emulator, lists("A", "B"));
    const leftOut = leftOutOf(one, other);
    expect([...leftOut.collections]).toEqual(["list"]);
    expect(new Facts(one, leftOut).difference(new Facts(other, leftOut))).toEqual([]);
  });
});
