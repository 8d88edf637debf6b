import { Connection, drive, requestBytes } from "./load.js";
import { progress } from "./progress.js";
import { startQuietEmulator } from "./servers.js";
import { pairedRatio, median } from "./stats.js";

/** People, all of them in one list, and how many a page has. */
const [people, size] = [10_000, 100];

/** How many slices of each are measured, by turns; one more goes before. */
const slices = { normal: 15, quick: 5 };

/**
 * Processor time of a page of a list of profiles that is asked for again and again, against that of pages where nobody
 * looked, of the members of a list, and of profiles with a computed field; and of a list with its `profile_count`.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureLists({ quick }) {
  progress(`lists, ${people} profiles`);
  const { server, key } = await startQuietEmulator([
    "--fixtures",
    "small",
    "--profiles",
    `${people}`,
  ]);
  const headers = [
    "host: 127.0.0.1",
    `authorization: Service-API-Key ${key}`,
    "revision: 2026-07-15",
    "content-type: application/json",
  ];
  const bytesOf = (/** @type {string} */ path) =>
    requestBytes([`GET ${path} HTTP/1.1`, ...headers]);
  const origin = `http://127.0.0.1:${server.port}`;
  const ask = async (/** @type {string} */ path, /** @type {unknown} */ body = undefined) => {
    const answer = await fetch(origin + path, {
      method: body === undefined ? "GET" : "POST",
      headers: Object.fromEntries(headers.slice(1).map((line) => line.split(": "))),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? {} : answer.json();
  };
  const page = `page%5Bsize%5D=${size}`;
  const profiles = `/api/profiles?${page}`;
  const { pages, ids } = await walked(ask, profiles);
  const [{ id: crowd }, { id: few }] = (await ask("/api/lists")).data;
  for (let from = 0; from < ids.length; from += 1000) {
    const data = ids.slice(from, from + 1000).map((id) => ({ type: "profile", id }));
    await ask(`/api/lists/${crowd}/relationships/profiles`, { data });
  }
  const count = "additional-fields%5Blist%5D=profile_count";
  const asked = {
    hot: [profiles],
    cold: pages,
    members: [`/api/lists/${crowd}/profiles?${page}`],
    computed: [`${profiles}&additional-fields%5Bprofile%5D=subscriptions`],
    crowd: [`/api/lists/${crowd}?${count}`],
    few: [`/api/lists/${few}?${count}`],
  };
  const connection = new Connection(server.port);
  /** @type {Record<string, number[]>} */
  const micros = {};
  const rounds = quick ? slices.quick : slices.normal;
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, paths] of Object.entries(asked)) {
      const requests = paths.map(bytesOf);
      const times = Math.max(requests.length, 200);
      let place = -1;
      const next = () => /** @type {Buffer} */ (requests[(place = (place + 1) % requests.length)]);
      const before = server.cpuMicros() ?? Number.NaN;
      await drive([connection], [next], { requests: times });
      const spent = ((server.cpuMicros() ?? Number.NaN) - before) / times;
      if (round >= 0) (micros[name] ??= []).push(spent);
    }
  }
  connection.close();
  await server.stop();
  const row = (
    /** @type {string} */ what,
    /** @type {string} */ ours,
    /** @type {string} */ base,
    /** @type {number} */ most,
  ) => ({
    what,
    ours: `${median(micros[ours] ?? []).toFixed(0)} µs`,
    base: `${median(micros[base] ?? []).toFixed(0)} µs`,
    figure: pairedRatio(micros[ours] ?? [], micros[base] ?? []),
    bar: { most },
  });
  return [
    `Pages of ${size} of ${people} profiles: processor time, against the same page again`,
    row("pages that were not asked for lately", "cold", "hot", 3),
    row("members of a list", "members", "hot", 2),
    row("with subscriptions", "computed", "hot", 3),
    row(`profile_count of ${people} members, against a list of few`, "crowd", "few", 1.3),
  ];
}

/**
 * The pages of a list, and the ids of its records.
 *
 * @param {(path: string) => Promise<any>} ask
 * @param {string} first
 */
async function walked(ask, first) {
  /** @type {{ pages: string[], ids: string[] }} */
  const found = { pages: [], ids: [] };
  for (let path = first; path !== undefined;) {
    const { data, links } = await ask(path);
    found.pages.push(path);
    found.ids.push(...data.map((/** @type {{ id: string }} */ { id }) => id));
    path = links.next?.replace(/^https?:\/\/[^/]+/, "");
  }
  return found;
}
