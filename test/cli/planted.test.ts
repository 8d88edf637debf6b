import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { pidSpace, startOf } from "../../src/durable/process-state.ts";
import { empty, run } from "../support/cli.ts";

/** A user's folder for temporary files, and in it that of the locators; nothing in it outlives the test. */
function place() {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "emulator-locators-")));
  const folder = join(root, `service-emulator-${userInfo().uid}`);
  fs.mkdirSync(folder, { mode: 0o700 });
  const cli = (...args: string[]) => run(args, { TMPDIR: root }, root);
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  const filesIn = () => fs.readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  return { root, folder, cli, filesIn };
}

/** A process that is no emulator, and what an emulator would tell of itself. */
async function stranger(folder: string) {
  const child = spawn("sleep", ["1000"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "spawn");
  const pid = child.pid as number;
  const told = {
    url: "http://127.0.0.1:65000",
    pid,
    started: startOf(pid),
    ...pidSpace(),
    folder,
    authScheme: "Planted",
    accounts: [{ companyId: "PLANTED", keys: [{ name: "full", key: "pk_planted", scopes: [] }] }],
    apps: [],
    counts: {},
  };
  return { told, isAlive: () => startOf(pid) === told.started };
}

type Told = Awaited<ReturnType<typeof stranger>>["told"];

const write = (file: string, content: unknown, mode = 0o600) => {
  fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content), { mode });
  fs.chmodSync(file, mode);
};

/** Ways to plant a file beside the emulators' own. */
const plants: Readonly<Record<string, (file: string, told: Told, root: string) => void>> = {
  "a process that is no emulator": (file, told) => write(file, told),
  "a number that is a text": (file, told) => write(file, { ...told, pid: String(told.pid) }),
  "a number that leads elsewhere": (file, told) => write(file, { ...told, pid: "../victim" }),
  "every process": (file, told) => write(file, { ...told, pid: -1 }),
  "its own group": (file, told) => write(file, { ...told, pid: 0 }),
  "another number than the name's": (file, told) => write(file, { ...told, pid: 1 }),
  "a number that is gone": (file, told) => write(file, { ...told, pid: "../victim", started: "1" }),
  "a URL elsewhere": (file, told) => write(file, { ...told, url: "http://evil.example" }),
  "a URL with a path": (file, told) => write(file, { ...told, url: `${told.url}/evil` }),
  "a log elsewhere": (file, told, root) => write(file, { ...told, log: join(root, "victim.pem") }),
  "no form": (file) => write(file, "null"),
  "members of other types": (file, told) =>
    write(file, Object.fromEntries(Object.keys(told).map((name) => [name, { evil: 1 }]))),
  "no JSON": (file) => write(file, "{"),
  "a file that others may write": (file, told) => write(file, told, 0o666),
  "a link to a file": (file, told, root) => {
    write(join(root, "target"), told);
    fs.symlinkSync(join(root, "target"), file);
  },
  "a second name of a file": (file, told, root) => {
    write(join(root, "second"), told);
    fs.linkSync(join(root, "second"), file);
  },
  "a folder": (file) => fs.mkdirSync(file),
  "a pipe": (file) => void execFileSync("mkfifo", [file]),
  "a device": (file) => fs.symlinkSync("/dev/zero", file),
  "a huge file": (file, told) => {
    write(file, told);
    fs.truncateSync(file, 2 ** 33);
  },
  "another user's file": (file, told) => {
    write(file, told);
    if (userInfo().uid === 0) fs.chownSync(file, 12_345, 12_345);
  },
};

/** All that the commands say which read the folder. */
async function said(cli: ReturnType<typeof place>["cli"]): Promise<string> {
  const commands = [
    ["status"],
    ["status", "--json"],
    ["env"],
    ["logs"],
    ["wait", "--timeout", "10ms"],
    ["reset"],
    ["stop", "--port", "65000"],
    ["stop", "--all"],
  ];
  const runs = await Promise.all(commands.map((args) => cli(...args)));
  return runs.map(({ stdout, stderr }) => stdout + stderr).join("");
}

const planted = /127\.0\.0\.1|evil|planted|not yours/i;

describe("files that somebody has put beside those of running emulators", () => {
  it("make no command end a process, delete a file, or name anything that they say", async () => {
    const { root, folder, cli, filesIn } = place();
    for (const victim of [root, folder]) write(join(victim, "victim.pem"), "not yours");
    const strangers = [];
    for (const [name, plant] of Object.entries(plants)) {
      const { told, isAlive } = await stranger(root);
      plant(join(folder, `${told.pid}.json`), told, root);
      strangers.push({ name, isAlive });
    }
    const before = filesIn();
    expect(await said(cli)).not.toMatch(planted);
    expect(filesIn()).toEqual(before);
    expect(strangers.filter(({ isAlive }) => !isAlive()).map(({ name }) => name)).toEqual([]);
  });

  it("are not believed where the folder is not the user's alone", async () => {
    const { root, folder, cli, filesIn } = place();
    const { told, isAlive } = await stranger(root);
    write(join(folder, `${told.pid}.json`), told);
    fs.chmodSync(folder, 0o777);
    const before = filesIn();
    const text = await said(cli);
    expect(text).not.toMatch(planted);
    expect(text).toContain(`${folder} is open to other users: remove it, or set TMPDIR`);
    expect([filesIn(), isAlive()]).toEqual([before, true]);
  });
});

describe("the file of an emulator that runs", () => {
  async function running() {
    const { root, folder, cli } = place();
    const args = ["start", "--detach", "--json", "--port", "0", "--fixtures", empty];
    const { pid } = JSON.parse((await cli(...args)).stdout) as { pid: number };
    onTestFinished(() => void process.kill(pid, "SIGKILL"));
    const file = join(folder, `${pid}.json`);
    const told = JSON.parse(fs.readFileSync(file, "utf8")) as object;
    return { root, folder, cli, pid, file, told };
  }

  it("is not believed once it says what that emulator would not", async () => {
    const { root, cli, file, told } = await running();
    write(join(root, "victim.pem"), "not yours");
    write(file, { ...told, url: "http://evil.example" });
    expect((await cli("env")).stdout).toBe("");
    write(file, { ...told, log: join(root, "victim.pem") });
    expect((await cli("logs")).stdout).toBe("");
    write(file, told);
    expect((await cli("env")).code).toBe(0);
  });

  it("of another PID namespace is neither named nor deleted", async () => {
    const { cli, file, told, pid } = await running();
    write(file, { ...told, namespace: "1" });
    expect((await cli("stop", "--all")).stdout).toBe("No emulator runs here.\n");
    expect([fs.existsSync(file), startOf(pid) !== undefined]).toEqual([true, true]);
  });
});
