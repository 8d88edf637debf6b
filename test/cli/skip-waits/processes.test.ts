import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { client, clients, ran } from "./client.ts";

const ofLinux = process.platform === "linux";

/** What is said of waits, without the numbers. */
const toldOf = (stderr: string): string | undefined =>
  stderr
    .split("\n")
    .find((line) => line.includes("--skip-waits"))
    ?.replace(/\d[\d.]* (s|min|h)( \d+ (s|min))?/g, "N")
    .replace(/process \d+/, "process N");

/** Says when it was up and when it ended, in hours since midnight of 1970. */
const hours = "const now = () => Math.round(Date.now() / 360_000) / 10;\n";

describe("several processes of a command whose waits are skipped", () => {
  it("stay in step", async () => {
    const folder = clients({
      "one.mjs": `${hours}
        const { fork } = await import("node:child_process");
        const t = now();
        const other = fork(new URL("two.mjs", import.meta.url), [String(t)]);
        const ended = new Promise((resolve) => other.once("exit", resolve));
        await sleep(hour); say(["one", now() - t]);
        other.send("halfway");
        await sleep(2 * hour); say(["one", now() - t]);
        await ended; say(["one", "other ended", Math.round(now() - t)]);`,
      "two.mjs": `${hours}
        const t = Number(process.argv[2]);
        process.once("message", (text) => { say(["two", text, Math.round(10 * (now() - t)) / 10]); process.disconnect(); });
        await sleep(2 * hour); say(["two", Math.round(10 * (now() - t)) / 10]);
        await sleep(3 * hour); say(["two", Math.round(10 * (now() - t)) / 10]);`,
    });
    const { code, said } = await ran([process.execPath, join(folder, "one.mjs")]);
    expect([code, said]).toEqual([
      0,
      [
        ["one", 1],
        ["two", "halfway", 1],
        ["two", 2],
        ["one", 3],
        ["two", 5],
        ["one", "other ended", 5],
      ],
    ]);
  });

  it("begin at the time at which the command is", async () => {
    const folder = clients({
      "waits.mjs": `${hours} say(now()); await sleep(hour);`,
      "checks.mjs": `${hours} say(now());`,
    });
    const [waits, checks] = ["waits.mjs", "checks.mjs"].map(
      (name) => `'${process.execPath}' '${join(folder, name)}'`,
    );
    const { said } = await ran(["sh", "-c", `${waits} && ${waits} && ${checks}`]);
    const [first = 0, second = 0, third = 0] = said as number[];
    expect([second - first, third - first].map((each) => Math.round(each))).toEqual([1, 2]);
  });

  it("do so behind a shell and npm", async () => {
    const folder = clients({
      "client.mjs": `${hours} const t = now(); await sleep(hour); say(now() - t);`,
      "package.json": JSON.stringify({ scripts: { sync: "true && node client.mjs" } }),
    });
    const { code, said } = await ran(["sh", "-c", `cd '${folder}' && npm run --silent sync`]);
    expect([code, said]).toEqual([0, [1]]);
  });

  it.runIf(ofLinux)("keep real time while one is at work that does not take part", async () => {
    const { said, stderr } = await client(`
      const { spawn } = await import("node:child_process");
      const t = Date.now();
      const other = spawn("sleep", ["1.7"]);
      const overtaken = setTimeout(() => say("overtaken"), hour);
      await new Promise((resolve) => other.once("exit", resolve));
      clearTimeout(overtaken);
      await sleep(hour);
      say(Math.round((Date.now() - t) / 60_000));`);
    expect(said).toEqual([60]);
    expect(toldOf(stderr)).toBe(
      "service-emulator: --skip-waits: N of waits took no time. Time was real for N: sleep 1.7 (process N) does not take part",
    );
  });

  it.runIf(ofLinux)("keep it for one that a shell has started beside them", async () => {
    const folder = clients({
      "client.mjs":
        "const timer = setTimeout(say, 60_000, 'overtaken'); process.once('SIGTERM', () => { clearTimeout(timer); say('in time'); });",
    });
    const script = `'${process.execPath}' '${join(folder, "client.mjs")}' & sleep 2; kill $!; wait`;
    const { said, stderr } = await ran(["sh", "-c", script]);
    expect(said).toEqual(["in time"]);
    expect(toldOf(stderr)).toContain("sleep 2 (process N) does not take part");
  });

  it("keep it while one is blocked", async () => {
    const { said, stderr } = await client(
      `
      const { fork } = await import("node:child_process");
      const timer = setTimeout(say, hour, "overtaken");
      const other = fork(new URL("blocked.mjs", import.meta.url));
      await new Promise((resolve) => other.once("exit", resolve));
      clearTimeout(timer);
      say("in time");`.replace(
        'new URL("blocked.mjs", import.meta.url)',
        JSON.stringify(
          join(
            clients({
              "blocked.mjs":
                "await sleep(100); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1700);",
            }),
            "blocked.mjs",
          ),
        ),
      ),
    );
    expect(said).toEqual(["in time"]);
    expect(toldOf(stderr)).toContain("blocked.mjs (process N) is computing, or blocked");
  });

  it("keep it while a stream of the emulator is read", async () => {
    const { said, stderr } = await client(`
      const timer = setTimeout(say, hour, "overtaken");
      const ending = new AbortController();
      process.once("SIGUSR2", () => ending.abort());
      const { spawn } = await import("node:child_process");
      spawn("sh", ["-c", "sleep 1.6; kill -USR2 " + process.pid], { detached: true, stdio: "ignore", env: {} }).unref();
      const stream = await fetch(url + "/_emulator/stream?types=request", { signal: ending.signal });
      await stream.text().catch(() => {});
      clearTimeout(timer);
      say("in time");`);
    expect(said).toEqual(["in time"]);
    expect(toldOf(stderr)).toContain(
      "client.mjs (process N) waits for a response that the emulator is making",
    );
  });

  it("keep it while a request goes elsewhere", async () => {
    const folder = clients({
      "client.mjs": `
        const timer = setTimeout(say, hour, "overtaken");
        await (await fetch(process.argv[2])).text();
        clearTimeout(timer);
        say("in time");`,
    });
    const { createServer } = await import("node:http");
    const server = createServer((_, res) => void setTimeout(() => res.end("late"), 1700)).listen(0);
    const { port } = server.address() as { port: number };
    const url = `http://127.0.0.1:${port}`;
    const { said, stderr } = await ran([process.execPath, join(folder, "client.mjs"), url]);
    server.close();
    expect(said).toEqual(["in time"]);
    expect(toldOf(stderr)).toContain(`a connection to port ${port}, which is not the emulator's`);
  });
});

