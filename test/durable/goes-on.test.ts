import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../src/index.ts";
import { empty } from "../support/cli.ts";
import { crashed, newFolder, newProfile } from "../support/data-folder.ts";
import { callers } from "../support/emulate.ts";

const day = 86_400_000;

/** The machine's date has whole milliseconds: two readings of a distance from it may be so far apart. */
const wholeMs = 2;

/** An emulator on a folder, by the machine's clock unless told otherwise, and what it notes. */
async function on(dataDir: string, options: EmulatorOptions = {}) {
  const notes: string[] = [];
  const onNote = (note: string) => notes.push(note);
  const emulator = await createEmulator({ fixtures: [empty], dataDir, onNote, ...options });
  onTestFinished(() => emulator.close());
  return { emulator, notes, ...callers(emulator) };
}

/** The same of the folder as the process would leave it that is killed now. */
const killed = async (dataDir: string, options?: EmulatorOptions) => {
  const again = await on(crashed(dataDir), options);
  return { ...again, notes: again.notes.filter((note) => !note.includes("was not closed")) };
};

const saved = async ({ fetch: ask }: Emulator) => void (await ask("/_emulator/clock"));

describe("the clock of a folder", () => {
  it("is as far ahead as it was, and no record lies in the future", async () => {
    const dataDir = newFolder();
    const { emulator, post } = await on(dataDir);
    await emulator.clock.advance("30d");
    const { data } = await post("/api/profiles", newProfile("a@example.com"));
    const before = emulator.clock.now();
    await emulator.close();

    const again = await on(dataDir);
    const now = again.emulator.clock.now();
    expect([now.mode, Math.abs(now.aheadMs - before.aheadMs) <= wholeMs]).toEqual(["offset", true]);
    expect(now.ms).toBeGreaterThanOrEqual(Date.parse(String(data.attributes["created"])));
    expect(again.notes).toEqual([
      "the clock is 30 days ahead of the machine's, as when the last run ended: service-emulator clock real resets it",
    ]);
  });

  it("is as it was told last, whenever the process is killed after it has answered that", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir);
    const tell = async (method: string, path: string, body: object) => {
      const response = await emulator.fetch(path, { method, body: JSON.stringify(body) });
      return (await response.json()) as { aheadMs: number };
    };
    const { aheadMs } = await tell("POST", "/_emulator/clock/advance", { by: "30d" });
    const { emulator: other } = await killed(dataDir);
    expect(Math.abs(other.clock.now().aheadMs - aheadMs)).toBeLessThanOrEqual(wholeMs);
    await tell("PUT", "/_emulator/clock", { mode: "real" });
    expect((await killed(dataDir)).emulator.clock.now().mode).toBe("real");
  });

  it("stands where it stood", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir);
    emulator.clock.freeze("2027-01-01T00:00:00Z");
    await emulator.clock.advance("90s");
    await saved(emulator);
    const { emulator: again, notes } = await killed(dataDir);
    expect(again.clock.now()).toMatchObject({ mode: "frozen", now: "2027-01-01T00:01:30+00:00" });
    expect(notes[0]).toContain("the clock is frozen at 2027-01-01T00:01:30+00:00, as when");
  });

  it("is as fast as it was, and goes on where it had got to", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir);
    emulator.clock.accelerate(60);
    await emulator.clock.advance("3d");
    const { ms } = emulator.clock.now();
    await emulator.close();
    const { mode, factor, ms: now } = (await on(dataDir)).emulator.clock.now();
    expect([mode, factor, now >= ms, now < ms + day]).toEqual(["accelerated", 60, true, true]);
  });

  it("is another one where --frozen-at says so, and that one from then on", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir);
    await emulator.clock.advance("30d");
    await emulator.close();
    const frozenAt = "2027-05-01T00:00:00Z";
    const frozen = await on(dataDir, { frozenAt });
    expect([frozen.emulator.clock.now().now, frozen.notes]).toEqual([
      "2027-05-01T00:00:00+00:00",
      [],
    ]);
    await frozen.emulator.close();
    expect((await on(dataDir)).emulator.clock.now()).toMatchObject({ mode: "frozen" });
  });

  it("is after a reset as it was at the start", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir);
    await emulator.clock.advance("30d");
    await emulator.close();
    const { emulator: again } = await on(dataDir);
    const ahead = again.clock.now().aheadMs;
    for (const only of [undefined, ["clock"] as const]) {
      await again.clock.advance("5d");
      again.reset(only);
      expect(Math.abs(again.clock.now().aheadMs - ahead)).toBeLessThanOrEqual(wholeMs);
    }
  });

  it("may be one account's own", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir, { frozenAt: "2026-07-20T12:00:00Z" });
    const { companyId } = emulator;
    emulator.clock.of(companyId).freeze("2027-01-01T00:00:00Z");
    await saved(emulator);
    const own = { shared: false, mode: "frozen", now: "2027-01-01T00:00:00+00:00" };
    const { emulator: again } = await killed(dataDir);
    expect(again.clock.of(companyId).now()).toMatchObject(own);
    emulator.clock.of(companyId).share();
    await saved(emulator);
    const { emulator: shared } = await killed(dataDir);
    expect(shared.clock.of(companyId).now()).toMatchObject({ shared: true });
  });

  it("that is the machine's is nothing to tell of, and nothing to write", async () => {
    const dataDir = newFolder();
    await (await on(dataDir)).emulator.close();
    const { emulator, notes } = await on(dataDir);
    await emulator.close();
    expect([notes, readdirSync(dataDir)]).toEqual([[], ["base-000001", "folder.json"]]);
  });
});

