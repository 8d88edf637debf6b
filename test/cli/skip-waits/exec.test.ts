import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ReportCard } from "../../../src/index.ts";
import { client, clients, ran } from "./client.ts";

/** Waits out what it is told, up to some times. */
const waitsOut = `
const t = Date.now();
for (let attempt = 0; attempt < 9; attempt += 1) {
  const answer = await get("/api/lists");
  await answer.text();
  if (answer.ok) break;
  await sleep(Number(answer.headers.get("retry-after")) * 1000);
}
say(Math.round((Date.now() - t) / 60_000));`;

describe("exec --skip-waits", () => {
  it("lets an hour of waits take no time, by which the emulator goes, too", async () => {
    const plans = "await plan({ status: 429, retryAfter: 1800, times: 2 });";
    const { code, said, stderr } = await client(plans + waitsOut);
    expect([code, said]).toEqual([0, [60]]);
    expect(stderr).toContain("--skip-waits: 60 min of waits took no time");
    expect(stderr).toMatch(/get_lists +3 +200 +429 ×2/);
  });

  it("has every clock of the client tell the same time", async () => {
    const { said } = await client(`
      const [hr, date, perf, up] = [process.hrtime.bigint(), new Date(), performance.now(), process.uptime()];
      const pair = process.hrtime();
      await sleep(2 * hour);
      const seen = [Number(process.hrtime.bigint() - hr) / 1e6, new Date() - date, performance.now() - perf, (process.uptime() - up) * 1000, process.hrtime(pair)[0] * 1000];
      say(seen.map((ms) => Math.round(ms / 60_000)));
      say([new Date() instanceof Date, typeof Date(), new Date(0).getTime(), Date.UTC(2026, 0), new Date().constructor === Date]);`);
    expect(said).toEqual([
      [120, 120, 120, 120, 120],
      [true, "string", 0, Date.UTC(2026, 0), true],
    ]);
  });

  it("shows the emulator's time moved by as much", async () => {
    const { said } = await client(`
      await sleep(hour);
      const clock = await (await fetch(url + "/_emulator/clock")).json();
      say(Math.round((clock.ms - Date.now()) / 10_000));`);
    expect(said).toEqual([0]);
  });

  it("gives up an answer that is delayed by 5 s after 3 s, and not one that is delayed by 2 s", async () => {
    const { code, said } = await client(`
      await plan({ sequence: [{ delay: "5s" }, { delay: "2s" }] });
      const ended = (promise) => promise.then(({ status }) => status, ({ name }) => name);
      say(await ended(get("/api/lists", { signal: AbortSignal.timeout(3000) })));
      say(await ended(get("/api/lists", { signal: AbortSignal.timeout(3000) })));`);
    expect([code, said]).toEqual([0, ["TimeoutError", 200]]);
  });

  it("waits neither for a hang nor for the client's own time-out", async () => {
    const { said } = await client(`
      await plan({ connection: "hang", times: 1 });
      const t = Date.now();
      await get("/api/lists", { signal: AbortSignal.timeout(240_000) }).catch(({ name }) => say(name));
      say(Math.round((Date.now() - t) / 60_000));`);
    expect(said).toEqual(["TimeoutError", 4]);
  });

  it("reads a body that comes slowly as fast as it can", async () => {
    const { said } = await client(`
      await plan({ pace: { over: "4m" }, times: 1 });
      const t = Date.now();
      const body = await (await get("/api/lists")).json();
      say([Array.isArray(body.data), Math.round((Date.now() - t) / 60_000)]);`);
    expect(said).toEqual([[true, 4]]);
  });

  it("ends a client that polls for ever after --timeout, which counts its own time", async () => {
    const { code, stderr } = await client(
      "setInterval(() => {}, 1000); await get('/api/lists');",
      "--timeout",
      "1h",
    );
    expect(code).toBe(124);
    expect(stderr).toContain("--timeout 1h: the command was still running");
  });

  it("tells a client in a context of its own the same time, as test runners do", async () => {
    const { said } = await client(`
      const { createContext, runInContext } = await import("node:vm");
      const context = createContext({ setTimeout, say });
      await runInContext(\`(async () => {
        const t = Date.now();
        await new Promise((resolve) => setTimeout(resolve, 3_600_000));
        say([Math.round((Date.now() - t) / 60_000), new Date() instanceof Date]);
      })()\`, context);`);
    expect(said).toEqual([[60, true]]);
  });

  it("waits for the calls of webhooks, which come at their time", async () => {
    const { said } = await client(`
      const { createServer } = await import("node:http");
      const t = Date.now();
      const since = () => Math.round((Date.now() - t) / 1000);
      const server = createServer((request, response) => { say(["called", since()]); response.end(); });
      await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
      const json = { ...headers, "content-type": "application/vnd.api+json" };
      const topic = "event:service.subscribed_to_list";
      const attributes = { name: "Mine", endpoint_url: "http://127.0.0.1:" + server.address().port, secret_key: "0123456789abcdef0123" };
      const relationships = { "webhook-topics": { data: [{ type: "webhook-topic", id: topic }] } };
      const made = await get("/api/webhooks", { method: "POST", headers: json, body: JSON.stringify({ data: { type: "webhook", attributes, relationships } }) });
      const triggered = await fetch(url + "/_emulator/trigger", { method: "POST", body: JSON.stringify({ topic }) });
      say([made.status, triggered.ok]);
      setTimeout(() => { say(["done", since()]); server.close(); server.closeAllConnections(); }, 30_000);`);
    expect(said).toEqual([
      [201, true],
      ["called", 1],
      ["done", 30],
    ]);
  });

  it("goes by way of TLS, too", async () => {
    const plans =
      "await plan({ sequence: [{ delay: '20s' }, { connection: 'hang' }, { status: 429, retryAfter: 1800 }] });";
    const asks = `{
      const t = Date.now();
      const since = () => Math.round((Date.now() - t) / 1000);
      await (await get("/api/lists")).text();
      say(since());
      await get("/api/lists", { signal: AbortSignal.timeout(40_000) }).catch(({ name }) => say([name, since()]));
    }`;
    const { said } = await client(plans + asks + waitsOut, "--tls");
    expect(said).toEqual([20, ["TimeoutError", 60], 30]);
  });

  it("grades waits as if they had been waited", async () => {
    const graded = async (waits: string) => {
      const folder = clients({ "client.mjs": waits });
      const card = join(folder, "card.json");
      const words = ["--compare", "--scenario", "burst-throttle", `--report=${card}`, "--quiet"];
      await ran([process.execPath, join(folder, "client.mjs")], words);
      const { rules } = JSON.parse(readFileSync(card, "utf8")) as ReportCard;
      return rules.find(({ rule }) => rule === "retry-after")?.verdict;
    };
    const event = (waitMs: string) => `
      const profile = { data: { type: "profile", attributes: { email: "ada@example.com" } } };
      const metric = { data: { type: "metric", attributes: { name: "Seen" } } };
      const attributes = { unique_id: "one", properties: {}, profile, metric };
      const init = { method: "POST", headers: { ...headers, "content-type": "application/vnd.api+json" }, body: JSON.stringify({ data: { type: "event", attributes } }) };
      for (let attempt = 0; attempt < 9; attempt += 1) {
        const answer = await get("/api/events", init);
        await answer.text();
        if (answer.ok) break;
        await sleep(${waitMs});
      }`;
    const told = 'Number(answer.headers.get("retry-after"))';
    expect(await graded(event(`${told} * 1000`))).toBe("pass");
    expect(await graded(event(`${told} * 900`))).toBe("fail");
  });

  it.runIf(process.platform === "linux")(
    "stops to skip after a week, where --timeout sets no end",
    async () => {
      const folder = clients({ "client.mjs": "setInterval(() => {}, hour);" });
      const command = ["timeout", "5", process.execPath, join(folder, "client.mjs")];
      const { stderr } = await ran(command);
      expect(stderr).toContain(
        "--skip-waits: 168 h of waits took no time. A week was skipped, and time is real since",
      );
    },
  );

  it("says in one line that nothing was skipped where no process takes part", async () => {
    const { code, stderr } = await ran(["sh", "-c", "exit 3"]);
    expect(code).toBe(3);
    expect(stderr.split("\n").filter((line) => line.includes("--skip-waits"))).toEqual([
      "service-emulator: --skip-waits: nothing was skipped, since no process of the command takes part. Node, Python and Ruby do. PHP, Go, Java, Bun and Deno keep real time",
    ]);
  });

  it("has its processes load a file in a folder of the run's own, which goes with the run", async () => {
    const { said } = await client(`
      const { statSync } = await import("node:fs");
      const [, loaded] = /^--require "(.*?)"/.exec(process.env.NODE_OPTIONS);
      const { mode } = statSync(loaded.replace(/.preload.cjs$/, ""));
      say([loaded.startsWith(process.env.TMPDIR), statSync(loaded).isFile(), mode & 0o777, loaded]);`);
    const [[isTemporary, isFile, mode, file]] = said as [[boolean, boolean, number, string]];
    expect([isTemporary, isFile, mode]).toEqual([true, true, 0o700]);
    expect(existsSync(file)).toBe(false);
  });

  it("says in one line where a folder's path is too long for it", async () => {
    const folder = mkdtempSync(join(tmpdir(), `${"long-".repeat(20)}-`));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { code, stderr } = await ran(["true"], [], undefined, { TMPDIR: folder });
    expect([code, stderr.split("\n").filter(Boolean)]).toEqual([
      3,
      [expect.stringMatching(/^service-emulator: --skip-waits: .*: set TMPDIR to another folder$/)],
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves nothing of its channel, however the command ends", async () => {
    for (const end of ["", "process.exit(4)", "process.kill(process.pid, 'SIGKILL')"]) {
      const { code, left } = await client(`await sleep(hour); ${end}`, "--quiet");
      expect([code === 0, left]).toEqual([end === "", []]);
    }
    const { code, left } = await client(
      "setInterval(() => {}, hour)",
      "--quiet",
      "--timeout",
      "9h",
    );
    expect([code, left]).toEqual([124, []]);
  });

  it("keeps the options that Node is given", async () => {
    const script =
      "say([process.env.NODE_OPTIONS.endsWith(' --no-deprecation'), process.noDeprecation])";
    const folder = clients({ "client.mjs": script });
    const command = [process.execPath, join(folder, "client.mjs")];
    const { said } = await ran(command, [], undefined, { NODE_OPTIONS: "--no-deprecation" });
    expect(said).toEqual([[true, true]]);
  });
});
