import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ReportCard } from "../../src/index.ts";
import { wasKilled } from "../../src/report/killed.ts";
import { empty, run, runHere } from "../support/cli.ts";

const exec = (...words: readonly string[]) => ["exec", "--fixtures", empty, ...words];

/** What has ended and is not waited for is not alive. */
const isAlive = (pid: number): boolean => {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !/\) Z /.test(readFileSync(file, "utf8"));
};

/** Meets two failures in one call, and then does what it is told. */
const retriesTwiceAndThen = (end: string) => `
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
const fault = { operation: "get_lists", status: 503 };
await fetch(url + "/_emulator/faults", { method: "POST", body: JSON.stringify({ ...fault, times: 9 }) });
const headers = { authorization: "Service-API-Key " + key, revision: "2026-07-15" };
for (let attempt = 0; attempt < 3; attempt += 1) {
  await (await fetch(url + "/~one/api/lists", { headers })).text();
}
${end}`;

/** How a client ended, and its verdicts. */
async function graded(end: string, ...more: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "emulator-killed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "card.json");
  const client = ["--input-type=module", "-e", retriesTwiceAndThen(end)];
  const words = exec(`--report=${file}`, ...more, "--", process.execPath, ...client);
  const { code, stderr } = await runHere(words, { TMPDIR: folder });
  const { rules } = JSON.parse(readFileSync(file, "utf8")) as ReportCard;
  const verdictOf = (name: string) => rules.find(({ rule }) => rule === name)?.verdict;
  return { code, stderr, verdicts: ["gives-up", "attempts", "total-time"].map(verdictOf) };
}

describe("exec --timeout", () => {
  it.skipIf(process.platform !== "linux")(
    "ends a command that takes longer, and all that it started, with 124 and one line",
    async () => {
      const script = "sleep 60 & echo $!; setsid sleep 60 >/dev/null & echo $!; echo $$; wait";
      const words = exec("--quiet", "--timeout", "500ms", "--", "bash", "-c", script);
      const { code, stdout, stderr } = await run(words);
      const pids = stdout.trim().split("\n").map(Number);
      onTestFinished(() => {
        for (const pid of pids) if (isAlive(pid)) process.kill(pid, "SIGKILL");
      });
      expect([code, pids.length, pids.filter(isAlive)]).toEqual([124, 3, []]);
      expect(stderr).toBe(
        "service-emulator: --timeout 500ms: the command was still running. Ending it, exit code 124.\n",
      );
    },
  );

  it("ends a command that does not listen", async () => {
    const program = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
    const words = exec("--quiet", "--timeout", "500ms", "--", process.execPath, "-e", program);
    expect((await runHere(words)).code).toBe(124);
  });

  it("lets a command that is done before have its own exit code", async () => {
    const { code, stderr } = await runHere(
      exec("--quiet", "--timeout", "30d", "--", "sh", "-c", "exit 7"),
    );
    expect([code, stderr]).toEqual([7, ""]);
  });

  it.each(["soon", "0", "-5s", "2x"])("cannot be %s", async (text) => {
    const { code, stderr } = await runHere(exec("--timeout", text, "--", "true"));
    expect([code, stderr]).toEqual([
      2,
      `service-emulator: --timeout: invalid value '${text}'. Use a duration such as 2m.\n`,
    ]);
  });
});

describe("a client that was killed", () => {
  it.each([
    ["by a signal", "process.kill(process.pid, 'SIGKILL')", 137],
    ["by a timeout of its own", "process.exit(124)", 124],
    ["within a container", "process.exit(137)", 137],
  ])("%s has given up nothing", async (_, end, expected) => {
    const { code, stderr, verdicts } = await graded(end);
    expect([code, ...verdicts]).toEqual([expected, ...Array(3).fill("not exercised")]);
    expect(stderr).toContain(
      `the command was killed (${expected}): none of its calls counts as given up`,
    );
  });

  it("by --timeout has given up nothing", async () => {
    const { code, verdicts } = await graded("setInterval(() => {}, 1000)", "--timeout", "2s");
    expect([code, ...verdicts]).toEqual([124, ...Array(3).fill("not exercised")]);
  });

  it("is another than one that ended with a failure", async () => {
    const { code, stderr, verdicts } = await graded("process.exit(1)");
    expect([code, ...verdicts]).toEqual([1, "pass", "pass", "pass"]);
    expect(stderr).not.toContain("was killed");
  });

  it("is known by 124, or by 128 and the number of a signal", () => {
    expect([124, 129, 137, 143, 192].every(wasKilled)).toBe(true);
    expect([0, 1, 3, 123, 125, 128, 193, 255].some(wasKilled)).toBe(false);
  });
});
