import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmulator, DataFolderError, type EmulatorOptions } from "../../src/index.ts";
import { LineChain, type Opening } from "../../src/durable/log.ts";
import { crashed, newFolder, newProfile, smallDisk } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

/** A folder in which three profiles were written one after the other, as a crash left it. */
async function threeProfiles(): Promise<string> {
  const dataDir = newFolder();
  const { post } = await emulate({ dataDir });
  for (const name of ["a", "b", "c"])
    await post("/api/profiles", newProfile(`${name}@example.com`));
  return crashed(dataDir);
}

const emailsOf = async (options: EmulatorOptions) => {
  const { get } = await emulate(options);
  return (await get("/api/profiles")).many.map(({ attributes }) => attributes["email"]).sort();
};

/** The error that it is refused with; all in it must be as before. */
async function refusalOf(dataDir: string): Promise<string> {
  const before = contentOf(dataDir);
  const error = await createEmulator({ fixtures: ["empty"], dataDir }).catch(
    (each: unknown) => each,
  );
  expect(error).toBeInstanceOf(DataFolderError);
  expect(contentOf(dataDir)).toEqual(before);
  return (error as Error).message;
}

const contentOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name), "utf8")]);

const logOf = (folder: string) => join(folder, "log-000001.db");

describe("a log whose last line was broken off", () => {
  it("is healed, and told of", async () => {
    const dataDir = await threeProfiles();
    appendFileSync(logOf(dataDir), '{"_id":"000000004","j":"{\\"at\\":17');
    const notes: string[] = [];
    expect(await emailsOf({ dataDir, onNote: (note) => notes.push(note) })).toEqual(
      ["a", "b", "c"].map((name) => `${name}@example.com`),
    );
    expect(notes[0]).toBe(
      `${logOf(dataDir)}: cut 34 bytes of a last line that was broken off, and never answered`,
    );
  });

  it("has all that stands before it, wherever it was broken off", async () => {
    const dataDir = await threeProfiles();
    const text = readFileSync(logOf(dataDir));
    const lastLine = text.subarray(0, -1).lastIndexOf(0x0a) + 1;
    for (const length of [lastLine + 1, text.length - 40, text.length - 2]) {
      writeFileSync(logOf(dataDir), text.subarray(0, length));
      expect(await emailsOf({ dataDir: crashed(dataDir), onNote: () => {} })).toHaveLength(2);
    }
  });

  it("has the last one, too, if that lacks no more than its end: it may have been answered", async () => {
    const dataDir = await threeProfiles();
    writeFileSync(logOf(dataDir), readFileSync(logOf(dataDir)).subarray(0, -1));
    const notes: string[] = [];
    const emails = await emailsOf({ dataDir, onNote: (note) => notes.push(note) });
    expect(emails).toHaveLength(3);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain("was not closed, as after a crash");
  });

  it("may hold nothing else if the process was killed while it began", async () => {
    const dataDir = await threeProfiles();
    writeFileSync(join(dataDir, "log-000002.db"), '{"_id":"0000');
    expect(await emailsOf({ dataDir, onNote: () => {} })).toHaveLength(3);
    expect(readdirSync(dataDir)).not.toContain("log-000002.db");
  });

  it("is not cut if anything else is wrong", async () => {
    const dataDir = await threeProfiles();
    const lines = readFileSync(logOf(dataDir), "utf8").split("\n");
    writeFileSync(logOf(dataDir), [lines[0], lines[2], '{"_id":"0'].join("\n"));
    expect(await refusalOf(dataDir)).toContain("log-000001.db:2 is damaged");
  });
});

describe("refused, with nothing changed in it, is a folder", () => {
  it("with a line that is damaged", async () => {
    const dataDir = await threeProfiles();
    const lines = readFileSync(logOf(dataDir), "utf8").split("\n");
    lines[1] = "{}}";
    writeFileSync(logOf(dataDir), lines.join("\n"));
    expect(await refusalOf(dataDir)).toBe(
      `${logOf(dataDir)}:2 is damaged; nothing was changed: put a copy in its place, or see what can be kept ` +
        `with service-emulator state check ${dataDir}`,
    );
  });

  it("with a line that is not as it was written", async () => {
    const dataDir = await threeProfiles();
    const text = readFileSync(logOf(dataDir), "utf8").replace("b@example", "B@example");
    writeFileSync(logOf(dataDir), text);
    expect(await refusalOf(dataDir)).toContain(
      "log-000001.db:3 is damaged (its checksum is wrong)",
    );
  });

  it("with a line that says what cannot be", async () => {
    const dataDir = await threeProfiles();
    const opening = readFileSync(logOf(dataDir), "utf8").split("\n")[0] ?? "";
    const { j: text } = JSON.parse(opening) as { j: string };
    const chain = new LineChain(0, { ...(JSON.parse(text) as Opening), alone: true });
    const lines = [
      chain.next(text, "open"),
      chain.next('{"at":0,"accounts":{"Tests1":{"changes":[["prophet",{"id":"p"}]]}}}'),
    ];
    writeFileSync(logOf(dataDir), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect(await refusalOf(dataDir)).toMatch(
      /log-000001\.db:2 is damaged \(there is no collection prophet\)/,
    );
  });

  it("with a base that is cut off", async () => {
    const dataDir = await threeProfiles();
    const base = join(dataDir, "base-000001", "account-1.jsonl");
    writeFileSync(base, readFileSync(base, "utf8").slice(0, 40));
    expect(await refusalOf(dataDir)).toContain(`${base}:1: no JSON`);
  });

  it("with a log and no base", async () => {
    const dataDir = await threeProfiles();
    rmSync(join(dataDir, "base-000001"), { recursive: true });
    expect(await refusalOf(dataDir)).toContain("base-000001 is missing");
  });

  it("in which a log is missing", async () => {
    const dataDir = await threeProfiles();
    writeFileSync(join(dataDir, "log-000003.db"), "");
    expect(await refusalOf(dataDir)).toContain("log-000002.db is missing");
  });

  it("that holds something else", async () => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, "thesis.txt"), "");
    expect(await refusalOf(dataDir)).toContain("holds something else (thesis.txt)");
  });

  it("that is a file", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    await expect(createEmulator({ dataDir: file })).rejects.toThrow(
      `cannot use ${file}: it is a file; give another folder`,
    );
  });
});