describe("the limits of a folder", () => {
  it("are as they were set last, with their windows", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir);
    emulator.limits.set({ mode: "scaled", factor: 3, operations: { get_profiles: { burst: 1 } } });
    await saved(emulator);
    const { emulator: again, notes } = await killed(dataDir);
    expect(again.limits.show()).toMatchObject({
      mode: "scaled",
      factor: 3,
      operations: { get_profiles: { burst: 1 } },
    });
    expect(notes).toEqual([
      "rate limits are x3, as when the last run ended: service-emulator limits set real resets them",
    ]);
  });

  it("are others where --rate-limits says so", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir, { rateLimits: "off" });
    await emulator.close();
    const { emulator: told, notes } = await on(dataDir, { rateLimits: "real" });
    expect([told.limits.show().mode, notes]).toEqual(["real", []]);
    await told.close();
    expect((await on(dataDir)).emulator.limits.show().mode).toBe("real");
  });
});

describe("planned faults", () => {
  it("end with the process, and the next start says once how many", async () => {
    const dataDir = newFolder();
    const { emulator, get } = await on(dataDir);
    emulator.faults.add({ operation: "get_profiles", status: 503, times: 1 });
    emulator.faults.add({ operation: "get_lists", status: 503 });
    emulator.faults.add({ operation: "get_lists", status: 500 });
    await get("/api/profiles");
    await saved(emulator);
    for (const { emulator: again, notes } of [await killed(dataDir)]) {
      expect(again.faults.list()).toEqual([]);
      expect(notes[0]).toMatch(/^[23] planned faults ended with the last run$/);
    }
    await emulator.close();
    const second = await on(dataDir);
    expect(second.notes).toEqual(["2 planned faults ended with the last run"]);
    await second.emulator.close();
    expect((await on(dataDir)).notes).toEqual([]);
  });

  it("that were taken away are none", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir);
    const { id } = emulator.faults.add({ operation: "get_lists", status: 503 });
    emulator.faults.remove(id);
    await emulator.close();
    expect((await on(dataDir)).notes).toEqual([]);
  });
});

