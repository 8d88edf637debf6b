import { describe, expect, it } from "vitest";
import { crashed, newFolder, newProfile } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

const newEvent = (email: string, unique_id: string) => ({
  data: {
    type: "event",
    attributes: {
      unique_id,
      properties: { $value: 9, "a.b": { $in: 1 } },
      metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
      profile: { data: { type: "profile", attributes: { email } } },
    },
  },
});

describe("with a data folder", () => {
  it("has all that was written when it starts again", async () => {
    const dataDir = newFolder();
    const { emulator, post, get } = await emulate({ dataDir });
    const { data } = await post("/api/profiles", newProfile("a@example.com"));
    await post("/api/events", newEvent("b@example.com", "e1"));
    const before = [await get("/api/profiles"), await get("/api/events?include=profile,metric")];
    await emulator.close();

    const again = await emulate({ dataDir });
    expect((await again.get(`/api/profiles/${data.id}`)).data).toEqual(before[0]?.many[0]);
    expect((await again.get("/api/events?include=profile,metric")).text).toBe(before[1]?.text);
  });

  it("has all that was answered when its process was killed", async () => {
    const dataDir = newFolder();
    const { post } = await emulate({ dataDir });
    await post("/api/events", newEvent("b@example.com", "e1"));

    const again = await emulate({ dataDir: crashed(dataDir) });
    const { many, included } = await again.get("/api/events?include=profile");
    expect(many.map(({ attributes }) => attributes["event_properties"])).toEqual([
      { $event_id: "e1", $value: 9, "a.b": { $in: 1 } },
    ]);
    expect(included.map(({ attributes }) => attributes["email"])).toEqual(["b@example.com"]);
  });

  it("has what was changed and removed as it was last", async () => {
    const dataDir = newFolder();
    const { post, patch, ask, get } = await emulate({ dataDir });
    const { data: list } = await post("/api/lists", {
      data: { type: "list", attributes: { name: "One" } },
    });
    const { data: gone } = await post("/api/lists", {
      data: { type: "list", attributes: { name: "Two" } },
    });
    await patch(`/api/lists/${list.id}`, {
      data: { type: "list", id: list.id, attributes: { name: "Three" } },
    });
    await ask("DELETE", `/api/lists/${gone.id}`);
    expect((await get("/api/lists")).many).toHaveLength(1);

    const again = await emulate({ dataDir: crashed(dataDir) });
    const { many } = await again.get("/api/lists");
    expect(many.map(({ attributes }) => attributes["name"])).toEqual(["Three"]);
  });

  it("reads fixtures into an empty folder only", async () => {
    const dataDir = newFolder();
    const first = await emulate({ dataDir, fixtures: ["small"] });
    const { text } = await first.get("/api/profiles");
    await first.emulator.close();

    const again = await emulate({ dataDir, fixtures: ["demo"] });
    expect((await again.get("/api/profiles")).text).toBe(text);
  });

  it("gives no id out twice", async () => {
    const dataDir = newFolder();
    const { emulator, post } = await emulate({ dataDir });
    const { data: first } = await post("/api/profiles", newProfile("a@example.com"));
    await emulator.close();

    const again = await emulate({ dataDir });
    const { data: second } = await again.post("/api/profiles", newProfile("b@example.com"));
    expect(second.id > first.id).toBe(true);
  });

  it("keeps its keys, and makes none that there has been", async () => {
    const dataDir = newFolder();
    const { emulator } = await emulate({ dataDir });
    const kept = emulator.privateKeys.create("kept");
    const gone = emulator.privateKeys.create("gone");
    emulator.privateKeys.revoke("gone");
    await emulator.close();

    const again = await emulate({ dataDir });
    expect((await again.get("/api/lists", { key: kept.key })).status).toBe(200);
    expect((await again.get("/api/lists", { key: gone.key })).status).toBe(401);
    const { key } = again.emulator.privateKeys.create("new");
    expect([kept.key, gone.key]).not.toContain(key);
  });

  it("keeps a reset, a restored snapshot and an import", async () => {
    const dataDir = newFolder();
    const { emulator, post, get } = await emulate({ dataDir });
    await post("/api/profiles", newProfile("a@example.com"));
    emulator.state.snapshot("one");
    await post("/api/profiles", newProfile("b@example.com"));
    emulator.reset();
    await get("/api/profiles");
    const afterReset = crashed(dataDir);
    emulator.state.restore("one");
    await get("/api/profiles");
    const afterRestore = crashed(dataDir);
    await post("/api/profiles", newProfile("c@example.com"));
    const afterWrite = crashed(dataDir);

    const emails = async (folder: string) => {
      const again = await emulate({ dataDir: folder });
      const { many } = await again.get("/api/profiles");
      return many.map(({ attributes }) => attributes["email"]).sort();
    };
    expect(await emails(afterReset)).toEqual([]);
    expect(await emails(afterRestore)).toEqual(["a@example.com"]);
    expect(await emails(afterWrite)).toEqual(["a@example.com", "c@example.com"]);
  });

  it("does what was waiting when it ended", async () => {
    const dataDir = newFolder();
    const { emulator, post } = await emulate({ dataDir, processingDelay: "10s" });
    await post("/api/events", newEvent("b@example.com", "e1"));
    await emulator.close();

    const again = await emulate({ dataDir, processingDelay: "10s" });
    expect((await again.get("/api/events")).many).toEqual([]);
    await again.emulator.clock.advance("10s");
    expect((await again.get("/api/events")).many).toHaveLength(1);
    const { many } = await (await emulate({ dataDir: crashed(dataDir) })).get("/api/events");
    expect(many).toHaveLength(1);
  });

  it("keeps the same with fsync", async () => {
    const dataDir = newFolder();
    const { post } = await emulate({ dataDir, fsync: true });
    await post("/api/profiles", newProfile("a@example.com"));
    const again = await emulate({ dataDir: crashed(dataDir), fsync: true });
    expect((await again.get("/api/profiles")).many).toHaveLength(1);
  });
});