describe("a folder that a process has", () => {
  /** A process that lives as long as the test, and when it began. */
  async function living() {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    onTestFinished(() => void child.kill("SIGKILL"));
    await new Promise((resolve) => child.once("spawn", resolve));
    return child.pid as number;
  }

  const startOf = (pid: number) =>
    execFileSync("cut", ["-d", " ", "-f", "22", `/proc/${pid}/stat`], { encoding: "utf8" }).trim();

  const lockedBy = (holder: { pid: number; started: string }) => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, "lock"), JSON.stringify(holder));
    return dataDir;
  };

  it("is refused to another, by the number of the one", async () => {
    const pid = await living();
    const dataDir = lockedBy({ pid, started: startOf(pid) });
    expect(await refusalOf(dataDir)).toBe(
      `${dataDir} is used by process ${pid}: stop that, or give another folder`,
    );
  });

  it("is refused to a second emulator of the same process", async () => {
    const dataDir = newFolder();
    await emulate({ dataDir });
    expect(await refusalOf(dataDir)).toContain(`is used by process ${process.pid}`);
  });

  it("is waited for if that is about to end", async () => {
    const dataDir = newFolder();
    const { emulator } = await emulate({ dataDir });
    const second = createEmulator({ fixtures: ["empty"], dataDir });
    await emulator.close();
    const { companyId, close } = await second;
    expect(companyId).toBe(emulator.companyId);
    await close();
  });

  it("is free if the number is another process's now", async () => {
    const dataDir = lockedBy({ pid: await living(), started: "1" });
    expect((await emulate({ dataDir })).emulator.url).not.toBe("");
  });

  it("is free if the process was killed, also while it is only waited for", async () => {
    const parent = spawn(process.execPath, [
      "-e",
      `const child = require("node:child_process").spawn("sleep", ["100"]);
       console.log(child.pid); process.kill(child.pid, "SIGKILL"); for (;;);`,
    ]);
    onTestFinished(() => void parent.kill("SIGKILL"));
    const pid = Number(await new Promise((resolve) => parent.stdout.once("data", resolve)));
    const dataDir = lockedBy({ pid, started: startOf(pid) });
    expect((await emulate({ dataDir })).emulator.url).not.toBe("");
  });

  it("is free once the emulator is closed", async () => {
    const dataDir = newFolder();
    const { emulator } = await emulate({ dataDir });
    await emulator.close();
    expect(readdirSync(dataDir)).toEqual(["base-000001", "folder.json"]);
  });
});

describe("a disk that is full", () => {
  it("answers 503 to what cannot be kept, and loses nothing that was answered", async (context) => {
    const disk = smallDisk();
    if (disk === undefined) return context.skip();
    const dataDir = join(disk, "data");
    const lost: string[] = [];
    const { emulator, post, get } = await emulate({ dataDir, onLost: (line) => lost.push(line) });
    const properties = { text: "x".repeat(100_000) };
    const statuses: number[] = [];
    for (let number = 0; number < 20; number += 1) {
      const { status } = await post("/api/profiles", {
        data: { type: "profile", attributes: { email: `p${number}@example.com`, properties } },
      });
      statuses.push(status);
    }
    const kept = statuses.filter((status) => status === 201).length;
    expect(statuses).toEqual([
      ...Array.from({ length: kept }, () => 201),
      ...Array.from({ length: 20 - kept }, () => 503),
    ]);
    expect(kept).toBeGreaterThan(2);
    expect(lost).toEqual([
      `cannot write to ${dataDir}: the disk is full; all that was answered before is safe: ` +
        "make room on it, or begin again with a copy of it elsewhere",
    ]);
    expect((await get("/api/lists")).status).toBe(200);
    await emulator.close();

    const copy = crashed(dataDir);
    expect(await emailsOf({ dataDir: copy, onNote: () => {} })).toHaveLength(kept);
  });

  it("is told at once where nothing can be begun", async (context) => {
    const disk = smallDisk();
    if (disk === undefined) return context.skip();
    writeFileSync(join(disk, "filler"), Buffer.alloc(1_000_000));
    const dataDir = join(disk, "data");
    mkdirSync(dataDir);
    await expect(createEmulator({ fixtures: ["demo"], dataDir, onLost: () => {} })).rejects.toThrow(
      /the disk is full/,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
