import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { measureDurable } from "./durable.js";
import { measureExplore } from "./explore.js";
import { measureFaults } from "./faults.js";
import { measureInspector } from "./inspector.js";
import { measureJudging } from "./judging.js";
import { measureMemory } from "./memory.js";
import { measureObjects } from "./objects.js";
import { measureFlows } from "./flows.js";
import { measureMessages } from "./messages.js";
import { measurePages } from "./pages.js";
import { measurePeople } from "./people.js";
import { measureReports } from "./reports.js";
import { measureReset } from "./reset.js";
import { fromRoot } from "./servers.js";
import { measureStartup } from "./startup.js";
import { tableOf, verdictOf } from "./table.js";
import { measureThroughput } from "./throughput.js";
import { measureWebhooks } from "./webhooks.js";

/** `npm run bench`: every measurement, in one table. README.md says how to read it. */
const measurements = {
  startup: measureStartup,
  throughput: measureThroughput,
  pages: measurePages,
  reset: measureReset,
  people: measurePeople,
  objects: measureObjects,
  faults: measureFaults,
  explore: measureExplore,
  webhooks: measureWebhooks,
  durable: measureDurable,
  memory: measureMemory,
  judging: measureJudging,
  messages: measureMessages,
  flows: measureFlows,
  reports: measureReports,
  inspector: measureInspector,
};

const usage = `node bench/run.js [--only ${Object.keys(measurements).join("|")}]… [--quick] [--large] [--details]`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: "string", multiple: true, default: [] },
      quick: { type: "boolean", default: false },
      large: { type: "boolean", default: false },
      details: { type: "boolean", default: false },
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
if (!existsSync(fromRoot("dist/cli.js"))) {
  console.error("bench: nothing is built; run npm run build first");
  process.exit(2);
}
const rows = [];
for (const [name, measure] of Object.entries(measurements)) {
  if (options.only.length === 0 || options.only.includes(name))
    rows.push(...(await measure(options)));
}
console.log(
  `Node ${process.versions.node}, ${cpus().length} processors (${cpus()[0]?.model ?? "unknown"})`,
);
console.log(tableOf(rows));
console.log(`\n${verdictOf(rows)}`);
