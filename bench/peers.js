import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { requestBytes } from "./load.js";
import { peer as emulate } from "./peers/emulate.js";
import { peer as jsonServer } from "./peers/json-server.js";
import { peer as mockoon } from "./peers/mockoon.js";
import { peer as msw } from "./peers/msw.js";
import { peer as prism } from "./peers/prism.js";
import { progress } from "./progress.js";
import { freePort, fromRoot, startAt, startUnlimited } from "./servers.js";
import { median, pairedRatio } from "./stats.js";
import { compareSides, plan, warm } from "./throughput.js";
import { askKnown, getList, getOne, postEvent } from "./work.js";

/** @typedef {{ readonly id: string }} Document */

/**
 * What a peer is told to serve, and from where it was installed.
 *
 * @typedef {object} Installed
 * @property {string} bin what its command runs, if it has one
 * @property {string} home the folder whose node_modules has it
 * @property {number} port where it is to listen
 * @property {string} folder for its files
 * @property {readonly Document[]} documents
 */

/**
 * @typedef {object} Serving
 * @property {readonly string[]} args of node
 * @property {(document: Document) => string} [one] a path; not given: it has no documents of ours
 * @property {string} [many]
 * @property {{ path: string, status: number }} [post]
 */

/**
 * @typedef {object} Peer
 * @property {string} package
 * @property {(installed: Installed) => Serving} prepare
 * @property {Readonly<Partial<Record<"start" | "one" | "many" | "post", number>>>} least the bars: its times or our rates, over the other's
 */

/** @type {Readonly<Record<string, Peer>>} */
const peers = { "json-server": jsonServer, emulate, msw, Prism: prism, Mockoon: mockoon };

const connections = 16;

/** Requests to a peer before anything is measured: few POSTs, since one that writes all it has takes longer with each. */
const [reads, writes] = [5000, 400];

const starts = { normal: 9, quick: 3 };

/**
 * Other servers on the same work, where they are installed: in a folder that the user names, or where the bench runs.
 *
 * @param {{ quick: boolean, in?: string | undefined }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measurePeers({ quick, in: named }) {
  const from = resolve(named ?? ".");
  /** @type {(import("./table.js").Row | string)[]} */
  const rows = [];
  for (const [name, peer] of Object.entries(peers)) {
    const home = homeOf(peer.package, from);
    if (home === undefined) {
      rows.push(`${name}: not measured, since ${peer.package} is not installed in ${from}`);
      continue;
    }
    progress(name);
    const { version, bin } = packageAt(home, peer.package);
    rows.push(`Against ${name} ${version}`);
    const folder = mkdtempSync(join(tmpdir(), "service-emulator-bench-"));
    try {
      rows.push(...(await against(peer, { bin, home, folder }, quick)));
    } catch (error) {
      rows.push(`${name}: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rows;
}

/** @param {Peer} peer @param {{ bin: string, home: string, folder: string }} installed @param {boolean} quick */
async function against({ prepare, least }, installed, quick) {
  const { server: ours, key } = await startUnlimited(["--quiet"]);
  try {
    const known = await askKnown(ours.port, key);
    const documents = /** @type {Document[]} */ (known.people);
    const serve = (/** @type {number} */ port) => prepare({ ...installed, port, documents });
    /** @type {import("./table.js").Row[]} */
    const rows = [await startRow(serve, least.start, quick ? starts.quick : starts.normal)];
    const port = await freePort();
    const { args, one, many, post } = serve(port);
    if (one === undefined || many === undefined || post === undefined) return rows;
    const theirs = await startAt(args, port, many);
    try {
      /** @param {string} path @param {string} [method] */
      const lines = (path, method = "GET") => [
        `${method} ${path} HTTP/1.1`,
        "host: 127.0.0.1",
        "accept: application/json",
      ];
      const event = JSON.stringify({ ...documents[0], id: undefined });
      const posted = requestBytes(
        [...lines(post.path, "POST"), "content-type: application/json"],
        event,
      );
      const gets = documents.map((each) => requestBytes(lines(one(each))));
      let turn = 0;
      const works = /** @type {const} */ ([
        [
          "GET one profile",
          getOne,
          200,
          () => gets[turn++ % gets.length] ?? posted,
          200,
          least.one,
        ],
        ["list of 20 profiles", getList, 200, () => requestBytes(lines(many)), 200, least.many],
        ["POST event", postEvent, 202, () => posted, post.status, least.post],
      ]);
      for (const [what, next, status, theirNext, theirStatus, bar] of works) {
        progress(`${what}, against a peer`);
        const sides = [
          { server: ours, next: () => next(known), status },
          { server: theirs, next: () => theirNext, status: theirStatus },
        ];
        await warm(ours, { next, status }, known);
        const isWrite = next === postEvent;
        await warm(
          theirs,
          { next: () => theirNext, status: theirStatus },
          known,
          isWrite ? writes : reads,
        );
        const slices = { ...(quick ? plan.quick : plan.normal), ready: connections };
        const compared = await compareSides(sides, bar ?? 0, connections, slices);
        rows.push(...compared.map((row) => ({ ...row, what: `${what}, ${row.what}` })));
      }
    } finally {
      await theirs.stop();
    }
    return rows;
  } finally {
    await ours.stop();
  }
}

/** From spawn to the first answer, of whatever status. @param {(port: number) => Serving} serve @param {number | undefined} least @param {number} rounds */
async function startRow(serve, least, rounds) {
  const ours = (/** @type {number} */ port) => [
    fromRoot("bin/service-emulator.js"),
    "--quiet",
    "--port",
    String(port),
  ];
  /** @type {number[][]} */
  const [mine, theirs] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    const sides = [
      { args: ours, path: "/_emulator/health", times: mine },
      { args: (/** @type {number} */ port) => serve(port).args, path: "/", times: theirs },
    ];
    for (const { args, path, times } of round % 2 === 0 ? sides : sides.toReversed()) {
      const port = await freePort();
      const words = args(port);
      const began = performance.now();
      const server = await startAt(words, port, path);
      const took = performance.now() - began;
      await server.stop();
      if (round >= 0) times?.push(took);
    }
  }
  return {
    what: "spawn to the first answer",
    ours: `${median(mine ?? []).toFixed(0)} ms`,
    base: `${median(theirs ?? []).toFixed(0)} ms`,
    // The other way round, so that more is better here too.
    figure: pairedRatio(theirs ?? [], mine ?? []),
    ...(least && { bar: { least } }),
  };
}

/** The nearest folder whose node_modules has a package. @param {string} name @param {string} from @returns {string | undefined} */
function homeOf(name, from) {
  if (existsSync(join(from, "node_modules", name, "package.json"))) return from;
  const above = dirname(from);
  return above === from ? undefined : homeOf(name, above);
}

/** @param {string} home @param {string} name */
function packageAt(home, name) {
  const folder = join(home, "node_modules", name);
  const { version, bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = typeof bin === "string" ? bin : Object.values(bin ?? {})[0];
  return { version, bin: file === undefined ? "" : join(folder, String(file)) };
}
