import { appendFileSync, cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { boot, empty, ended, linesOf, listening, runHere, spawnCli } from "../support/cli.ts";
import { crashed, newFolder, newProfile, smallDisk } from "../support/data-folder.ts";
import { inNamespace, namespaces } from "../support/lock-process.ts";

const posted = (email: string, properties = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    data: { type: "profile", attributes: { ...newProfile(email).data.attributes, properties } },
  }),
});

const start = (dataDir: string) =>
  runHere(["--port", "0", "--fixtures", empty, "--data-dir", dataDir, "--quiet"]);

describe("start --data-dir", () => {
  it("keeps what was written from one start to the next", async () => {
    const dataDir = join(newFolder(), "made", "here");
    const first = await boot(["--data-dir", dataDir]);
    await first.ask("/api/profiles", posted("a@example.com"));
    first.child.kill("SIGTERM");
    expect(await first.exit).toBe(0);

    const second = await boot(["--data-dir", dataDir]);
    const { data } = (await (await second.ask("/api/profiles")).json()) as { data: unknown[] };
    expect(data).toHaveLength(1);
  });

  it("refuses a folder that another process has, in one line", async () => {
    const dataDir = newFolder();
    const { child } = await boot(["--data-dir", dataDir]);
    const { code, stdout, stderr } = await start(dataDir);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toBe(
      `service-emulator: ${dataDir} is used by process ${child.pid}: stop that, or give another folder\n`,
    );
  });

  it.skipIf(!namespaces)(
    "refuses it in another container, too, until the owner is killed",
    async () => {
      const dataDir = join(newFolder(), "a".repeat(150));
      const within = async () => {
        const args = ["--port", "0", "--fixtures", empty, "--data-dir", dataDir, "--quiet"];
        const child = spawnCli(args, {}, "pipe", undefined, inNamespace);
        const first = await Promise.race([linesOf(child).next(), ended(child)]);
        const url = typeof first === "object" ? (first.value as string | undefined) : undefined;
        return { child, url };
      };
      const owner = await within();
      expect(owner.url).toMatch(/^http:/);
      const second = await within();
      expect(second.url).toBeUndefined();
      expect(await text(second.child.stderr as NodeJS.ReadableStream)).toContain(
        `${dataDir} is used by an emulator in another container`,
      );
      owner.child.kill("SIGKILL");
      await ended(owner.child);
      expect((await within()).url).toMatch(/^http:/);
    },
  );

  it("takes over from a process that was killed", async () => {
    const dataDir = newFolder();
    const { child, exit } = await boot(["--data-dir", dataDir]);
    child.kill("SIGKILL");
    expect(await exit).toBe("SIGKILL");
    const { ready } = await boot(["--data-dir", dataDir]);
    expect(ready.event).toBe("ready");
  });

  it("refuses a damaged folder, in one line", async () => {
    const dataDir = newFolder();
    await boot(["--data-dir", dataDir]);
    const copy = crashed(dataDir);
    writeFileSync(join(copy, "log-000001.db"), "no log\n");
    const { code, stderr } = await start(copy);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^service-emulator: \S+log-000001\.db:1 is damaged; [^\n]+\n$/);
  });

  it("refuses a folder with a log of another one, as state check does: code 3, by the log's name", async () => {
    const [one, other] = [newFolder(), newFolder()];
    for (const dataDir of [one, other]) {
      const { ask, child, exit } = await boot(["--data-dir", dataDir]);
      await ask("/api/profiles", posted("a@example.com"));
      child.kill("SIGTERM");
      await exit;
    }
    const log = join(one, "log-000001.db");
    cpSync(join(other, "log-000001.db"), log);
    const { code, stderr } = await start(one);
    expect([code, stderr]).toEqual([
      3,
      `service-emulator: ${log} is of another data folder; nothing was changed: put a copy in its place, or see ` +
        `what can be kept with service-emulator state check ${one}\n`,
    ]);
    const check = await runHere(["state", "check", one]);
    expect([check.code, check.stdout]).toEqual([
      3,
      expect.stringContaining(`${log} is of another data folder.\n`),
    ]);
  });

  it("tells of a line that it had to cut off", async () => {
    const dataDir = newFolder();
    const { ask } = await boot(["--data-dir", dataDir]);
    await ask("/api/profiles", posted("a@example.com"));
    const copy = crashed(dataDir);
    appendFileSync(join(copy, "log-000001.db"), '{"_id":"0');
    const again = await boot(["--data-dir", copy]);
    again.child.kill("SIGTERM");
    expect(await text(again.child.stderr as NodeJS.ReadableStream)).toContain(
      "log-000001.db: cut 9 bytes of a last line that was broken off, and never answered\n",
    );
  });

  it("ends with code 1 when the disk is full, and says so in one line", async (context) => {
    const disk = smallDisk();
    if (disk === undefined) return context.skip();
    const dataDir = join(disk, "data");
    const { ask, exit, child } = await boot(["--data-dir", dataDir]);
    const told = text(child.stderr as NodeJS.ReadableStream);
    let status = 201;
    for (let number = 0; status === 201 && number < 20; number += 1) {
      const properties = { text: "x".repeat(100_000) };
      ({ status } = await ask("/api/profiles", posted(`p${number}@example.com`, properties)));
    }
    expect(status).toBe(503);
    expect(await exit).toBe(1);
    expect(await told).toBe(
      `service-emulator: cannot write to ${dataDir}: the disk is full; all that was answered before is safe: ` +
        "make room on it, or begin again with a copy of it elsewhere\n",
    );
  });
});

