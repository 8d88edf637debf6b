import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** @param {string} path from the root of the project */
export const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** How long a server may take until it says where it listens. */
const readyMs = 120_000;

/** Every server that still runs, so that none outlives the bench. @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** @param {string} text with a URL in it */
function portIn(text) {
  const url = new URL(/https?:\/\/[^\s"]+/.exec(text)?.[0] ?? "http://missing.invalid");
  return Number(url.port);
}

/** A server in a process of its own. */
export class Server {
  #child;
  /** @param {import("node:child_process").ChildProcess} child @param {string} line */
  constructor(child, line) {
    this.#child = child;
    /** What it said when it was ready. */
    this.line = line;
    this.port = portIn(line);
  }

  /** What tells where it listens, where its first line does not. @param {string} text */
  heard(text) {
    this.port = portIn(text);
  }

  /** Time on a processor since its start, in microseconds, of all of its threads. Undefined: not told here. */
  cpuMicros() {
    const tasks = `/proc/${this.#child.pid}/task`;
    try {
      const nanos = readdirSync(tasks).map((id) =>
        readFileSync(`${tasks}/${id}/schedstat`, "utf8"),
      );
      return nanos.reduce((sum, text) => sum + Number.parseInt(text, 10), 0) / 1000;
    } catch {
      return undefined;
    }
  }

  /** Resident memory in megabytes. Undefined: not told here. */
  residentMegabytes() {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
    } catch {
      return undefined;
    }
  }

  /** Ends it, and waits until its processor time is free again. */
  async stop() {
    const gone = new Promise((resolve) => void this.#child.once("exit", resolve));
    this.#child.kill("SIGKILL");
    await gone;
  }
}

/**
 * Starts a server, and waits for the line in which it says where it listens.
 *
 * @param {readonly string[]} args of node
 * @param {Readonly<Record<string, string>>} [env] variables beside those of the machine
 * @returns {Promise<Server>}
 */
export function startServer(args, env = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...plainEnvironment(), ...env },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return new Promise((resolve, reject) => {
    let out = "";
    let errors = "";
    const fail = (/** @type {string} */ why) =>
      reject(new Error(`${args.join(" ")}: ${why}\n${errors}`));
    const timer = setTimeout(() => fail("not ready in time"), readyMs);
    child.stderr.on("data", (chunk) => (errors += chunk));
    child.once("exit", (code) => fail(`ended with ${code}`));
    const read = (/** @type {Buffer} */ chunk) => {
      out += chunk;
      const end = out.indexOf("\n");
      if (end < 0) return;
      clearTimeout(timer);
      child.stdout.off("data", read).resume();
      resolve(new Server(child, out.slice(0, end)));
    };
    child.stdout.on("data", read);
  });
}

/** A port that nobody listens at. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts a server that is told where to listen, and waits until it answers anything at all.
 *
 * @param {readonly string[]} args of node
 * @param {number} port
 * @param {string} path
 */
export async function startAt(args, port, path) {
  const child = spawn(process.execPath, args, { stdio: "ignore", env: plainEnvironment() });
  running.add(child);
  let code = /** @type {number | null | undefined} */ (undefined);
  child.once("exit", (exit) => {
    running.delete(child);
    code = exit;
  });
  const until = performance.now() + readyMs;
  const url = `http://127.0.0.1:${port}${path}`;
  for (;;) {
    if (await answers(url)) return new Server(child, url);
    if (code !== undefined) throw new Error(`${args[0]}: ended with ${code}`);
    if (performance.now() > until) throw new Error(`${args[0]}: not ready in time`);
    await new Promise((resolve) => void setTimeout(resolve, 2));
  }
}

/** @param {string} url @returns {Promise<boolean>} */
const answers = (url) =>
  new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume();
      resolve(true);
    });
    request.once("error", () => resolve(false));
  });

/** Ours without what would set the emulator's options or Node's. */
export function plainEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(SERVICE_EMULATOR_|NODE_)/.test(name),
  );
  return Object.fromEntries(kept);
}

/**
 * The emulator as a user starts it, with its default seed.
 *
 * @param {readonly string[]} [options]
 * @param {Readonly<Record<string, string>>} [env]
 */
export const startEmulator = (options = [], env = {}) =>
  startServer([fromRoot("bin/service-emulator.js"), "--port", "0", ...options], env);

/** The key that may do everything, out of the ready event. @param {{ readonly line: string }} server */
export function fullKeyOf({ line }) {
  const [account] = JSON.parse(line).accounts;
  const key =
    account.keys.find((/** @type {{ name: string }} */ { name }) => name === "full") ??
    account.keys[0];
  return String(key.key);
}

/**
 * The emulator without a line for each request, and with limits that count but never refuse.
 *
 * @param {readonly string[]} [more] options
 */
export const startQuietEmulator = (more = []) => startUnlimited(["--quiet", ...more]);

/**
 * The emulator with limits that count but never refuse.
 *
 * @param {readonly string[]} more options
 * @returns {Promise<{ server: Server, key: string }>}
 */
export async function startUnlimited(more) {
  const folder = mkdtempSync(join(tmpdir(), "service-emulator-bench-"));
  try {
    const file = join(folder, "ready.json");
    const options = ["--rate-limits", "x1000000", "--ready-file", file, ...more];
    const server = await startEmulator(options);
    const line = readFileSync(file, "utf8");
    server.heard(line);
    return { server, key: fullKeyOf({ line }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
