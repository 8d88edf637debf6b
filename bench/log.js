import { progress } from "./progress.js";
import { startUnlimited } from "./servers.js";
import { compare, plan, warm } from "./throughput.js";
import { askKnown, getOne } from "./work.js";

/** What a log may cost: the rate and the processor time without one, against those with it. */
const least = { 1: 0.91, 16: 0.91 };

const logs = { "the default log": [], "--json": ["--json"] };

/**
 * What a line for each request costs, against an emulator that prints none.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureLog({ quick }) {
  /** @type {(import("./table.js").Row | string)[]} */
  const rows = [];
  for (const [what, options] of Object.entries(logs)) {
    const { server: loud, key } = await startUnlimited(options);
    const { server: quiet, key: other } = await startUnlimited(["--quiet"]);
    const work = { next: getOne, status: 200, least };
    const known = await askKnown(loud.port, key);
    if (other !== key) throw new Error("both have the keys of the demo");
    progress(`${what}, warming up`);
    for (const server of [loud, quiet]) await warm(server, work, known);
    rows.push(`GET one profile with ${what}, against --quiet`);
    for (const count of [1, 16]) {
      progress(`${what}, ${count} connection${count === 1 ? "" : "s"}`);
      rows.push(
        ...(await compare(loud, quiet, work, count, known, quick ? plan.quick : plan.normal)),
      );
    }
    await Promise.all([loud.stop(), quiet.stop()]);
  }
  return rows;
}
