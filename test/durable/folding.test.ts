import { readdirSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { Emulation } from "../../src/emulation/emulation.ts";
import { lists } from "../../src/domain/resources/groups.ts";
import type { DataOptions } from "../../src/durable/data-log.ts";
import { openDataFolder } from "../../src/durable/open.ts";
import { put } from "../../src/world/store/store.ts";
import { crashed, newFolder } from "../support/data-folder.ts";

const api = createApi({ trusted: true });

const settings = {
  seed: 1,
  limits: "off",
  authScheme: "Service-API-Key",
  badKeyStatus: 401,
} as const;

/** An emulation that is kept in a folder, and writes lists into it one after the other. */
async function kept(folder: string, options: Partial<DataOptions> = {}) {
  const told: string[] = [];
  const tell = { lost: (line: string) => told.push(line), note: (line: string) => told.push(line) };
  const data = await openDataFolder(api, folder, { fsync: false, tell, ...options });
  const first = data.isEmpty
    ? (world: Emulation["world"]) => void world.addAccount({ companyId: "TEST01", sms: true })
    : data.begin;
  const emulation = new Emulation(api, settings, "0", first, undefined, data.log);
  onTestFinished(() => data.log.close());
  await data.start(emulation);
  const account = () => [...emulation.world.accounts.values()][0] as never as Account;
  type Account = NonNullable<ReturnType<typeof emulation.world.account>>;
  const write = async (from: number, to: number) => {
    for (let number = from; number <= to; number += 1) {
      const seq = account().nextSeq();
      const list = { id: `L${number}`, seq, name: `List ${number}`, created: 0, updated: 0 };
      account().commit([put(lists, list as never)]);
      await data.log.saved();
    }
  };
  const names = () => [...account().table(lists).all()].map(({ id }) => id).sort();
  return { data, write, names, told, emulation };
}

const numbers = (to: number) => Array.from({ length: to }, (_, at) => `L${at + 1}`).sort();

it("has what was written before something is done aside, and nothing of that", async () => {
  const folder = newFolder();
  const { data, emulation, write } = await kept(folder);
  const writing = write(1, 1);
  await emulation.aside(async (world) => {
    const [account] = world.accounts.values();
    const list = { id: "aside", seq: account?.nextSeq() ?? 0, name: "Aside" };
    account?.commit([put(lists, { ...list, created: 0, updated: 0 } as never)]);
    await data.log.saved();
  });
  await writing;
  expect((await kept(crashed(folder))).names()).toEqual(["L1"]);
});

describe("a log that has become long", () => {
  it("is folded into a new base, and goes once there are two bases of which it is in neither", async () => {
    const folder = newFolder();
    const { data, write } = await kept(folder, { linesMax: 10 });
    // A base is written while the log goes on: how far it goes meanwhile is nobody's promise.
    let count = 0;
    for (; readdirSync(folder).includes("base-000001"); count += 10) {
      await write(count + 1, count + 10);
    }
    await data.log.close();
    const left = readdirSync(folder);
    expect(left.filter((name) => name.startsWith("base-"))).toHaveLength(2);
    expect(left).not.toContain("base-000001");
    expect(left).not.toContain("log-000001.db");
    expect((await kept(folder)).names()).toEqual(numbers(count));
  });

  it("has everything at any moment, whenever it is killed", async () => {
    const folder = newFolder();
    const { write } = await kept(folder, { linesMax: 5 });
    for (let number = 1; number <= 40; number += 1) {
      await write(number, number);
      const again = await kept(crashed(folder));
      expect(again.names()).toEqual(numbers(number));
      await again.data.log.close();
    }
  });

  it("is folded by a later process, too", async () => {
    const folder = newFolder();
    for (let round = 0; round < 4; round += 1) {
      const { data, write } = await kept(folder, { linesMax: 10 });
      await write(round * 6 + 1, round * 6 + 6);
      await data.log.close();
    }
    expect(readdirSync(folder).some((name) => /^base-00000[2-9]/.test(name))).toBe(true);
    expect((await kept(folder)).names()).toEqual(numbers(24));
  });

  it("is not folded sooner than half as much was added as there is", async () => {
    const folder = newFolder();
    const { data, write } = await kept(folder, { linesMax: 10 });
    await write(1, 12);
    await data.log.close();
    const before = readdirSync(folder).find((name) => name.startsWith("base-"));
    const again = await kept(folder, { linesMax: 2 });
    await again.write(13, 14);
    expect(readdirSync(folder)).toContain(before);
  });
});
