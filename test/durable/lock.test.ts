import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DataFolderError } from "../../src/index.ts";
import { pidSpace, startOf } from "../../src/durable/process-state.ts";
import { newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";
import { inNamespace, LockProcess, namespaces } from "../support/lock-process.ts";

/** A new folder whose path has at least 150 bytes: more than the address of a socket may have. */
function longFolder(): string {
  const folder = join(newFolder(), "a".repeat(60), "b".repeat(60), "c".repeat(30));
  mkdirSync(folder, { recursive: true });
  expect(Buffer.byteLength(folder)).toBeGreaterThan(150);
  return folder;
}

const canRun = (command: string, ...args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** The proof in full: LOCK_ROUNDS=100. */
const rounds = Array.from({ length: Number(process.env["LOCK_ROUNDS"] ?? 1) }, (_, at) => at + 1);

describe("a folder that another process has", () => {
  it.skipIf(!namespaces)(
    "is refused from another PID namespace, and free once the owner is killed",
    async () => {
      const folder = longFolder();
      const owner = new LockProcess(folder, { within: inNamespace });
      expect(await owner.said()).toBe("locked");
      const second = new LockProcess(folder, { within: inNamespace });
      expect(await second.said()).toBe(
        `${folder} is used by an emulator in another container (process 1 there): ` +
          `stop that, or give another folder`,
      );
      expect(readdirSync(folder).sort()).toEqual([
        "lock",
        expect.stringMatching(/^lock-.*\.sock$/),
      ]);
      await owner.kill();
      const third = new LockProcess(folder, { within: inNamespace });
      expect(await third.said()).toBe("locked");
      await third.free();
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it("is refused by another mount point of it", async (context) => {
    const [folder, mounted] = [longFolder(), newFolder()];
    if (!canRun("mount", "--bind", folder, mounted)) return context.skip("mount is not allowed");
    onTestFinished(() => void execFileSync("umount", ["-l", mounted]));
    const owner = new LockProcess(folder);
    expect(await owner.said()).toBe("locked");
    const refused = new LockProcess(mounted);
    expect(await refused.said()).toBe(
      `${mounted} is used by process ${owner.child.pid}: stop that, or give another folder`,
    );
    await owner.kill();
    expect(await new LockProcess(mounted).said()).toBe("locked");
  });

  it.each(rounds)("is one process's only, however many come at once (%s)", async () => {
    const folder = newFolder();
    const inside = join(newFolder(), "inside");
    // What a killed one left is in the way of all of them.
    const killed = new LockProcess(folder);
    expect(await killed.said()).toBe("locked");
    await killed.kill();
    const within = namespaces ? [[], inNamespace] : [[]];
    const all = Array.from(
      { length: 6 },
      (_, at) => new LockProcess(folder, { inside, within: within[at % within.length] ?? [] }),
    );
    const said = await Promise.all(
      all.map(async (each) => {
        const line = await each.said();
        if (line === "locked") await each.free();
        return line;
      }),
    );
    expect(said.filter((line) => line === "locked").length).toBeGreaterThan(0);
    expect(said.filter((line) => line !== "locked" && !line.includes("is used by"))).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("does not keep that alive", async () => {
    const process = new LockProcess(newFolder(), { how: "leave" });
    expect([await process.said(), await process.ended]).toEqual(["locked", 0]);
  });

  it("is refused while that is stopped and answers nothing", async () => {
    const folder = newFolder();
    const owner = new LockProcess(folder);
    expect(await owner.said()).toBe("locked");
    owner.child.kill("SIGSTOP");
    expect(await new LockProcess(folder).said()).toContain(`used by process ${owner.child.pid}`);
  });
});

describe("what stands in the place of a lock's file", () => {
  it.each<[string, (path: string, folder: string) => void, string]>([
    ["a folder", (path) => mkdirSync(path), "is no file"],
    ["a pipe", (path) => void execFileSync("mkfifo", [path]), "is no file"],
    ["a huge file", (path) => writeFileSync(path, "x".repeat(20_000)), "has 20000 bytes;"],
    ["a link", (path, folder) => symlinkSync(join(folder, "folder.json"), path), "is a link"],
  ])("%s is refused at once, and stays", async (_, plant, problem) => {
    const dataDir = newFolder();
    plant(join(dataDir, "lock"), dataDir);
    await expect(emulate({ dataDir })).rejects.toThrow(`${join(dataDir, "lock")} ${problem}`);
    expect(readdirSync(dataDir)).toEqual(["lock"]);
  });
});

describe("a lock's file", () => {
  const here = pidSpace();
  const alive = { pid: process.pid, started: startOf(process.pid) };
  const gone = { pid: process.pid, started: "1" };
  const elsewhere = { boot: "another", namespace: "1" };

  const folderWith = (holder: object | string): string => {
    const dataDir = newFolder();
    const text = typeof holder === "string" ? holder : JSON.stringify(holder);
    writeFileSync(join(dataDir, "lock"), text);
    return dataDir;
  };
  const opened = async (dataDir: string, stealLock = false) => {
    const refused = await emulate({ dataDir, stealLock }).catch((error: unknown) => error);
    if (!(refused instanceof Error)) return "opened";
    expect(refused).toBeInstanceOf(DataFolderError);
    return refused.message.replace(dataDir, "FOLDER");
  };
  const running = `FOLDER is used by process ${process.pid}: stop that, or give another folder`;
  const unknown =
    `FOLDER is locked by an emulator in another container or on another machine (process ${process.pid} ` +
    `there), and nothing here shows whether it still runs: stop it; if it is gone, --steal-lock takes the ` +
    `folder over`;

  it("is judged by what it says: where nobody can know, the folder is refused unless it is to be stolen", async () => {
    const cases: readonly [holder: object | string, without: string, stealing: string][] = [
      // Of an earlier version.
      [alive, running, running],
      [gone, "opened", "opened"],
      // Where it can be asked.
      [{ ...alive, ...here, socket: false }, running, running],
      [{ ...gone, ...here, socket: false }, "opened", "opened"],
      // Its socket is not there any more.
      [{ ...alive, ...here, socket: true }, "opened", "opened"],
      [{ ...alive, ...elsewhere, socket: true }, "opened", "opened"],
      // Where it cannot.
      [{ ...alive, ...here, namespace: "1", socket: false }, unknown, "opened"],
      [{ ...gone, ...elsewhere, socket: false }, unknown, "opened"],
      // What no emulator wrote.
      ["", "opened", "opened"],
      ["{}", "opened", "opened"],
      [{ pid: "1", started: 1 }, "opened", "opened"],
    ];
    const found = await Promise.all(
      cases.map(async ([holder]) => [
        holder,
        await opened(folderWith(holder)),
        await opened(folderWith(holder), true),
      ]),
    );
    expect(found).toEqual(cases);
  });

  it("of an owner that answers is not stolen", async () => {
    const dataDir = newFolder();
    await emulate({ dataDir });
    expect(await opened(dataDir, true)).toBe(running);
  });

  it("that another wrote meanwhile is left to that", async () => {
    const dataDir = newFolder();
    const { emulator } = await emulate({ dataDir });
    const other = JSON.stringify({ ...alive, ...elsewhere });
    writeFileSync(join(dataDir, "lock"), other);
    await emulator.close();
    expect(readFileSync(join(dataDir, "lock"), "utf8")).toBe(other);
  });
});

describe("sockets in a folder", () => {
  it("that nobody listens on any more are cleared away, and others' are not touched", async () => {
    const dataDir = newFolder();
    const name = join(dataDir, "lock-1-2-3-4.sock");
    const child = spawn(process.execPath, [
      "-e",
      `require("node:net").createServer().listen(${JSON.stringify(name)}, () => console.log(1))`,
    ]);
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    const [foreign, file] = ["lock-of-mine.sock", "lock-1-2-3-5.sock"];
    const server = createServer().listen(join(dataDir, foreign));
    onTestFinished(() => void server.close());
    await once(server, "listening");
    writeFileSync(join(dataDir, file), "mine");
    await emulate({ dataDir });
    const own = `lock-${pidSpace().namespace}-${process.pid}-`;
    const left = readdirSync(dataDir).filter(
      (each) => each.endsWith("sock") && !each.startsWith(own),
    );
    expect(left.sort()).toEqual([file, foreign]);
  });
});