describe("state check", () => {
  /** A folder as a crash left it, with a profile in it. */
  async function killed(): Promise<string> {
    const dataDir = newFolder();
    const { ask, child, exit } = await boot(["--data-dir", dataDir]);
    await ask("/api/profiles", posted("a@example.com"));
    child.kill("SIGKILL");
    await exit;
    return crashed(dataDir);
  }

  it("shows what is in a folder, and exits with 0 if it is whole", async () => {
    const { code, stdout } = await runHere(["state", "check", await killed()]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^FILE +HOLDS +STATE\nbase-000001 +\d+ records +whole\nlog-000001\.db +1 line +not closed\n\nThe data folder is whole\.\n/,
      ),
    ]);
  });

  it("exits with 1 for a damaged one, says what --recover would keep, and recovers it", async () => {
    const folder = await killed();
    writeFileSync(join(folder, "log-000001.db"), "");
    const check = await runHere(["state", "check", folder]);
    expect(check.code).toBe(1);
    expect(check.stdout).toContain(
      `${folder}/log-000001.db:1 is missing.\n--recover would keep the `,
    );
    expect(check.stdout).toContain(`Run: service-emulator state check ${folder} --recover\n`);
    const recovered = await runHere(["state", "check", folder, "--recover"]);
    expect(recovered.code).toBe(0);
    expect(recovered.stdout).toContain(`Everything as it was: ${folder}/damaged-000002\n`);
    const { ready } = await boot(["--data-dir", folder]);
    expect(ready.event).toBe("ready");
    const again = await runHere(["state", "check", folder, "--json"]);
    expect(JSON.parse(again.stdout)).toMatchObject({ sound: true, aside: ["damaged-000002"] });
  });

  it("recovers no folder that an emulator has", async () => {
    const dataDir = newFolder();
    await boot(["--data-dir", dataDir]);
    const { code, stderr } = await runHere(["state", "check", dataDir, "--recover"]);
    expect(code).toBe(3);
    expect(stderr).toContain("is used by process");
  });

  it("says of a file that it is one", async () => {
    const { code, stderr } = await runHere(["state", "check", empty]);
    expect([code, stderr]).toEqual([
      3,
      `service-emulator: cannot use ${empty}: it is a file; give another folder\n`,
    ]);
  });

  it("checks an exported state, too, and says what is neither", async () => {
    const folder = join(newFolder(), "saved");
    const { cli } = await listening();
    await cli("state", "export", folder);
    const whole = await runHere(["state", "check", folder]);
    expect([whole.code, whole.stdout]).toEqual([
      0,
      expect.stringContaining("The export is whole."),
    ]);
    writeFileSync(join(folder, "account-1.jsonl"), "");
    expect((await runHere(["state", "check", folder])).code).toBe(1);
    const other = newFolder();
    writeFileSync(join(other, "thesis.txt"), "");
    const neither = await runHere(["state", "check", other]);
    expect([neither.code, neither.stderr]).toEqual([
      3,
      expect.stringContaining("holds something else (thesis.txt)"),
    ]);
  });
});
