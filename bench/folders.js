import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { progress } from "./progress.js";
import { startQuietEmulator } from "./servers.js";
import { median } from "./stats.js";
import { controlOf, longest } from "./waits.js";
import { askKnown, getList } from "./work.js";
import { counted, eventsPerProfile } from "./worlds.js";

/** How often everything is measured. */
const rounds = { quick: 3, normal: 1 };

/** How many people are added to an emulator that runs, with five events each. */
const added = 2000;

/**
 * What a data folder and an import take, against seeding the same in memory in the same run, and how long whoever asks
 * first waits.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureFolders({ quick }) {
  const events = quick ? 100_000 : 1_000_000;
  const amounts = ["--profiles", `${events / eventsPerProfile}`, "--events", `${events}`];
  const fixture = ["--fixtures", "small"];
  const folder = mkdtempSync(join(tmpdir(), "service-emulator-bench-"));
  /** @type {Round[]} */
  const all = [];
  try {
    for (let round = 0; round < (quick ? rounds.quick : rounds.normal); round += 1) {
      progress(`folders of ${counted(events)} events, round ${round + 1}`);
      const dataDir = ["--data-dir", join(folder, `data-${round}`)];
      const exported = join(folder, `state-${round}`);
      all.push({
        idle: await startOf(fixture),
        plain: await startOf([...fixture, ...amounts], exported),
        first: await startOf([...fixture, ...amounts, ...dataDir]),
        open: await startOf(dataDir),
        imported: await importOf(fixture, exported),
      });
    }
    return [
      `A folder, and an import, of ${counted(events)} events against seeding them`,
      ...rowsOf(all),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @typedef {{ cpu: number, megabytes: number, extraMs: number }} Start */
/** @typedef {{ cpu: number, megabytes: number, waitMs: number, addedMs: number, extraMs: number }} Import */
/** @typedef {{ idle: Start, plain: Start, first: Start, open: Start, imported: Import }} Round */

/** @param {readonly Round[]} all @returns {import("./table.js").Row[]} */
function rowsOf(all) {
  /** @param {(round: Round) => number} read */
  const of = (read) => median(all.map(read));
  const seeding = of(({ plain, idle }) => plain.cpu - idle.cpu);
  const held = of(({ plain, idle }) => plain.megabytes - idle.megabytes);
  const ratio = (
    /** @type {string} */ what,
    /** @type {readonly [number, number, string]} */ [ours, base, unit],
    /** @type {number} */ most,
  ) => ({
    what,
    ours: `${ours.toFixed(unit === "s" ? 2 : 0)} ${unit}`,
    base: `${base.toFixed(unit === "s" ? 2 : 0)} ${unit}`,
    figure: ours / base,
    bar: { most },
  });
  const cpu = (/** @type {"first" | "open"} */ name) => of((round) => round[name].cpu);
  const plain = of((round) => round.plain.cpu);
  const wait = (/** @type {string} */ what, /** @type {number} */ ms, most = 50) => ({
    what,
    ours: `${ms.toFixed(1)} ms`,
    figure: ms,
    bar: { most, unit: "ms" },
  });
  const extra = (/** @type {keyof Round} */ name) => of((round) => round[name].extraMs);
  return [
    ratio("a start that writes the folder, processor time", [cpu("first"), plain, "s"], 1.3),
    ratio("a start that opens it, processor time", [cpu("open"), plain, "s"], 0.5),
    ratio(
      "a start that opens it, resident",
      [of(({ open }) => open.megabytes), of((round) => round.plain.megabytes), "MB"],
      1.1,
    ),
    ratio("an import, processor time", [of(({ imported }) => imported.cpu), seeding, "s"], 1.2),
    ratio("an import, memory", [of(({ imported }) => imported.megabytes), held, "MB"], 1.2),
    wait("the worst first request after seeding, beyond the same again", extra("plain")),
    wait("the same after the folder was written", extra("first")),
    wait("the same after it was opened", extra("open")),
    wait("the same after the import", extra("imported")),
    wait(
      "the longest wait of a GET beside the import",
      of(({ imported }) => imported.waitMs),
      20,
    ),
    wait(
      `the same beside a seed of ${counted(added)} people`,
      of(({ imported }) => imported.addedMs),
      20,
    ),
  ];
}

/**
 * Starts an emulator. @param {readonly string[]} options
 * @param {string} [exported] where its state is to be written
 * @returns {Promise<Start>}
 */
async function startOf(options, exported) {
  const { server, key } = await startQuietEmulator(options);
  const cpu = (server.cpuMicros() ?? Number.NaN) / 1e6;
  const megabytes = server.residentMegabytes() ?? Number.NaN;
  const extraMs = await worstFirst(server.port, key);
  if (exported !== undefined) await post(server.port, "export", { folder: exported });
  await server.stop();
  return { cpu, megabytes, extraMs };
}

/** Imports a state into an emulator, and adds people to it. @param {readonly string[]} options @param {string} folder @returns {Promise<Import>} */
async function importOf(options, folder) {
  const { server, key } = await startQuietEmulator(options);
  const { control, end } = controlOf(server.port);
  const get = getList(await askKnown(server.port, key));
  const [cpu, megabytes] = [server.cpuMicros() ?? Number.NaN, server.residentMegabytes()];
  const importing = () => control("POST", "import", { body: { folder } });
  const [waitMs = Number.NaN] = await longest(server.port, get, importing, 1);
  // It is done twice: once for whatever has to be loaded.
  const taken = ((server.cpuMicros() ?? Number.NaN) - cpu) / 2e6;
  const more = (server.residentMegabytes() ?? Number.NaN) - (megabytes ?? Number.NaN);
  const extraMs = await worstFirst(server.port, key);
  let seed = 0;
  const adding = () => control("POST", "seed", { body: people((seed += 1)) });
  const [addedMs = Number.NaN] = await longest(server.port, get, adding, 1);
  await end();
  await server.stop();
  return { cpu: taken, megabytes: more, waitMs, addedMs, extraMs };
}

/** @param {number} seed */
const people = (seed) => {
  const email = (/** @type {number} */ at) => `seed-${seed}-${at % added}@example.com`;
  return {
    profiles: Array.from({ length: added }, (_, at) => ({ email: email(at) })),
    events: Array.from({ length: 5 * added }, (_, at) => ({
      profile: email(at),
      metric: "Placed Order",
      time: `-${1 + Math.floor(at / added)}d`,
    })),
  };
};

/** @param {number} port @param {string} path @param {object} body */
async function post(port, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}/_emulator/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** By how much the first of five kinds of request takes longer than the same again: the worst. @param {number} port @param {string} key */
async function worstFirst(port, key) {
  // A folder has those of the process before.
  const mark = Math.round(performance.now());
  const headers = {
    authorization: `Service-API-Key ${key}`,
    revision: "2026-07-15",
    "content-type": "application/json",
  };
  /** @param {string} path @param {object} [data] */
  const timed = async (path, data) => {
    const began = performance.now();
    const sent = data && { method: "POST", body: JSON.stringify({ data }) };
    const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, { headers, ...sent });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return performance.now() - began;
  };
  const person = (/** @type {number} */ at) => ({
    type: "profile",
    attributes: { email: `first-${mark}-${at}@example.com` },
  });
  const event = (/** @type {number} */ at) => ({
    type: "event",
    attributes: {
      metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
      profile: { data: person(at) },
      properties: {},
      unique_id: `first-${mark}-${at}`,
    },
  });
  // What answers at all is warm: what is asked is what takes longer because of how much there is.
  await timed("lists");
  let worst = 0;
  const asked = [
    () => timed("profiles"),
    () => timed("events"),
    (/** @type {number} */ at) => timed("events", event(at)),
    (/** @type {number} */ at) => timed("profiles", person(10 + at)),
    () => timed("campaigns?filter=equals(messages.channel,'email')"),
  ];
  for (const ask of asked) worst = Math.max(worst, (await ask(1)) - (await ask(2)));
  return worst;
}
