import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { checkFolder, recoverFolder } from "../../src/durable/check.ts";
import { DataFolderError } from "../../src/durable/data-folder-error.ts";
import { createEmulator, type Emulator } from "../../src/index.ts";
import { empty } from "../support/cli.ts";
import { emulate } from "../support/emulate.ts";
import { copyUnlocked, newFolder, newProfile } from "../support/data-folder.ts";

const api = createApi({ trusted: true });
/** The same in all folders: what is in their files differs by nothing but whose they are. */
const options = {
  fixtures: [empty],
  rateLimits: "off",
  frozenAt: "2026-07-20T12:00:00Z",
  onNote: () => {},
} as const;

async function write(dataDir: string, act: (emulator: Emulator) => Promise<void>): Promise<void> {
  await using emulator = await createEmulator({ ...options, dataDir });
  await act(emulator);
}

const post = ({ fetch: ask, keys }: Emulator, email: string) =>
  ask("/api/profiles", {
    method: "POST",
    headers: {
      authorization: `Service-API-Key ${keys["full"]}`,
      revision: "2026-07-15",
      "content-type": "application/json",
    },
    body: JSON.stringify(newProfile(email)),
  });

const posting = (dataDir: string, ...names: string[]) =>
  write(dataDir, async (emulator) => {
    for (const name of names) await post(emulator, `${name}@example.com`);
  });

