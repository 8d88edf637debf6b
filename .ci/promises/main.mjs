// What is promised of the installed package on every runtime. Whichever runs this file keeps it, or it ends with 1.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { createEmulator } from "service-emulator";
import { tryFaults, untried } from "./faults.mjs";
import { Client, inTime, must } from "./wire.mjs";

const home = join(import.meta.dirname, "../node_modules/service-emulator");
/** How this runtime runs a file. */
const runtime = [process.execPath, ...(process.versions.deno === undefined ? [] : ["run", "-A"])];
const cli = [...runtime, join(home, "bin/service-emulator.js")];
/** A folder that this run alone knows. */
const [dataDir = ""] = process.argv.slice(2);

const [file, ...before] = cli;
const isNode = process.versions.deno === undefined && process.versions.bun === undefined;

const begun = (words) => spawn(file, [...before, ...words], { stdio: ["ignore", "pipe", "pipe"] });

/** Runs a command to its end: its exit code, and what it printed on both streams. */
async function ran(...words) {
  const child = begun(words);
  const all = Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  const [[code], printed, errors] = await inTime(words.join(" "), all);
  return { code, printed, errors };
}

/** Starts an emulator of its own process. */
async function started(...words) {
  const child = begun(["--port", "0", "--json", ...words]);
  child.stderr.resume();
  const ended = once(child, "exit");
  const [line] = await inTime("the start", once(createInterface({ input: child.stdout }), "line"));
  const { event, url, caFile, accounts } = JSON.parse(line);
  must(event === "ready", "the first line is not that it is ready");
  const keys = Object.fromEntries(accounts[0].keys.map(({ name, key }) => [name, key]));
  const end = async (signal) => {
    // Deno says of what `child.kill` ends that a signal did, also where it ended in order.
    process.kill(child.pid, signal);
    return (await inTime(`its end by ${signal}`, ended))[0];
  };
  const stopReading = () => child.stdout.pause();
  const readOn = () => child.stdout.resume();
  return { url, caFile, keys, end, stopReading, readOn };
}

const newProfile = (client, email) => client.post("/api/profiles", "profile", { email });
const asked = '/api/profiles?filter=equals(email,"kept@example.com")';

