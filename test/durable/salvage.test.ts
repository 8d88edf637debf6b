import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { checkFolder, recoverFolder } from "../../src/durable/check.ts";
import { look } from "../../src/durable/look.ts";
import { createEmulator } from "../../src/index.ts";
import { Dice } from "../../src/world/dice.ts";
import { empty, runHere } from "../support/cli.ts";
import { copyUnlocked, newFolder, newProfile } from "../support/data-folder.ts";

const api = createApi({ trusted: true });
const root = mkdtempSync(join(tmpdir(), "emulator-salvage-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Writes into a folder, one line for each thing that is done; as a crash leaves it. @returns ids by name */
async function written(folder: string, acts: readonly string[]): Promise<Map<string, string>> {
  const source = mkdtempSync(join(root, "source-"));
  const emulator = await createEmulator({
    fixtures: [empty],
    dataDir: source,
    rateLimits: "off",
    frozenAt: "2026-07-20T12:00:00Z",
  });
  const ids = new Map<string, string>();
  const send = async (method: string, path: string, body: object) => {
    const headers = {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision: "2026-07-15",
      "content-type": "application/json",
    };
    const response = await emulator.fetch(path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    expect([response.ok, text]).toEqual([true, text]);
    return text === "" ? "" : (JSON.parse(text) as { data: { id: string } }).data.id;
  };
  for (const act of acts) {
    const [verb, name = "", list = ""] = act.split(" ");
    const id = ids.get(name) ?? "";
    if (verb === "create") {
      ids.set(name, await send("POST", "/api/profiles", newProfile(`${name}@example.com`)));
    } else if (verb === "rename") {
      const data = { type: "profile", id, attributes: { first_name: "New" } };
      await send("PATCH", `/api/profiles/${id}`, { data });
    } else if (verb === "list") {
      const data = { type: "list", attributes: { name } };
      ids.set(name, await send("POST", "/api/lists", { data }));
    } else {
      const data = [{ type: "profile", id }];
      await send("POST", `/api/lists/${ids.get(list)}/relationships/profiles`, { data });
    }
  }
  copyUnlocked(source, folder);
  await emulator.close();
  return ids;
}

const copyOf = (folder: string): string => {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
};

async function recordsIn(folder: string, kind: string): Promise<Record<string, unknown>[]> {
  const { state } = await look(api, folder);
  const table = state?.snapshot.accounts[0]?.state.tables().get(kind);
  return [...(table?.all() ?? [])] as never;
}
const namesIn = async (folder: string) =>
  (await recordsIn(folder, "profile")).map(({ email }) => String(email).split("@")[0]).sort();

/** Changes a text in the one line of a file in which it is. @returns the number of that line */
function spoil(folder: string, file: string, text: string): number {
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  writeFileSync(path, before.replace(text, "X".repeat(text.length)));
  return before.slice(0, before.indexOf(text)).split("\n").length;
}

const log = "log-000001.db";

describe("behind a damaged line of a log", () => {
  const folder = join(root, "logged");
  let ids: Map<string, string>;
  beforeAll(async () => {
    const acts = ["create a", "list One", "join a One", "list Two", "join a Two", "create c"];
    ids = await written(folder, [...acts, "join c One", "rename a"]);
  });
  /** The lists that have members. */
  const groupsIn = async (at: string) =>
    (await recordsIn(at, "membership")).map(({ group }) => group);

  it("every line is kept that does not lead to what is lost, and both are listed by kind and id", async () => {
    const copy = copyOf(folder);
    const line = spoil(copy, log, '\\"Two\\"');
    const { lost } = await recoverFolder(api, copy, "1.0.0");
    expect(await namesIn(copy)).toEqual(["a", "c"]);
    expect(await groupsIn(copy)).toEqual([ids.get("One"), ids.get("One")]);
    const about = { file: log, account: "Tests1", isThere: false };
    expect(lost).toContainEqual({ ...about, line, kind: "list", id: ids.get("Two") });
    expect(lost).toContainEqual(
      expect.objectContaining({ ...about, line: line + 1, kind: "membership" }),
    );
    expect(lost.map(({ kind }) => kind)).not.toContain("profile");
  });

  it("also where nothing of the damaged line can be read", async () => {
    const copy = copyOf(folder);
    const path = join(copy, log);
    const lines = readFileSync(path, "utf8").split("\n");
    const at = lines.findIndex((line) => line.includes('\\"Two\\"'));
    writeFileSync(path, lines.with(at, "\0".repeat(99)).join("\n"));
    const { lost } = await recoverFolder(api, copy, "1.0.0");
    expect(await namesIn(copy)).toEqual(["a", "c"]);
    expect(await groupsIn(copy)).toEqual([ids.get("One"), ids.get("One")]);
    expect(lost.at(-1)).toEqual({
      file: log,
      line: at + 1,
      account: null,
      kind: null,
      id: null,
      isThere: false,
    });
  });

  it("what was only changed by it is kept as it was before, and said to be there", async () => {
    const copy = copyOf(folder);
    spoil(copy, log, '\\"first_name\\":\\"New\\"');
    const { lost } = await recoverFolder(api, copy, "1.0.0");
    expect(await namesIn(copy)).toEqual(["a", "c"]);
    expect(lost).toMatchObject([{ kind: "profile", id: ids.get("a"), isThere: true }]);
  });

  it("what a later line says in whole is not lost", async () => {
    const copy = copyOf(folder);
    const path = join(copy, log);
    const lines = readFileSync(path, "utf8").split("\n");
    const at = lines.findIndex((line) => line.includes("a@example.com"));
    writeFileSync(path, lines.toSpliced(at, 1).join("\n"));
    const { lost } = await recoverFolder(api, copy, "1.0.0");
    expect(await namesIn(copy)).toContain("a");
    expect(lost.map(({ kind }) => kind)).not.toContain("profile");
  });

  it("of any one byte that is changed, no more goes than its line and what leads to that", async () => {
    const dice = Dice.from(1, "bytes of a log");
    const whole = readFileSync(join(folder, log));
    const lines = whole.toString().split("\n").length - 2;
    for (let round = 0; round < 40; round += 1) {
      const copy = copyOf(folder);
      const bytes = Buffer.from(whole);
      const at = dice.integer(0, bytes.length - 1);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.integer(0, 7));
      writeFileSync(join(copy, log), bytes);
      const { keeps, movedTo } = await recoverFolder(api, copy, "1.0.0");
      const kept = movedTo === null ? lines : (keeps?.lines ?? 0);
      // At most five lead to another: the memberships, and the metric of their events.
      expect([at, kept >= lines - 5]).toEqual([at, true]);
    }
  });
});

describe("of a damaged base", () => {
  const folder = join(root, "based");
  let ids: Map<string, string>;
  const account = "base-000002/account-1.jsonl";
  beforeAll(async () => {
    const young = join(root, "young");
    ids = await written(young, ["create a", "create b", "create c"]);
    // What is replaced has no base before it to go back to.
    await recover(young);
    cpSync(young, folder, { recursive: true });
  });

  /** Makes all that is in a folder its base. */
  async function recover(young: string): Promise<void> {
    writeFileSync(join(young, "folder.json"), "{");
    await recoverFolder(api, young, "1.0.0");
    rmSync(join(young, "damaged-000002"), { recursive: true });
    expect(readdirSync(young).sort()).toEqual(["base-000002", "folder.json"]);
  }

  it("every record is kept whose line is as it was written, and the others are listed", async () => {
    const copy = copyOf(folder);
    const line = spoil(copy, account, "b@example.com");
    const check = await checkFolder(api, copy);
    expect(check).toMatchObject({ sound: false, mixed: false });
    const { lost } = await recoverFolder(api, copy, "1.0.0");
    expect(await namesIn(copy)).toEqual(["a", "c"]);
    expect(lost).toEqual([
      { file: account, line, account: "Tests1", kind: "profile", id: ids.get("b"), isThere: false },
    ]);
    expect(check.lost).toEqual(lost);
  });

  it("the account is kept where its first line is damaged: its last says the same", async () => {
    const copy = copyOf(folder);
    spoil(copy, account, "companyId");
    expect(await recoverFolder(api, copy, "1.0.0")).toMatchObject({ lost: [] });
    expect(await namesIn(copy)).toEqual(["a", "b", "c"]);
    await using emulator = await createEmulator({ dataDir: copy });
    expect(emulator.keys["full"]).toMatch(/^pk_/);
  });

  it("the accounts are kept where the file that lists them is damaged", async () => {
    const copy = copyOf(folder);
    spoil(copy, "base-000002/state.json", "companyId");
    const { lost } = await recoverFolder(api, copy, "1.0.0");
    expect(lost).toMatchObject([{ file: "base-000002/state.json", line: null, kind: null }]);
    expect(await namesIn(copy)).toEqual(["a", "b", "c"]);
  });

  it("of any one byte that is changed, no more than one record goes", async () => {
    const dice = Dice.from(1, "bytes of a base");
    for (let round = 0; round < 40; round += 1) {
      const copy = copyOf(folder);
      const path = join(copy, account);
      const bytes = readFileSync(path);
      const at = dice.integer(0, bytes.length - 1);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.integer(0, 7));
      writeFileSync(path, bytes);
      const { records = 0 } = (await look(api, folder)) ?? {};
      const recovered = await recoverFolder(api, copy, "1.0.0");
      const { keeps, lost } = recovered;
      const kept = keeps?.records ?? 0;
      // The end of a line joins two.
      const isEnd = readFileSync(join(folder, account))[at] === 0x0a;
      expect([at, kept >= records - (isEnd ? 2 : 1)]).toEqual([at, true]);
      expect([at, lost.length >= records - kept]).toEqual([at, true]);
    }
  });

  it("nothing is lost where only the end of its last line is missing: it opens as it is", async () => {
    const copy = copyOf(folder);
    const path = join(copy, account);
    writeFileSync(path, readFileSync(path).subarray(0, -1));
    expect(await checkFolder(api, copy)).toMatchObject({ sound: true });
  });
});

describe("where there are two bases", () => {
  const folder = join(root, "folded");
  const names = Array.from({ length: 6 }, (_, at) => `p${at}`);
  beforeAll(async () => {
    const { openDataFolder } = await import("../../src/durable/open.ts");
    const { Emulation } = await import("../../src/emulation/emulation.ts");
    const { lists } = await import("../../src/domain/resources/groups.ts");
    const { put } = await import("../../src/world/store/store.ts");
    const tell = { note: () => {}, lost: () => {} };
    const data = await openDataFolder(api, folder, { fsync: false, tell, linesMax: 4 });
    const settings = {
      seed: 1,
      limits: "off",
      authScheme: "Service-API-Key",
      badKeyStatus: 401,
    } as const;
    const first = (world: InstanceType<typeof Emulation>["world"]) =>
      void world.addAccount({ companyId: "Tests1", sms: true });
    const emulation = new Emulation(api, settings, "0", first, undefined, data.log);
    await data.start(emulation);
    const account = emulation.world.account("Tests1");
    for (const name of names) {
      const record = { id: name, seq: account?.nextSeq() ?? 0, name, created: 0, updated: 0 };
      account?.commit([put(lists, record as never)]);
      await data.log.saved();
    }
    await data.log.close();
    expect(readdirSync(folder).filter((name) => name.startsWith("base-"))).toHaveLength(2);
  });
  const listsIn = async (at: string) => (await recordsIn(at, "list")).map(({ id }) => id);
  const newest = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith("base-"))
      .sort()[1] ?? "";

  it.each<[what: string, act: (path: string) => void]>([
    ["is missing", (path) => rmSync(path, { recursive: true })],
    ["is empty", (path) => writeFileSync(join(path, "account-1.jsonl"), "")],
    ["has a damaged line", (path) => void spoil(path, "account-1.jsonl", '"p1"')],
    ["has no list of its accounts", (path) => rmSync(join(path, "state.json"))],
  ])("nothing is lost although the newest %s", async (_, act) => {
    const copy = copyOf(folder);
    act(join(copy, newest()));
    expect(await checkFolder(api, copy)).toMatchObject({ sound: false });
    expect(await recoverFolder(api, copy, "1.0.0")).toMatchObject({ lost: [] });
    expect(await listsIn(copy)).toEqual(names);
  });

  it("nothing changes where the older one is damaged, and state check shows it", async () => {
    const copy = copyOf(folder);
    const [first = ""] = readdirSync(copy).sort();
    writeFileSync(join(copy, first, "account-1.jsonl"), "");
    const { sound, files } = await checkFolder(api, copy);
    expect([sound, files[0]]).toEqual([true, { name: first, state: "damaged" }]);
    expect(await listsIn(copy)).toEqual(names);
  });
});

