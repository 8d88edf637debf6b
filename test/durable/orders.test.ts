import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { crashed, newFolder, newProfile } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

const frozenAt = "2026-07-20T12:00:00Z";

/** A folder of more people and events than an index is made for when it is asked for. */
async function large(): Promise<{ dataDir: string; seen: string[] }> {
  const dataDir = newFolder();
  const about = { dataDir, frozenAt, fixtures: ["small"], profiles: 6000, events: 7000 };
  const { emulator, get } = await emulate({ ...about, rateLimits: "off" });
  const seen = await pagesOf(get);
  await emulator.close();
  return { dataDir, seen };
}

const paths = [
  "/api/profiles?page[size]=100&sort=-created",
  "/api/profiles?filter=equals(email,'nobody@example.com')",
  "/api/profiles?page[size]=100&sort=email",
  "/api/events?page[size]=100&include=profile,metric",
  "/api/events?page[size]=100&sort=datetime",
];

const pagesOf = (get: Awaited<ReturnType<typeof emulate>>["get"]) =>
  Promise.all(paths.map(async (path) => (await get(path)).text));

const ordersIn = (dataDir: string) => join(dataDir, "base-000001/account-1.orders");

async function seenIn(dataDir: string): Promise<string[]> {
  const { emulator, get } = await emulate({ dataDir, rateLimits: "off" });
  const seen = await pagesOf(get);
  await emulator.close();
  return seen;
}

describe("a large data folder", () => {
  it("is opened without reading its records one by one", async () => {
    const { dataDir, seen } = await large();
    const parse = vi.spyOn(JSON, "parse");
    onTestFinished(() => parse.mockRestore());
    const { get } = await emulate({ dataDir, rateLimits: "off" });
    expect(parse.mock.calls.length).toBeLessThan(1000);
    expect(await pagesOf(get)).toEqual(seen);
  });

  it("has the same where the orders of its indexes are missing, broken, or those of another version", async () => {
    const { dataDir, seen } = await large();
    const orders = readFileSync(ordersIn(dataDir));
    const others = [
      orders.subarray(0, 100),
      orders.subarray(0, -4),
      orders.map((byte, at) => (at === orders.length - 9 ? byte ^ 1 : byte)),
      Buffer.from(orders.toString("latin1").replace(/"version":"/, "$&0"), "latin1"),
      Buffer.from("no JSON\n"),
    ];
    for (const each of [undefined, ...others]) {
      const copy = crashed(dataDir);
      if (each === undefined) rmSync(ordersIn(copy));
      else writeFileSync(ordersIn(copy), each);
      expect(await seenIn(copy)).toEqual(seen);
    }
  });

  it("has what was written to it since, and once more when that is folded", async () => {
    const { dataDir } = await large();
    const { emulator, post } = await emulate({ dataDir, rateLimits: "off" });
    await post("/api/profiles", newProfile("aaa@example.com"));
    // Puts another base in the place of the first.
    await emulator.seed({ lists: [{ name: "Another" }] });
    const again = await emulate({ dataDir: crashed(dataDir), rateLimits: "off" });
    await emulator.close();
    const first = await emulate({ dataDir, rateLimits: "off" });
    for (const { get } of [first, again]) {
      const { many } = await get("/api/profiles?filter=equals(email,'aaa@example.com')");
      expect(many).toHaveLength(1);
    }
  });

  it("that is damaged is refused, with the line", async () => {
    const { dataDir } = await large();
    const path = join(dataDir, "base-000001/account-1.jsonl");
    const bytes = readFileSync(path);
    bytes[5000] = (bytes[5000] as number) ^ 1;
    writeFileSync(path, bytes);
    await expect(emulate({ dataDir })).rejects.toThrow(/account-1\.jsonl/);
  });
});
