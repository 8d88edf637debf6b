import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Segment } from "../../src/durable/log.ts";
import { createEmulator, type EmulatorOptions } from "../../src/index.ts";
import { crashed, newFolder, newProfile, smallDisk } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

/** From now on, until the test's end, no folder can be made. */
function failing(code: string): void {
  vi.spyOn(promises, "mkdir").mockRejectedValue(
    Object.assign(new Error(`${code}: mkdir`), { code }),
  );
  syncBuiltinESMExports();
}
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** From now on nothing can be added to a log. */
const breakDisk = (code: string) =>
  vi
    .spyOn(Segment.prototype, "append")
    .mockRejectedValue(Object.assign(new Error(`${code}: write`), { code }));

const onLost = () => {};

describe("when nothing can be kept any more, it is answered with 503", () => {
  const written = async (options: EmulatorOptions = {}) => {
    const ways = await emulate({ dataDir: newFolder(), fixtures: ["small"], onLost, ...options });
    breakDisk("ENOSPC");
    return ways;
  };
  const hint = expect.stringContaining("the disk is full; all that was answered before is safe");

  it("by /api in the service's form, with the request's own id, and nothing of what was done", async () => {
    const { emulator, post } = await written();
    const { status, headers, errors } = await post("/api/profiles", newProfile("a@example.com"));
    expect([status, errors.length]).toEqual([503, 1]);
    expect(errors[0]).toMatchObject({ status: 503, id: headers.get("x-service-req-id") });
    expect(headers.get("x-emulator-hint")).toEqual(hint);
    expect(headers.get("location")).toBeNull();
    expect((await emulator.fetch("/api/profiles")).status).toBe(401);
  });

  it("by /client in the service's form, readable for a page", async () => {
    const { emulator } = await written();
    const response = await emulator.fetch(`/client/profiles?company_id=${emulator.companyId}`, {
      method: "POST",
      headers: {
        origin: "https://shop.example.com",
        revision: "2026-07-15",
        "content-type": "application/json",
      },
      body: JSON.stringify(newProfile("a@example.com")),
    });
    const { errors } = (await response.json()) as { errors: unknown[] };
    expect([response.status, errors]).toMatchObject([503, [{ status: 503 }]]);
    expect(response.headers.get("access-control-allow-origin")).not.toBeNull();
  });

  it("by /oauth in OAuth's form", async () => {
    const { emulator, post } = await emulate({ dataDir: newFolder(), onLost });
    let fail: (error: unknown) => void = () => {};
    const appending = new Promise<void>((_, reject) => (fail = reject));
    const append = vi.spyOn(Segment.prototype, "append").mockReturnValue(appending);
    const writing = post("/api/profiles", newProfile("a@example.com"));
    await vi.waitUntil(() => append.mock.calls.length > 0);
    // What is answered while a write is not kept yet waits for it: it may show it.
    const asking = emulator.fetch("/oauth/token", { method: "POST" });
    await vi.waitUntil(() => emulator.requests.list().length === 2);
    fail(Object.assign(new Error("write"), { code: "EIO" }));
    expect((await writing).status).toBe(503);
    const response = await asking;
    expect(response.headers.get("content-type")).toBe("application/json");
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { error: "temporarily_unavailable" },
    ]);
  });

  it("by /_emulator in the control API's form", async () => {
    const { emulator } = await written();
    const response = await emulator.fetch("/_emulator/keys", {
      method: "POST",
      body: JSON.stringify({ name: "new", scopes: ["profiles:read"] }),
    });
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: { message: hint, path: "" } },
    ]);
  });

  it.each([
    ["ENOSPC", "the disk is full", "make room on it"],
    ["EROFS", "the disk is mounted read-only", "mount it writable"],
    ["EIO", "the disk failed", "check the disk"],
  ])("and %s is told in words, with what to do", async (code, reason, remedy) => {
    const lost: string[] = [];
    const dataDir = newFolder();
    const { post } = await emulate({ dataDir, onLost: (line) => lost.push(line) });
    breakDisk(code);
    await post("/api/profiles", newProfile("a@example.com"));
    expect(lost).toEqual([
      `cannot write to ${dataDir}: ${reason}; all that was answered before is safe: ${remedy}, ` +
        "or begin again with a copy of it elsewhere",
    ]);
  });
});