describe("of sandboxes", () => {
  /** Makes two sandboxes like the account, and one like none, each in a line of its own. */
  async function withSandboxes(reset: boolean) {
    const dataDir = newFolder();
    const emulator = await createEmulator({ fixtures: [empty], dataDir, onNote: () => {} });
    const made = [];
    for (const from of ["seed", "current", "empty"] as const) {
      made.push(emulator.sandbox({ from }).id);
      await emulator.fetch("/_emulator/clock");
    }
    // Another base has them beside the accounts.
    if (reset) emulator.reset();
    await emulator.fetch("/_emulator/clock");
    const folder = newFolder();
    copyUnlocked(dataDir, folder);
    await emulator.close();
    return { folder, made: made as [string, string, string] };
  }
  const sandboxesIn = async (at: string) => {
    const { state } = await look(api, at);
    return state?.sandboxes.map(({ settings }) => settings.companyId);
  };

  it.each([
    ["a log", false, log],
    ["a base", true, "base-000002/sandboxes.jsonl"],
  ] as const)(
    "in %s, those are kept that do not differ from a lost one, and the others are listed",
    async (_, reset, file) => {
      const { folder, made } = await withSandboxes(reset);
      const [first, second, third] = made;
      expect(await sandboxesIn(folder)).toEqual(made);
      const line = spoil(folder, file, reset ? '"sms":true' : '\\"sms\\":true');
      if (reset) rmSync(join(folder, "base-000001"), { recursive: true });
      const { lost } = await recoverFolder(api, folder, "1.0.0");
      expect(await sandboxesIn(folder)).toEqual([third]);
      const about = { kind: "sandbox", isThere: false, file };
      expect(lost).toContainEqual({ ...about, line, account: first, id: first });
      expect(lost).toContainEqual({ ...about, line: line + 1, account: second, id: second });
    },
  );
});

describe("state check --json", () => {
  it("lists what is lost, before and after --recover", async () => {
    const folder = newFolder();
    const ids = await written(folder, ["create a", "create b"]);
    spoil(folder, log, "a@example.com");
    const before = await runHere(["state", "check", folder, "--json"]);
    const after = await runHere(["state", "check", folder, "--recover", "--json"]);
    expect([before.code, after.code]).toEqual([1, 0]);
    for (const { stdout } of [before, after]) {
      expect(JSON.parse(stdout)).toMatchObject({
        loses: [log],
        lost: [{ kind: "profile", id: ids.get("a"), account: "Tests1", file: log }],
      });
    }
  });

  it("is a sentence for people", async () => {
    const folder = newFolder();
    const ids = await written(folder, ["create a", "create b"]);
    const line = spoil(folder, log, "a@example.com");
    const { stdout } = await runHere(["state", "check", folder]);
    expect(stdout).toContain(`Lost: profile ${ids.get("a")} (${log}:${line}).\n`);
  });
});
