import {
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { checkFolder, recoverFolder } from "../../src/durable/check.ts";
import { DataFolderError } from "../../src/durable/data-folder-error.ts";
import { look } from "../../src/durable/look.ts";
import { openDataFolder } from "../../src/durable/open.ts";
import { Dice } from "../../src/world/dice.ts";
import { createEmulator } from "../../src/index.ts";
import { empty } from "../support/cli.ts";
import { emulate } from "../support/emulate.ts";
import { copyUnlocked, newFolder, newProfile } from "../support/data-folder.ts";

const api = createApi({ trusted: true });

/** By the name of each file: what is in it, and when it was last written. */
function everythingIn(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const { mtimeMs } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {};
      const isFile = statSync(join(folder, name), { throwIfNoEntry: false })?.isFile();
      // That a lock came and went is no change of what is kept.
      return [name, isFile && readFileSync(join(folder, name), "utf8"), isFile && mtimeMs];
    });
}

/** Opens a folder and lets it go again. @returns what was told */
async function opened(folder: string): Promise<string[]> {
  const notes: string[] = [];
  const tell = { note: (line: string) => notes.push(line), lost: () => {} };
  const { log } = await openDataFolder(api, folder, { fsync: false, tell });
  await log.close();
  return notes;
}

/** The emails of the profiles in a folder, up to the first damage. */
async function emailsIn(folder: string): Promise<string[]> {
  const { state } = await look(api, folder);
  const profiles = state?.snapshot.accounts[0]?.state.tables().get("profile");
  return [...(profiles?.all() ?? [])].map((each) => (each as never as { email: string }).email);
}

async function refusalOf(folder: string): Promise<string> {
  const before = everythingIn(folder);
  const error = await opened(folder).catch((each: unknown) => each);
  expect(error).toBeInstanceOf(DataFolderError);
  expect(everythingIn(folder)).toEqual(before);
  return (error as Error).message;
}

/** Three logs: of two processes that were closed in good order, and of one that was killed. */
const template = mkdtempSync(join(tmpdir(), "emulator-damage-"));
afterAll(() => rmSync(template, { recursive: true, force: true }));
const emails = ["1a", "1b", "1c", "2a", "2b", "2c", "3a", "3b", "3c"].map(
  (n) => `${n}@example.com`,
);

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "emulator-damage-"));
  for (const round of [1, 2, 3]) {
    const emulator = await createEmulator({ fixtures: [empty], dataDir, rateLimits: "off" });
    for (const name of ["a", "b", "c"]) {
      await emulator.fetch("/api/profiles", {
        method: "POST",
        headers: {
          authorization: `Service-API-Key ${emulator.keys["full"]}`,
          revision: "2026-07-15",
          "content-type": "application/json",
        },
        body: JSON.stringify(newProfile(`${round}${name}@example.com`)),
      });
    }
    if (round === 3) copyUnlocked(dataDir, template);
    await emulator.close();
  }
  rmSync(dataDir, { recursive: true });
});

const fresh = (): string => {
  const folder = newFolder();
  cpSync(template, folder, { recursive: true, preserveTimestamps: true });
  return folder;
};
const logs = [1, 2, 3].map((number) => `log-00000${number}.db`);
const lastLog = "log-000003.db";
const linesIn = (path: string) => readFileSync(path, "utf8").split("\n").slice(0, -1);
const write = (path: string, lines: readonly string[]) =>
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));

describe("a folder in which everything is whole", () => {
  it("opens with all that was written, and nothing in it is written anew", async () => {
    const folder = fresh();
    const before = everythingIn(folder);
    const notes = await opened(folder);
    expect(notes).toEqual([
      `${join(folder, lastLog)} was not closed, as after a crash: all that is there is whole, ` +
        "but lines lost from its end would not show",
    ]);
    expect(everythingIn(folder)).toEqual(before);
    expect((await emailsIn(folder)).sort()).toEqual(emails);
  });

  it("is told to be whole by state check, which changes nothing either", async () => {
    const folder = fresh();
    const before = everythingIn(folder);
    const check = await checkFolder(api, folder);
    expect(check).toMatchObject({ kind: "data folder", sound: true, problem: null, keeps: null });
    expect(check.files.map(({ name, lines, state }) => [name, lines, state])).toEqual([
      ["base-000001", undefined, "whole"],
      ["log-000001.db", 3, "whole"],
      ["log-000002.db", 3, "whole"],
      ["log-000003.db", 3, "not closed"],
    ]);
    expect(everythingIn(folder)).toEqual(before);
  });
});

