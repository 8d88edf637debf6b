import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { measureDurable } from "./durable.js";
import { measureEmulators } from "./emulators.js";
import { measureExplore } from "./explore.js";
import { measureFaults } from "./faults.js";
import { measureFolders } from "./folders.js";
import { measureGrowth } from "./growth.js";
import { measureInspector } from "./inspector.js";
import { measureIntercept } from "./intercept.js";
import { measureJudging } from "./judging.js";
import { measureLists } from "./lists.js";
import { measureLog } from "./log.js";
import { measureMemory } from "./memory.js";
import { measureObjects } from "./objects.js";
import { measureFleet } from "./fleet.js";
import { measureFlows } from "./flows.js";
import { measureMessages } from "./messages.js";
import { measurePages } from "./pages.js";
import { measurePeers } from "./peers.js";
import { measurePeople } from "./people.js";
import { measureReports } from "./reports.js";
import { measureReset } from "./reset.js";
import { fromRoot } from "./servers.js";
import { measureSize } from "./size.js";
import { measureStartup } from "./startup.js";
import { tableOf, verdictOf } from "./table.js";
import { measureThroughput } from "./throughput.js";
import { measureWaits } from "./waits.js";
import { measureWebhooks } from "./webhooks.js";

/** `npm run bench`: every measurement, in one table. README.md says how to read it. */
const measurements = {
  startup: measureStartup,
  throughput: measureThroughput,
  lists: measureLists,
  log: measureLog,
  intercept: measureIntercept,
  pages: measurePages,
  reset: measureReset,
  emulators: measureEmulators,
  people: measurePeople,
  objects: measureObjects,
  faults: measureFaults,
  growth: measureGrowth,
  explore: measureExplore,
  webhooks: measureWebhooks,
  durable: measureDurable,
  folders: measureFolders,
  size: measureSize,
  memory: measureMemory,
  waits: measureWaits,
  judging: measureJudging,
  messages: measureMessages,
  flows: measureFlows,
  fleet: measureFleet,
  reports: measureReports,
  inspector: measureInspector,
};

const usage = `node bench/run.js [--only ${Object.keys(measurements).join("|")}]… [--quick] [--large] [--details] [--peers [--in FOLDER]]`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: "string", multiple: true, default: [] },
      quick: { type: "boolean", default: false },
      large: { type: "boolean", default: false },
      details: { type: "boolean", default: false },
      peers: { type: "boolean", default: false },
      in: { type: "string" },
    },
  });
  const unknown = values.only.find((name) => !(name in measurements));
  if (unknown !== undefined) throw new Error(`--only ${unknown} is none of them`);
  return values;
}

let options;
try {
  options = readOptions();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exit(2);
}
if (!existsSync(fromRoot("dist/cli.cjs"))) {
  console.error("bench: nothing is built; run npm run build first");
  process.exit(2);
}
const rows = [];
for (const [name, measure] of Object.entries(measurements)) {
  const isMeant = options.only.length === 0 ? !options.peers : options.only.includes(name);
  if (isMeant) rows.push(...(await measure(options)));
}
if (options.peers) rows.push(...(await measurePeers(options)));
console.log(
  `Node ${process.versions.node}, ${cpus().length} processors (${cpus()[0]?.model ?? "unknown"})`,
);
console.log(tableOf(rows));
console.log(`\n${verdictOf(rows)}`);