const promises = {
  async library() {
    const emulator = await createEmulator({ fixtures: ["small"], port: 0 });
    const headers = {
      authorization: `Service-API-Key ${emulator.keys.full}`,
      revision: "2026-07-15",
    };
    for (const ask of [fetch, emulator.fetch]) {
      emulator.faults.add({ operation: "get_profiles", status: 429, retryAfter: 1 });
      const answer = await ask(`${emulator.url}/api/profiles`, { headers });
      must(answer.status === 429 && answer.headers.get("retry-after") === "1", "it gives no 429");
      await answer.text();
      emulator.reset();
    }
    await emulator.close();
    must(
      await fetch(emulator.url).then(
        () => false,
        () => true,
      ),
      "it listens after close()",
    );
  },
  async faults() {
    const schema = readFileSync(join(home, "fixtures/schemas/fault.schema.json"), "utf8");
    const left = untried(JSON.parse(schema));
    must(left.length === 0, `no try of the fault ${left.join(", ")}`);
    const emulator = await createEmulator({ fixtures: ["small"], port: 0 });
    await tryFaults(emulator, new Client(emulator));
    await emulator.close();
  },
  async sandbox() {
    const emulator = await createEmulator({ fixtures: ["small"], port: 0 });
    const sandbox = emulator.sandbox();
    const [own, other] = [
      new Client({ url: sandbox.url, keys: sandbox.keys }),
      new Client(emulator),
    ];
    sandbox.faults.add({ operation: "get_profiles", status: 503 });
    const statuses = [
      (await other.get()).status,
      (await own.get()).status,
      (await own.get()).status,
    ];
    must(String(statuses) === "200,503,200", `a sandbox and its neighbour get ${statuses}`);
    await newProfile(own, "kept@example.com");
    must((await own.get(asked)).ids.length === 1, "a sandbox does not keep its data");
    must((await other.get(asked)).ids.length === 0, "a sandbox's data are its neighbour's, too");
    await emulator.close();
  },
  async "data folder"() {
    const words = ["--fixtures", "small", "--data-dir", dataDir];
    const first = await started(...words);
    must(
      (await newProfile(new Client(first), "kept@example.com")).status === 201,
      "no profile is made",
    );
    await first.end("SIGKILL");
    const second = await started(...words);
    const third = await ran(...words, "--port", "0");
    must(third.code === 3, "a second process takes a data folder that another has");
    const found = (await new Client(second).get(asked)).ids.length;
    const code = await second.end("SIGTERM");
    must(found === 1, "an acknowledged write is lost by a kill");
    must(code === 0, `it ends with ${code} when it is told to`);
    rmSync(dataDir, { recursive: true });
  },
  async "taken port"() {
    const emulator = await createEmulator({ fixtures: ["small"], port: 0 });
    const { code, errors } = await ran("--port", new URL(emulator.url).port, "--fixtures", "small");
    await emulator.close();
    must(
      code === 3 && errors.includes("is taken"),
      `a port that is taken is told of as: ${errors}`,
    );
  },
  async "a reader that stops"() {
    const emulator = await started("--rate-limits", "off", "--fixtures", "small");
    const client = new Client(emulator);
    // More lines than a pipe takes: they are read only once all requests are answered.
    emulator.stopReading();
    const path = `/api/metrics?${"x".repeat(2000)}`;
    for (let count = 0; count < 200; count += 1) await client.get(path);
    emulator.readOn();
    must((await emulator.end("SIGTERM")) === 0, "it does not end in order");
  },
  async tls() {
    const emulator = await started("--tls", "--fixtures", "small");
    const ca = readFileSync(emulator.caFile);
    const [answer] = await inTime(
      "https",
      once(get(`${emulator.url}/_emulator/health`, { ca }), "response"),
    );
    must(answer.statusCode === 200, `https is answered with ${answer.statusCode}`);
    answer.resume();
    await emulator.end("SIGTERM");
    const client = join(import.meta.dirname, "client.mjs");
    const { code } = await ran("exec", "--quiet", "--tls", "--", ...runtime, client);
    must(code === 7, `exec --tls gives ${code} where its command gave 7`);
  },
  async inspector() {
    const emulator = await createEmulator({ fixtures: ["small"], port: 0 });
    const page = await (await fetch(emulator.url, { headers: { accept: "text/html" } })).text();
    const [script] = /\/_emulator\/inspector\/[\w.-]+\.js/.exec(page) ?? [];
    const answer = await fetch(emulator.url + script);
    must(answer.ok && (await answer.text()).length > 10_000, "the inspector's page has no script");
    const stream = await fetch(`${emulator.url}/_emulator/stream`);
    const seen = events(stream.body);
    must(
      (await inTime("the stream's first event", seen.next())).value === "hello",
      "the stream begins with no hello",
    );
    await new Client(emulator).get();
    const next = await inTime("the stream's next event", seen.next());
    must(next.value === "request", `the stream tells of a request as ${next.value}`);
    await seen.return();
    await emulator.close();
  },
  async exec() {
    const client = join(import.meta.dirname, "client.mjs");
    const { code } = await ran("exec", "--quiet", "--", ...runtime, client);
    must(code === 7, `exec gives ${code} where its command gave 7`);
    const naive = join(home, "examples/naive.mjs");
    const skipping = await ran("exec", "--skip-waits", "--", ...runtime, client);
    const hasSkipped = /--skip-waits: [\d.]+ s of waits took no time/.test(skipping.errors);
    const isTold =
      skipping.errors.includes("nothing was skipped") &&
      skipping.errors.includes("Node, Python and Ruby do");
    must(
      skipping.code === 7 && (isNode ? hasSkipped : isTold),
      `--skip-waits says: ${skipping.errors}`,
    );
    const run = await ran("scenario", "run", "lost-response", "--", ...runtime, naive);
    const isFound = run.code === 1 && run.printed.includes("✗ nothing is written twice");
    must(isFound, `a scenario does not find the bug of a naive client:\n${run.printed}`);
  },
};

/** The names of a stream's events, as they come. */
async function* events(body) {
  let rest = "";
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${part}`.split("\n");
    rest = lines.pop();
    for (const line of lines) if (line.startsWith("event: ")) yield line.slice(7);
  }
}

for (const [name, keep] of Object.entries(promises)) {
  const from = performance.now();
  await keep().catch((error) => {
    process.stderr.write(`${name}: ${error.stack}\n`);
    process.exit(1);
  });
  process.stdout.write(`${name} ${((performance.now() - from) / 1000).toFixed(1)} s, `);
}