describe("a sandbox of a folder", () => {
  const emails = async ({ get }: ReturnType<typeof callers>, key: string) => {
    const { status, many } = await get("/api/profiles", { key });
    return status === 200 ? many.map(({ attributes }) => attributes["email"]).sort() : status;
  };

  it("is there again with its data and its keys, whenever the process was killed", async () => {
    const dataDir = newFolder();
    const { emulator, post, ...first } = await on(dataDir, { fixtures: ["small"] });
    const { id, keys } = emulator.sandbox();
    const key = keys.full;
    await post("/api/profiles", newProfile("new@example.com"), { key });
    const seen = await emails({ post, ...first }, key);
    expect(seen).toContain("new@example.com");

    const again = await killed(dataDir);
    expect(await emails(again, key)).toEqual(seen);
    expect(await emails(again, keys["read-only"])).toEqual(seen);
    expect(await emails(again, again.emulator.keys["full"] ?? "")).not.toContain("new@example.com");
    const { sandboxes } = await listed(again.emulator);
    expect(sandboxes).toMatchObject([{ id }]);
  });

  const listed = async ({ fetch: ask }: Emulator) =>
    (await (await ask("/_emulator/sandboxes")).json()) as {
      sandboxes: { id: string; createdAt: string }[];
    };
  const reset = ({ fetch: ask }: Emulator, id: string) =>
    ask(`/_emulator/sandboxes/${id}/reset`, { method: "POST" });

  it("is as old as it was", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir, { fixtures: ["small"] });
    emulator.sandbox();
    const { sandboxes } = await listed(emulator);
    await saved(emulator);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const again = await killed(dataDir);
    expect((await listed(again.emulator)).sandboxes[0]?.createdAt).toBe(sandboxes[0]?.createdAt);
  });

  it("goes back to what it began with, in this process and in the next", async () => {
    const dataDir = newFolder();
    const { emulator, post, ...ways } = await on(dataDir, { fixtures: ["small"] });
    const { id, keys } = emulator.sandbox();
    const begun = await emails({ post, ...ways }, keys.full);
    await post("/api/profiles", newProfile("new@example.com"), { key: keys.full });
    const again = await killed(dataDir);
    await reset(again.emulator, id);
    expect(await emails(again, keys.full)).toEqual(begun);
    await reset(emulator, id);
    expect(await emails(await killed(dataDir), keys.full)).toEqual(begun);
  });

  it.each(["seed", "current", "empty"] as const)(
    "has what it began with: %s, also behind others, a reset and a new base",
    async (from) => {
      const dataDir = newFolder();
      const { emulator, post, ...ways } = await on(dataDir, { fixtures: ["small"] });
      await post("/api/profiles", newProfile("own@example.com"));
      emulator.sandbox();
      await post("/api/profiles", newProfile("later@example.com"));
      const keys = [from, "current", from].map(
        (each) => emulator.sandbox({ from: each as never }).keys.full,
      );
      const seen = await Promise.all(keys.map((key) => emails({ post, ...ways }, key)));
      for (const act of [() => {}, () => emulator.reset()]) {
        act();
        await saved(emulator);
        const again = await killed(dataDir);
        expect(await Promise.all(keys.map((key) => emails(again, key)))).toEqual(seen);
        // It goes on, too.
        await again.emulator.close();
      }
    },
  );

  it("is there in the third process, made by the first or by the second", async () => {
    const dataDir = newFolder();
    const seen = new Map<string, unknown>();
    for (const name of ["one", "two", "three"]) {
      const { emulator, post, ...ways } = await on(dataDir, { fixtures: ["small"] });
      for (const [key, before] of seen)
        expect(await emails({ post, ...ways }, key)).toEqual(before);
      const { full } = emulator.sandbox().keys;
      await post("/api/profiles", newProfile(`${name}@example.com`), { key: full });
      seen.set(full, await emails({ post, ...ways }, full));
      await emulator.close();
    }
    expect(seen.size).toBe(3);
  });

  it("costs a line of its own differences, and not one of all that it began with", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir, { fixtures: ["demo"] });
    for (let count = 0; count < 3; count += 1) emulator.sandbox();
    await saved(emulator);
    expect(readFileSync(join(dataDir, "log-000001.db"), "utf8").length).toBeLessThan(30_000);
    expect((await listed((await killed(dataDir)).emulator)).sandboxes).toHaveLength(3);
  });

  it("keeps a clock of its own", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir);
    const { id, clock } = emulator.sandbox();
    clock.freeze("2027-01-01T00:00:00Z");
    await saved(emulator);
    const { emulator: again } = await killed(dataDir);
    expect(again.clock.of(id).now()).toMatchObject({
      mode: "frozen",
      now: "2027-01-01T00:00:00+00:00",
    });
  });

  it("is gone where it was deleted, or where its life was over meanwhile", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir);
    emulator.sandbox().delete();
    const { id } = emulator.sandbox({ ttl: "1ms" });
    const stays = emulator.sandbox();
    await saved(emulator);
    const { emulator: again } = await killed(dataDir);
    expect((await listed(again)).sandboxes.map((each) => each.id)).toEqual([stays.id]);
    expect(id).not.toBe(stays.id);
  });

  it("is made with an id and keys that none before had", async () => {
    const dataDir = newFolder();
    const { emulator } = await on(dataDir);
    const gone = emulator.sandbox();
    await saved(emulator);
    gone.delete();
    await emulator.close();
    const { emulator: again } = await on(dataDir);
    const next = again.sandbox();
    expect([next.id, next.keys.full]).not.toEqual([gone.id, gone.keys.full]);
    expect(next.keys.full).not.toBe(gone.keys.full);
  });
});

it("no id is given out twice, although a reset went back to before it", async () => {
  const dataDir = newFolder();
  const frozenAt = "2026-07-20T12:00:00Z";
  const { emulator, post, ask } = await on(dataDir, { frozenAt });
  const newList = { data: { type: "list", attributes: { name: "One" } } };
  await post("/api/lists", newList);
  emulator.reset();
  await saved(emulator);
  const { data: gone } = await post("/api/lists", newList);
  await ask("DELETE", `/api/lists/${gone.id}`);
  const { data: next } = await (await killed(dataDir, { frozenAt })).post("/api/lists", newList);
  expect(next.id).not.toBe(gone.id);
});

describe("a request that was refused", () => {
  it("draws nothing: after a restart the next record has the id that it has without one", async () => {
    const dataDir = newFolder();
    const options = { frozenAt: "2027-05-01T00:00:00Z" };
    const made = async ({ post }: Awaited<ReturnType<typeof on>>, name: string) => {
      const body = { data: { type: "tag-group", attributes: { name } } };
      const { status, data } = await post("/api/tag-groups", body);
      return status === 201 ? data.id : status;
    };
    const first = await on(dataDir, options);
    await made(first, "Taken");
    const again = await killed(dataDir, options);
    expect(await made(first, "Taken")).toBe(409);
    expect(await made(again, "Next")).toBe(await made(first, "Next"));
  });
});
