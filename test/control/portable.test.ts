import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

/** A folder that does not outlive the test. */
function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-state-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const everything = async ({ get }: Pick<Awaited<ReturnType<typeof emulate>>, "get">) => {
  const paths = [
    "/api/profiles?additional-fields[profile]=subscriptions",
    "/api/events",
    "/api/lists",
    "/api/segments",
    "/api/metrics",
    "/api/tags",
    "/api/catalog-items",
    "/api/accounts",
  ];
  const answers = [];
  for (const path of paths) answers.push((await get(path)).text);
  return answers;
};

describe("an exported state", () => {
  it("is all there when it is imported into another emulator", async () => {
    const folder = join(place(), "saved");
    const one = await emulate({ fixtures: ["small"] });
    await one.post("/api/profiles", newProfile({ email: "new@example.com" }));
    await one.post("/api/events", newEvent({}, { email: "new@example.com" }));
    const { records } = await one.emulator.state.export(folder);
    const other = await emulate({ fixtures: ["empty"] });
    const imported = await other.emulator.state.import(folder);
    expect(imported).toEqual({ folder, accounts: [one.emulator.companyId], records });
    const key = { key: one.emulator.keys["full"] ?? "" };
    const get = (path: string) => other.get(path, key);
    expect(await everything({ get })).toEqual(await everything(one));
  });

  it("goes on as the first would have: the same ids, and what was to be done later", async () => {
    const folder = join(place(), "saved");
    const options = { fixtures: ["small"], processingDelay: "1m" };
    const one = await emulate(options);
    await one.post("/api/events", newEvent({}, { email: "late@example.com" }));
    await one.emulator.state.export(folder);
    const other = await emulate(options);
    await other.emulator.state.import(folder);
    const outcomes = [];
    for (const { emulator, post, get } of [one, other]) {
      await emulator.clock.advance("2m");
      const { data } = await post("/api/profiles", newProfile({ email: "next@example.com" }));
      const { many } = await get('/api/profiles?filter=equals(email,"late@example.com")');
      outcomes.push([data.id, many.length]);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]?.[1]).toBe(1);
  });

  it("takes the place of an earlier one, and leaves nothing beside it", async () => {
    const parent = place();
    const folder = join(parent, "saved");
    const { emulator, post } = await emulate();
    const first = await emulator.state.export(folder);
    await post("/api/profiles", newProfile({ email: "new@example.com" }));
    const second = await emulator.state.export(folder);
    expect(second.records).toBe(first.records + 1);
    expect(readdirSync(parent)).toEqual(["saved"]);
  });

  it("is of the instant at which it was asked for, whatever is written meanwhile", async () => {
    const folder = join(place(), "saved");
    const { emulator, post, get } = await emulate();
    const exporting = emulator.state.export(folder);
    await post("/api/profiles", newProfile({ email: "meanwhile@example.com" }));
    await exporting;
    await emulator.state.import(folder);
    expect((await get("/api/profiles")).many).toEqual([]);
  });

  it("leaves a folder alone that holds something else", async () => {
    const folder = place();
    writeFileSync(join(folder, "precious.txt"), "mine");
    const { emulator } = await emulate();
    await expect(emulator.state.export(folder)).rejects.toThrow("holds something else");
    expect(readdirSync(folder)).toEqual(["precious.txt"]);
  });

  it("does not hold sandboxes", async () => {
    const folder = join(place(), "saved");
    const { emulator } = await emulate();
    emulator.sandbox();
    await emulator.state.export(folder);
    expect(readdirSync(folder).toSorted()).toEqual(["account-1.jsonl", "state.json"]);
  });

  it.skipIf(!canMount())("is as it was when the disk is full, and so is the emulator", async () => {
    const parent = place();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=400k", "tmpfs", parent]);
    onTestFinished(() => void execFileSync("umount", ["-l", parent]));
    const folder = join(parent, "saved");
    const { emulator, post } = await emulate();
    await emulator.state.export(folder);
    const before = readFileSync(join(folder, "account-1.jsonl"), "utf8");
    for (let n = 0; n < 40; n += 1) {
      const properties = { filler: "x".repeat(20_000) };
      await post("/api/profiles", newProfile({ email: `p${n}@example.com`, properties }));
    }
    await expect(emulator.state.export(folder)).rejects.toThrow("the disk is full");
    expect(readFileSync(join(folder, "account-1.jsonl"), "utf8")).toBe(before);
    expect(readdirSync(parent)).toEqual(["saved"]);
  });
});

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "emulator-mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "tmpfs", folder], { stdio: "ignore" });
    execFileSync("umount", [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("an import is refused, and nothing is changed, of", () => {
  const cases: readonly (readonly [string, (folder: string) => void, string | RegExp])[] = [
    [
      "a folder that is not there",
      (folder) => rmSync(folder, { recursive: true }),
      "holds no exported state",
    ],
    [
      "a manifest that is no JSON",
      (folder) => writeFileSync(join(folder, "state.json"), "{"),
      "state.json: no JSON",
    ],
    [
      "a newer version",
      (folder) => rewrite(folder, { format: 99, version: "9.0.0", more: 1 }),
      "state.json was written by service-emulator 9.0.0 in format 99, and this version reads format 2: use that",
    ],
    [
      "no format",
      (folder) => writeFileSync(join(folder, "state.json"), "{}"),
      "state.json: expected the format of an exported state, 1 to 2",
    ],
    ["a manifest that lacks something", (folder) => rewrite(folder, { apps: undefined }), "apps"],
    [
      "a date that is none",
      (folder) => rewrite(folder, { exportedAt: "today" }),
      "exportedAt: expected an ISO 8601 datetime",
    ],
    [
      "a file that names a folder above",
      (folder) => rewriteFile(folder, { file: "../account-1.jsonl" }),
      "'../account-1.jsonl' is no file of this folder",
    ],
    [
      "a file with an absolute path",
      (folder) => rewriteFile(folder, { file: "/etc/passwd" }),
      "'/etc/passwd' is no file of this folder",
    ],
    [
      "a file that is a link to elsewhere",
      (folder) => {
        const file = join(folder, "account-1.jsonl");
        const elsewhere = join(place(), "elsewhere");
        renameSync(file, elsewhere);
        symlinkSync(elsewhere, file);
      },
      "'account-1.jsonl' is no file of this folder",
    ],
    [
      "a file that is a link to another file of it",
      (folder) => {
        symlinkSync("account-1.jsonl", join(folder, "link"));
        rewriteFile(folder, { file: "link" });
      },
      "link is no regular file",
    ],
    [
      "a file that never ends",
      (folder) => {
        rmSync(join(folder, "account-1.jsonl"));
        execFileSync("mkfifo", [join(folder, "account-1.jsonl")]);
      },
      "account-1.jsonl is no regular file",
    ],
    [
      "a manifest that never ends",
      (folder) => {
        rmSync(join(folder, "state.json"));
        execFileSync("mkfifo", [join(folder, "state.json")]);
      },
      "state.json is no regular file",
    ],
    [
      "another account than the manifest says",
      (folder) => rewriteFile(folder, { companyId: "OTHER1" }),
      "account-1.jsonl:1: expected OTHER1",
    ],
    [
      "a file that is not as it was written",
      (folder) => cut(folder, (text) => text.replace("before@", "BEFORE@")),
      "account-1.jsonl is not as it was written: restore a copy, or remove its checksum from state.json",
    ],
    [
      "keys that are none",
      (folder) => cut(folder, (text) => text.replace(/"keys":\[.*?\}\]/, '"keys":[null]')),
      "account-1.jsonl:1: keys[0]: expected a mapping",
    ],
    [
      "a key with a scope that there is not",
      (folder) => cut(folder, (text) => text.replace('"grant":"full"', '"grant":["every"]')),
      "account-1.jsonl:1: keys[0].grant",
    ],
    [
      "settings that no account has",
      (folder) => cut(folder, (text) => text.replace('"sms":true', '"sms":"yes"')),
      "account-1.jsonl:1: settings.sms: expected a boolean",
    ],
    [
      "positions of the random generator that are none",
      (folder) => cut(folder, (text) => text.replace(/"dice":\{/, '"dice":{"ids":"x",')),
      "account-1.jsonl:1: dice.ids: expected a list",
    ],
    [
      "no account at all",
      (folder) => rewrite(folder, { accounts: [] }),
      "state.json: accounts: expected at least one item",
    ],
    [
      "the same account twice",
      (folder) => {
        const { accounts } = JSON.parse(readFileSync(join(folder, "state.json"), "utf8"));
        rewrite(folder, { accounts: [...accounts, ...accounts] });
      },
      "state.json: account Tests1 is there twice",
    ],
    [
      "the same record twice",
      (folder) => added(folder, (lines) => lines.at(-1) ?? ""),
      /account-1\.jsonl:\d+: [\w -]+ is there twice/,
    ],
    [
      "a record that nests without end",
      (folder) => {
        const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
        added(folder, () => `["profile",{"id":"deep","seq":99,"properties":${deep}}]`);
      },
      "nests too deep",
    ],
    [
      "a file that was cut off in a line",
      (folder) => cut(folder, (text) => text.slice(0, -20)),
      "no JSON",
    ],
    [
      "a file that was cut off between lines",
      (folder) => cut(folder, (text) => `${text.trimEnd().split("\n").slice(0, -1).join("\n")}\n`),
      "it was cut off",
    ],
    [
      "a record of no collection",
      (folder) => cut(folder, (text) => text.replace('["profile",', '["nobody",')),
      "no collection 'nobody'",
    ],
    [
      "a file that is missing",
      (folder) => rmSync(join(folder, "account-1.jsonl")),
      "account-1.jsonl cannot be read",
    ],
  ];

  it.each(cases)("%s", async (_, spoil, message) => {
    const folder = join(place(), "saved");
    const { emulator, post, get } = await emulate();
    await post("/api/profiles", newProfile({ email: "before@example.com" }));
    await emulator.state.export(folder);
    await post("/api/profiles", newProfile({ email: "after@example.com" }));
    spoil(folder);
    await expect(emulator.state.import(folder)).rejects.toThrow(message);
    expect((await get("/api/profiles")).many).toHaveLength(2);
  });
});

/** Changes the manifest. */
function rewrite(folder: string, changes: object): void {
  const path = join(folder, "state.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as object;
  writeFileSync(path, JSON.stringify({ ...manifest, ...changes }));
}

/** Changes what the manifest says of the one account. */
function rewriteFile(folder: string, changes: object): void {
  const { accounts } = JSON.parse(readFileSync(join(folder, "state.json"), "utf8"));
  rewrite(folder, { accounts: [{ ...accounts[0], ...changes }] });
}

/** Adds a line to the one account's file, and makes the manifest fit. */
function added(folder: string, line: (lines: readonly string[]) => string): void {
  const lines = readFileSync(join(folder, "account-1.jsonl"), "utf8").trimEnd().split("\n");
  const all = [...lines, line(lines)];
  writeFileSync(join(folder, "account-1.jsonl"), `${all.join("\n")}\n`);
  rewriteFile(folder, { lines: all.length, checksum: undefined });
}

function cut(folder: string, change: (text: string) => string): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "account-1.jsonl");
  writeFileSync(file, change(readFileSync(file, "utf8")));
}