const root = mkdtempSync(join(tmpdir(), "emulator-mixed-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const [one, other, copy] = ["one", "other", "copy"].map((name) => join(root, name)) as [
  string,
  string,
  string,
];
/** As it was while its first and its second log were written. */
const [young, older] = [join(root, "young"), join(root, "older")];

beforeAll(async () => {
  for (const folder of [one, other]) {
    await write(folder, async (emulator) => {
      await post(emulator, "a@example.com");
      if (folder === one) copyUnlocked(one, young);
      await post(emulator, "b@example.com");
    });
    await write(folder, async (emulator) => {
      await post(emulator, "c@example.com");
      if (folder === one) copyUnlocked(one, older);
      await post(emulator, "d@example.com");
    });
  }
  cpSync(one, copy, { recursive: true });
  await posting(one, "e", "f");
  await posting(copy, "e", "f");
});

const fresh = (): string => {
  const folder = newFolder();
  cpSync(one, folder, { recursive: true });
  return folder;
};

/** Puts a file of one folder in the place of that of another. */
function replace(folder: string, name: string, by: string): void {
  rmSync(join(folder, name), { recursive: true });
  cpSync(by, join(folder, name), { recursive: true });
}

async function refusalOf(folder: string): Promise<string> {
  const check = await checkFolder(api, folder);
  const error = await createEmulator({ ...options, dataDir: folder }).catch(
    (each: unknown) => each,
  );
  expect(error).toBeInstanceOf(DataFolderError);
  expect(check).toMatchObject({ sound: false, mixed: true });
  expect((error as Error).message).toContain(`${check.problem}; nothing was changed`);
  return (check.problem ?? "").replace(`${folder}/`, "");
}

const logs = ["log-000001.db", "log-000002.db", "log-000003.db"] as const;

describe("a folder is refused by the name of the file in which it has", () => {
  it.each(logs.slice(0, 2))("a log of another folder: %s", async (log) => {
    const folder = fresh();
    replace(folder, log, join(other, log));
    expect(await refusalOf(folder)).toBe(`${log} is of another data folder`);
  });

  it("the base of another folder", async () => {
    const folder = fresh();
    replace(folder, "base-000001", join(other, "base-000001"));
    expect(await refusalOf(folder)).toBe("base-000001 is of another data folder than folder.json");
  });

  it("the folder.json of another folder", async () => {
    const folder = fresh();
    replace(folder, "folder.json", join(other, "folder.json"));
    expect(await refusalOf(folder)).toBe("base-000001 is of another data folder than folder.json");
  });

  it("a log of its own under another name", async () => {
    const folder = fresh();
    replace(folder, "log-000002.db", join(folder, "log-000001.db"));
    expect(await refusalOf(folder)).toBe("log-000002.db is log-000001.db under another name");
  });

  it("a base of its own under another name", async () => {
    const folder = fresh();
    cpSync(join(folder, "base-000001"), join(folder, "base-000002"), { recursive: true });
    expect(await refusalOf(folder)).toBe("base-000002 is base-000001 under another name");
  });

  it("a log as it was while it was written, behind which another has begun since", async () => {
    const folder = fresh();
    replace(folder, "log-000001.db", join(young, "log-000001.db"));
    expect(await refusalOf(folder)).toBe(
      "log-000002.db does not follow the log before it " +
        "(log-000001.db has 1 lines, and had 2 when log-000002.db began)",
    );
  });

  it("the last log as it was before it was closed", async () => {
    const folder = newFolder();
    cpSync(other, folder, { recursive: true });
    const before = newFolder();
    await write(folder, async (emulator) => {
      await post(emulator, "e@example.com");
      copyUnlocked(folder, before);
      await post(emulator, "f@example.com");
    });
    replace(folder, "log-000003.db", join(before, "log-000003.db"));
    expect(await refusalOf(folder)).toBe(
      "log-000003.db is not as it was when it was closed: it had 2 lines",
    );
  });

  it("a log of a copy that has gone its own way", async () => {
    const folder = fresh();
    expect(readFileSync(join(folder, "log-000002.db"))).toEqual(
      readFileSync(join(copy, "log-000002.db")),
    );
    replace(folder, "log-000003.db", join(copy, "log-000003.db"));
    expect(await refusalOf(folder)).toBe(
      "log-000003.db is of another copy of the folder than folder.json",
    );
  });

  it("the base of a copy that has gone its own way, also before folder.json names it", async () => {
    const [folder, gone] = [fresh(), newFolder()];
    cpSync(folder, gone, { recursive: true });
    await write(gone, async (emulator) => {
      await post(emulator, "g@example.com");
      emulator.reset();
    });
    for (const names of [[], ["h"]]) {
      await posting(folder, ...names);
      cpSync(join(gone, "base-000005"), join(folder, "base-000005"), { recursive: true });
      expect(await refusalOf(folder)).toBe("base-000005 does not follow log-000004.db");
      rmSync(join(folder, "base-000005"), { recursive: true });
    }
    await write(folder, async (emulator) => emulator.reset());
    replace(folder, "base-000005", join(gone, "base-000005"));
    expect(await refusalOf(folder)).toBe(
      "base-000005 is of another copy of the folder than folder.json",
    );
  });

  it("a base or a log of another folder among what is kept for the day of a damage", async () => {
    for (const name of ["base-000001", "log-000002.db"]) {
      const folder = fresh();
      await write(folder, async (emulator) => emulator.reset());
      expect((await checkFolder(api, folder)).sound).toBe(true);
      replace(folder, name, join(other, name));
      expect(await refusalOf(folder)).toBe(`${name} is of another data folder`);
    }
  });
});

describe("state check --recover of a mixed folder", () => {
  const emailsIn = async (folder: string) => {
    const { get } = await emulate({ ...options, dataDir: folder });
    const { many } = await get("/api/profiles");
    return many.map(({ attributes }) => String(attributes["email"]).slice(0, 1)).sort();
  };

  it("keeps what is the folder's own, and nothing of the other", async () => {
    const folder = fresh();
    replace(folder, "log-000002.db", join(other, "log-000002.db"));
    const { lost } = await recoverFolder(api, folder, "1.0.0");
    expect(lost).toMatchObject([{ file: "log-000002.db", line: null, id: null }]);
    expect(await emailsIn(folder)).toEqual(["a", "b", "e", "f"]);
  });

  it("keeps everything where folder.json alone is another folder's", async () => {
    const folder = fresh();
    replace(folder, "folder.json", join(other, "folder.json"));
    expect(await recoverFolder(api, folder, "1.0.0")).toMatchObject({ lost: [] });
    expect(await emailsIn(folder)).toEqual(["a", "b", "c", "d", "e", "f"]);
  });
});

describe("a folder that was written before folders had ids", () => {
  const before = (): string => {
    const folder = newFolder();
    cpSync(join(import.meta.dirname, "folder-format-2"), folder, { recursive: true });
    return folder;
  };
  const idIn = (folder: string): unknown =>
    (JSON.parse(readFileSync(join(folder, "folder.json"), "utf8")) as { id?: string }).id;

  it("opens with all that is in it, keys included, and goes on", async () => {
    const folder = before();
    const { get, post: create, emulator } = await emulate({ ...options, dataDir: folder });
    const { many } = await get("/api/profiles?sort=created");
    expect(many.map(({ attributes }) => attributes["first_name"])).toEqual([
      "Ada",
      "Bo",
      "next\u0085line\u2028and\u2029paragraph",
      "Di",
    ]);
    expect(emulator.privateKeys.list().map(({ name }) => name)).toContain("made");
    await create("/api/profiles", newProfile("e@example.com"));
    await emulator.close();
    expect(await checkFolder(api, folder)).toMatchObject({ sound: true });
    expect(idIn(folder)).toBeUndefined();
  });

  it("has its id once another base is written, and refuses what is another's from then on", async () => {
    const folder = before();
    await write(folder, async (emulator) => emulator.reset());
    expect(idIn(folder)).toMatch(/^[\da-f]{32}$/);
    await posting(folder, "e");
    expect(await checkFolder(api, folder)).toMatchObject({ sound: true });
    replace(folder, "log-000003.db", join(other, "log-000001.db"));
    expect(await refusalOf(folder)).toBe("log-000003.db is of another data folder");
  });
});