describe("a disk on which nothing can be made is told in words, with what to do", () => {
  it.each([
    ["ENOSPC", "the disk is full; make room on it, or give another folder"],
    ["EROFS", "the disk is mounted read-only; mount it writable, or give another folder"],
  ])("at the start, by %s", async (code, told) => {
    const dataDir = newFolder();
    failing(code);
    await expect(createEmulator({ dataDir, onLost })).rejects.toThrow(told.split(";")[0]);
  });

  it.each([
    ["ENOSPC", "the disk is full; nothing was changed: make room on it, or give another folder"],
    [
      "EROFS",
      "the disk is mounted read-only; nothing was changed: mount it writable, or give another folder",
    ],
  ])("when a state is exported, by %s", async (code, told) => {
    const { emulator } = await emulate();
    const folder = join(newFolder(), "saved");
    failing(code);
    await expect(emulator.state.export(folder)).rejects.toThrow(`cannot write ${folder}: ${told}`);
  });
});

/** Makes a disk read-only, or writable again. */
const remount = (disk: string, how: "ro" | "rw") =>
  execFileSync("mount", ["-o", `remount,${how}`, disk], { stdio: "ignore" });

describe("a disk that is mounted read-only", () => {
  it("is told at the start, whether there is a folder on it or not", async (context) => {
    const disk = smallDisk();
    if (disk === undefined) return context.skip();
    const dataDir = join(disk, "data");
    mkdirSync(dataDir);
    remount(disk, "ro");
    const told = "the disk is mounted read-only; mount it writable, or give another folder";
    for (const each of [dataDir, join(disk, "new")]) {
      await expect(createEmulator({ dataDir: each, onLost })).rejects.toThrow(
        `cannot use ${each}: ${told}`,
      );
    }
  });

  it("in mid-run loses nothing that was answered, and answers 503 from then on", async (context) => {
    const disk = smallDisk();
    if (disk === undefined) return context.skip();
    const dataDir = join(disk, "data");
    const lost: string[] = [];
    const { post } = await emulate({ dataDir, onLost: (line) => lost.push(line) });
    expect((await post("/api/profiles", newProfile("a@example.com"))).status).toBe(201);
    remount(disk, "ro");
    expect((await post("/api/profiles", newProfile("b@example.com"))).status).toBe(503);
    expect(lost).toEqual([expect.stringContaining("the disk is mounted read-only")]);
    remount(disk, "rw");
    const { get } = await emulate({ dataDir: crashed(dataDir), onNote: () => {} });
    expect((await get("/api/profiles")).many).toHaveLength(1);
  });

  it("takes no exported state, and keeps the one that is there", async (context) => {
    const disk = smallDisk();
    if (disk === undefined) return context.skip();
    const folder = join(disk, "saved");
    const { emulator } = await emulate();
    await emulator.state.export(folder);
    const before = readdirSync(folder);
    remount(disk, "ro");
    await expect(emulator.state.export(folder)).rejects.toThrow(
      "the disk is mounted read-only; nothing was changed: mount it writable, or give another folder",
    );
    expect(readdirSync(folder)).toEqual(before);
    await emulator.state.import(folder);
  });

  it("is looked at by state check all the same", async (context) => {
    const disk = smallDisk();
    if (disk === undefined) return context.skip();
    const dataDir = join(disk, "data");
    const { emulator, post } = await emulate({ dataDir });
    await post("/api/profiles", newProfile("a@example.com"));
    await emulator.close();
    remount(disk, "ro");
    const { checkFolder } = await import("../../src/durable/check.ts");
    const { createApi } = await import("../../src/areas/index.ts");
    expect(await checkFolder(createApi(), dataDir)).toMatchObject({ sound: true });
  });
});