/** What may be done to a log. */
type Spoil = (path: string) => void;
const spoils: readonly (readonly [what: string, spoil: Spoil])[] = [
  ["is missing", (path) => void rmSync(path)],
  ["has zero length", (path) => void writeFileSync(path, "")],
  ["is a folder", (path) => (rmSync(path), void cpSync(template, path, { recursive: true }))],
  [
    "is a link to elsewhere",
    (path) => {
      const elsewhere = join(newFolder(), "elsewhere");
      renameSync(path, elsewhere);
      symlinkSync(elsewhere, path);
    },
  ],
  ["is another log", (path) => void cpSync(join(path, "..", otherThan(path)), path)],
  ...[0, 1, 2, 3, 4].flatMap((at): [string, Spoil][] => [
    [`lacks line ${at + 1}`, (path) => void write(path, linesIn(path).toSpliced(at, 1))],
    [
      `has line ${at + 1} twice`,
      (path) =>
        void write(
          path,
          linesIn(path).flatMap((line, n) => (n === at ? [line, line] : [line])),
        ),
    ],
    [
      `has lines ${at + 1} and ${at + 2} the other way round`,
      (path) => {
        const lines = linesIn(path);
        const [one, two] = [lines[at], lines[at + 1]];
        write(path, one && two ? lines.toSpliced(at, 2, two, one) : []);
      },
    ],
    [`ends before line ${at + 1}`, (path) => void write(path, linesIn(path).slice(0, at))],
    [
      `has a line of another log for line ${at + 1}`,
      (path) => {
        const other = linesIn(join(path, "..", otherThan(path)))[at] ?? "{}";
        write(path, linesIn(path).toSpliced(at, 1, other));
      },
    ],
  ]),
  [
    "has no UTF-8",
    (path) => void writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.of(0xff, 0x0a)])),
  ],
  [
    "ends with zeros",
    (path) => void writeFileSync(path, `${readFileSync(path, "utf8")}${"\0".repeat(99)}\n`),
  ],
];
const otherThan = (path: string) => (path.endsWith("1.db") ? "log-000002.db" : "log-000001.db");

/** Of a log that was not closed nobody knows whether it had more lines. */
const cannotShow = (log: string, what: string) =>
  log === lastLog && /^(lacks line [45]|ends before line [2-5]|has line 5 twice)$/.test(what);

describe.each(logs)("a folder whose %s", (log) => {
  it.each(spoils)(
    "%s is refused with its place, or tells what cannot be known",
    async (what, spoil) => {
      const folder = fresh();
      spoil(join(folder, log));
      if (cannotShow(log, what)) {
        expect((await opened(folder)).at(-1)).toContain("lines lost from its end would not show");
        return;
      }
      const message = await refusalOf(folder);
      expect(message).toMatch(
        new RegExp(
          `^${folder}/log-00000[123]\\.db(:\\d)? .*; nothing was changed: put a copy in its place`,
        ),
      );
      expect(message).toContain(log);
    },
  );

  it("has any one byte changed is refused, or the byte says nothing", async () => {
    const dice = Dice.from(1, `bytes of ${log}`);
    for (let round = 0; round < 60; round += 1) {
      const folder = fresh();
      const path = join(folder, log);
      const bytes = readFileSync(path);
      const at = dice.integer(0, bytes.length - 1);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.integer(0, 7));
      writeFileSync(path, bytes);
      const { damage, torn } = await look(api, folder);
      if (damage === undefined && torn === undefined) {
        expect([at, (await emailsIn(folder)).sort()]).toEqual([at, emails]);
      }
    }
  });
});

/** The emails of the lines that are still in a log as they were written. */
function soundIn(folder: string, log: string): string[] {
  const path = join(folder, log);
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  const there = isFile ? readFileSync(path, "utf8").split("\n") : [];
  return linesIn(join(template, log))
    .filter((line) => there.includes(line))
    .flatMap((line) => /\w+@example\.com/.exec(line)?.[0] ?? []);
}

