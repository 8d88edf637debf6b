import { chmodSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { empty, ended, linesOf, run, runHere, spawnCli } from "../support/cli.ts";
import { newFolder } from "../support/data-folder.ts";

const node = process.execPath;
const exec = (...command: string[]) => ["exec", "--fixtures", empty, "--", ...command];

/** A program that asks the emulator once, as a client in any language would. */
const asks = `
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key, SERVICE_EMULATOR_AUTH_SCHEME: scheme } = process.env;
const headers = { authorization: scheme + " " + key, revision: "2026-07-15" };
const { status } = await fetch(url + "/api/profiles", { headers });
console.log(status);
`;

describe("exec", () => {
  it("boots an emulator for a command, and tells what was asked of it", async () => {
    const { code, stdout, stderr } = await run(exec(node, "--input-type=module", "-e", asks));
    expect([code, stdout]).toEqual([0, "200\n"]);
    expect(stderr).toMatch(/saw 1 request\n/);
    expect(stderr).toMatch(/get_profiles +1 +200/);
  });

  it("says why requests were rejected, once for those that were rejected alike", async () => {
    const program = `
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
const headers = { authorization: "Service-API-Key " + key, revision: "2026-07-15" };
for (const size of [1000, 0]) await fetch(url + "/api/profiles?page[size]=" + size, { headers });
`;
    const { stderr } = await runHere(exec(node, "--input-type=module", "-e", program));
    expect(stderr).toMatch(/get_profiles +2 +400 ×2/);
    expect(stderr).toContain(
      "400 get_profiles: page[size] is '1000': send a whole number from 1 to 100\n",
    );
    expect(stderr).not.toContain("page[size] is '0'");
  });

  it("gives no reason for what a fault rejected", async () => {
    const program = `${asks} await fetch(url + "/api/profiles", { headers });`;
    const args = ["--scenario", "flapping-503", "--", node, "--input-type=module", "-e", program];
    const { stderr } = await runHere(["exec", ...args]);
    expect(stderr).toMatch(/get_profiles +2 +200 {2}503/);
    expect(stderr).not.toContain("503 get_profiles");
  });

  it("exits with the command's code", async () => {
    const { code } = await run(exec(node, "-e", "process.exit(7)"));
    expect(code).toBe(7);
  });

  it("exits with 128 and the signal that ended the command", async () => {
    const { code } = await runHere(exec(node, "-e", "process.kill(process.pid, 'SIGTERM')"));
    expect(code).toBe(143);
  });

  it("gives the command what it asks for under other names too", async () => {
    const program = "const e = process.env; console.log(e.BASE, e.COMPANY, e.SCHEME, e.KEY)";
    const names = ["BASE=url", "COMPANY=company-id", "SCHEME=auth-scheme", "KEY=key"];
    const { stdout } = await run([
      "exec",
      "--fixtures",
      empty,
      "--auth-scheme",
      "My-API-Key",
      ...names.flatMap((name) => ["--env", name]),
      "--",
      node,
      "-e",
      program,
    ]);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+ Tests1 My-API-Key pk_\w+\n$/);
  });

  it("has the command's own stdin and stdout", async () => {
    const child = spawnCli(exec(node, "-e", "process.stdin.pipe(process.stdout)"));
    child.stdin?.end("hello");
    expect(await text(child.stdout as NodeJS.ReadableStream)).toBe("hello");
    expect(await ended(child)).toBe(0);
  });

  it("says nothing of its own with --quiet, and a JSON object with --json", async () => {
    const quiet = await run(["exec", "--quiet", "--fixtures", empty, "--", node, "-e", ""]);
    expect([quiet.stdout, quiet.stderr]).toEqual(["", ""]);
    const json = await runHere(["exec", "--json", "--fixtures", empty, "--", node, "-e", ""]);
    expect(JSON.parse(json.stderr)).toEqual({
      event: "end",
      requests: 0,
      operations: [],
      rejected: [],
      faults: [],
    });
  });

  it.each([
    [["exec"], 2, "exec needs a command: service-emulator exec -- npm test"],
    [exec("no-such-command"), 3, "no-such-command cannot start: there is no such command"],
    [["exec", "--fixtures", "nowhere.yaml", "--", node], 2, "nowhere.yaml"],
    [
      ["exec", "--env", "BASE=ulr", "--", node],
      2,
      "--env BASE=ulr: there is no 'ulr': did you mean url?",
    ],
  ])("%j is refused in one line", async (args, code, line) => {
    const found = await runHere(args);
    expect([found.code, found.stdout]).toEqual([code, ""]);
    expect(found.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(found.stderr).toContain(line);
  });
});

it.skipIf(userInfo().uid === 0)(
  "a command is missing also where a folder of PATH may not be searched",
  async () => {
    const closed = newFolder();
    // It may be listed, so that it can be removed.
    chmodSync(closed, 0o600);
    const { stderr } = await runHere(exec("no-such-command"), {
      PATH: `${closed}${delimiter}${process.env["PATH"]}`,
    });
    expect(stderr).toContain("no-such-command cannot start: there is no such command");
  },
);

/** A command with a child of its own; both hold stdout open, which closes once neither lives. */
const family = `
const { spawn } = require("node:child_process");
spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
console.log("up " + process.env.SERVICE_EMULATOR_URL);
setInterval(() => {}, 1000);
`;

async function running(program = family) {
  const child = spawnCli(exec(node, "-e", program));
  const lines = linesOf(child);
  const up = (await lines.next()).value as string;
  const gone = async () => {
    for (;;) if ((await lines.next()).done) return true;
  };
  return { child, url: up.slice("up ".length), gone };
}

describe("what exec started is gone", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("after %s, which the command gets", async (signal) => {
    const { child, gone } = await running();
    const exit = ended(child);
    child.kill(signal);
    expect(await gone()).toBe(true);
    expect(await exit).toBe(signal === "SIGINT" ? 130 : 143);
  });

  it("after the command ended and left something running", async () => {
    const { child, gone } = await running(`${family.replace("setInterval(() => {}, 1000);\n", "")}
process.exitCode = 3; setTimeout(() => process.exit(), 50);`);
    const exit = ended(child);
    expect(await gone()).toBe(true);
    expect(await exit).toBe(3);
  });

  it("after exec itself was killed", async () => {
    const { child, url, gone } = await running();
    child.kill("SIGKILL");
    expect(await gone()).toBe(true);
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });

  it.skipIf(process.platform !== "linux")(
    "after exec was killed as soon as the command ran",
    async () => {
      const hook = join(newFolder(), "hook.cjs");
      // The second that it starts is the command.
      const text = `const all = require("node:child_process"); const { spawn } = all; let count = 0;
all.spawn = (...words) => {
  const child = spawn(...words);
  if ((count += 1) === 2) process.kill(process.pid, "SIGKILL");
  return child;
};`;
      writeFileSync(hook, text);
      const child = spawnCli(exec("sleep", "1000"), { NODE_OPTIONS: `--require ${hook}` });
      // Its output ends once the command does.
      const { value } = await linesOf(child).next();
      expect([value, child.signalCode]).toEqual([undefined, "SIGKILL"]);
    },
  );

  it("after a command that does not heed signals was killed with exec", async () => {
    const deaf = `process.on("SIGTERM", () => {}); process.on("SIGINT", () => {}); ${family}`;
    const { child, gone } = await running(deaf);
    child.kill("SIGKILL");
    expect(await gone()).toBe(true);
  });
});