describe("worker threads of a command whose waits are skipped", () => {
  const worker = (body: string, options = "{ eval: true }") => `
    const { Worker } = await import("node:worker_threads");
    const t = Date.now();
    const since = () => Math.round((Date.now() - t) / 360_000) / 10;
    const thread = new Worker(${JSON.stringify(body)}, ${options});
    thread.on("message", (text) => say([text, since()]));
    await sleep(hour); say(["main", since()]);
    thread.postMessage("go on");
    await new Promise((resolve) => thread.once("exit", resolve));
    say(["exit", since()]);`;

  it("stay in step with the others, also those that are made of a text", async () => {
    const { said } = await client(
      worker(`
        const { parentPort } = require("node:worker_threads");
        parentPort.once("message", (text) => setTimeout(() => { parentPort.postMessage(text); }, 3_600_000));
        setTimeout(() => parentPort.postMessage("half"), 1_800_000);`),
    );
    expect(said).toEqual([
      ["half", 0.5],
      ["main", 1],
      ["go on", 2],
      ["exit", 2],
    ]);
  });

  it("wait for the one that started them, which has not joined while it begins", async () => {
    const folder = clients({
      "client.cjs": `
        const { Worker } = require("node:worker_threads");
        const worker = new Worker("setInterval(() => {}, 3_600_000)", { eval: true });
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
        setTimeout(() => worker.terminate(), 1_800_000);`,
    });
    const { code } = await ran([process.execPath, join(folder, "client.cjs")], ["--timeout", "1h"]);
    expect(code).toBe(0);
  });

  it("keep real time where one is not reached, and that is told", async () => {
    const { said, stderr } = await client(`
      const { Worker } = await import("node:worker_threads");
      const timer = setTimeout(say, hour, "overtaken");
      const thread = new Worker("setTimeout(() => {}, 1700)", { eval: true, env: {} });
      await new Promise((resolve) => thread.once("exit", resolve));
      clearTimeout(timer);
      say("in time");`);
    expect(said).toEqual(["in time"]);
    expect(toldOf(stderr)).toContain(
      "a worker thread of client.mjs (process N) does not take part",
    );
  });
});