describe("state check --recover", () => {
  const damages = spoils.filter(([what]) => !/ [45]( and \d)? |line [45]$/.test(what));

  it.each(logs.flatMap((log) => damages.map(([what, spoil]) => [log, what, spoil] as const)))(
    "of a folder whose %s %s keeps every line that is as it was written, and everything aside",
    async (log, what, spoil) => {
      const folder = fresh();
      spoil(join(folder, log));
      const sound = logs.flatMap((each) => soundIn(folder, each));
      const before = everythingIn(folder);
      if (cannotShow(log, what)) return expect((await checkFolder(api, folder)).sound).toBe(true);
      const promised = await checkFolder(api, folder);
      expect(everythingIn(folder)).toEqual(before);
      const recovered = await recoverFolder(api, folder, "1.0.0");
      expect(recovered).toMatchObject({ ...promised });
      expect((await emailsIn(folder)).sort()).toEqual(sound);
      expect(recovered.keeps?.lines).toBe(sound.length);
      // Of what cannot be read at the end of the last log nobody knows whether it was a line.
      const isKnown = log !== lastLog || sound.length < emails.length;
      if (isKnown) expect(recovered.lost.length > 0).toBe(sound.length < emails.length);
      const aside = everythingIn(recovered.movedTo ?? "");
      expect(aside.map(([name]) => name)).toEqual(before.map(([name]) => name));
      expect(aside.filter(([name]) => name !== "folder.json")).toEqual(
        before.filter(([name]) => name !== "folder.json"),
      );
      expect(await opened(folder)).toEqual([]);
    },
  );

  it("changes nothing in a folder that is whole", async () => {
    const folder = fresh();
    const before = everythingIn(folder);
    expect(await recoverFolder(api, folder, "1.0.0")).toMatchObject({ sound: true, movedTo: null });
    expect(everythingIn(folder)).toEqual(before);
  });

  it("keeps everything where only the file that says what is there is damaged or missing", async () => {
    for (const text of [undefined, "{", '{"format":2}']) {
      const folder = fresh();
      const path = join(folder, "folder.json");
      if (text === undefined) rmSync(path);
      else writeFileSync(path, text);
      expect(await refusalOf(folder)).toMatch(/folder\.json is (missing|damaged)/);
      await recoverFolder(api, folder, "1.0.0");
      expect((await emailsIn(folder)).sort()).toEqual(emails);
    }
  });

  it("refuses, and changes nothing, where there is no base to begin with", async () => {
    const folder = fresh();
    rmSync(join(folder, "base-000001/account-1.jsonl"));
    const before = everythingIn(folder);
    await expect(recoverFolder(api, folder, "1.0.0")).rejects.toThrow(
      "nothing can be kept without a base, and nothing was changed",
    );
    expect(everythingIn(folder)).toEqual(before);
  });
});

describe("a folder", () => {
  it("of a newer version is refused by its version", async () => {
    const folder = fresh();
    writeFileSync(join(folder, "folder.json"), '{"format":4,"version":"9.0.0","more":true}');
    expect(await refusalOf(folder)).toBe(
      `${join(folder, "folder.json")} was written by service-emulator 9.0.0 in format 4, ` +
        "and this version reads format 3: use that version or a newer one",
    );
  });

  it("without its base is refused, and not begun anew with fixtures", async () => {
    const folder = fresh();
    for (const name of [...logs, "base-000001"]) rmSync(join(folder, name), { recursive: true });
    expect(await refusalOf(folder)).toContain("base-000001 is missing");
  });

  it("of the version before checksums opens, whatever stands in its texts", async () => {
    const folder = newFolder();
    cpSync(join(import.meta.dirname, "old-folder"), folder, { recursive: true });
    const { get, emulator } = await emulate({ dataDir: folder, onNote: () => {} });
    const { many } = await get("/api/profiles?sort=created");
    expect(many.map(({ attributes }) => attributes["first_name"])).toEqual([
      "Ada",
      "Bo",
      "next\u0085line\u2028and\u2029paragraph",
      "Di",
    ]);
    await emulator.close();
    expect(await opened(folder)).toHaveLength(1);
  });

  it("of the version before checksums goes on with them", async () => {
    const folder = newFolder();
    cpSync(join(import.meta.dirname, "old-folder"), folder, { recursive: true });
    const { post, emulator } = await emulate({ dataDir: folder, onNote: () => {} });
    await post("/api/profiles", newProfile("new@example.com"));
    await emulator.close();
    expect(await opened(folder)).toEqual([]);
    const old = join(folder, "log-000002.db");
    write(old, linesIn(old).slice(0, -1));
    expect(await refusalOf(folder)).toContain(
      "log-000002.db has 1 lines, and had 2 when log-000003.db began",
    );
  });

  it("of the version before checksums is refused with a gap or a repeated line", async () => {
    for (const lines of [[1], [0, 0, 1], [1, 0]]) {
      const folder = newFolder();
      cpSync(join(import.meta.dirname, "old-folder"), folder, { recursive: true });
      const path = join(folder, "log-000001.db");
      const before = linesIn(path);
      write(
        path,
        lines.map((at) => before[at] ?? ""),
      );
      expect(await refusalOf(folder)).toMatch(/log-000001\.db:[12] is damaged \(expected line/);
    }
  });
});
