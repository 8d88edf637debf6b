import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { outcomeOptions } from "./fault-options.ts";
import {
  numberOrText,
  readDuration,
  readDurations,
  readOperation,
  readPair,
  readText,
} from "../options/values.ts";

/** `faults`, as it is declared: what it does is loaded when it runs. */
export function addFaults(program: Command): void {
  const faults = program
    .command("faults")
    .description("Plan faults, and see which requests they hit");
  const load = () => import("../actions/faults.ts");
  const add = controlled(faults, "add", "Plan a fault").argument(
    "[operation]",
    "Operation id such as create-event, or '*'",
    readOperation,
  );
  addWhich(add);
  addWhen(add);
  addWhat(add);
  add.option("--file <file>", "Plan the faults of this YAML or JSON file", readText);
  add.option("--dry-run", "Only print how many recorded requests it would have hit");
  add.action(async (operation, values) => (await load()).addFault(operation, values));
  controlled(faults, "list", "List the planned faults, what is left of them, and their hits", {
    isDefault: true,
  }).action(async (values) => (await load()).listFaults(values));
  controlled(faults, "show", "Show a fault and the requests that it hit")
    .argument("<id>", "Fault id, such as fault-1")
    .action(async (id, values) => (await load()).showFault(id, values));
  for (const [name, does] of switches) {
    controlled(faults, name, does)
      .argument("<id>", "Fault id, such as fault-1")
      .action(async (id, values) => (await load()).switchFault(id, name === "on", values));
  }
  controlled(faults, "rm", "Remove a fault")
    .argument("<id>", "Fault id, such as fault-1")
    .action(async (id, values) => (await load()).removeFault(id, values));
  controlled(faults, "clear", "Remove all faults").action(async (values) =>
    (await load()).clearFaults(values),
  );
}

const switches = [
  ["off", "Switch a fault off, and keep what is left of it"],
  ["on", "Switch a fault on again"],
] as const;

/** Which requests: all that is given must hold. */
function addWhich(add: Command): void {
  add
    .option("--area <name>", "Match every operation of this area")
    .option("--method <method>", "Match every operation with this method")
    .option("--path <pattern>", "Match paths with this pattern, such as /api/events*")
    .option("--delivery <topic>", "Match deliveries of this topic, such as 'event:api.*'")
    .option("--match-webhook <id>", "Match deliveries to the webhook with this id or name")
    .option("--match-profile <id>", "Match deliveries about the profile with this id")
    .option("--match-account <id>", "Match requests of this account")
    .option("--match-key <name>", "Match requests with this key")
    .option("--match-app <id>", "Match requests of the OAuth app with this client id")
    .option("--match-test-id <id>", "Match requests with this test id or name in the URL")
    .option("--match-revision <date>", "Match requests for this revision")
    .option("--match-email <email>", "Match requests about the profile with this email")
    .option("--match-profile-id <id>", "Match requests about the profile with this id")
    .option("--match-header <name=value>", "Match requests with this header; repeatable", readPair)
    .option(
      "--match-query <name=value>",
      "Match requests with this query parameter; repeatable",
      readPair,
    )
    .option(
      "--match-body <path=value>",
      "Match requests with this field in the body; repeatable",
      readPair,
    );
}

function addWhen(add: Command): void {
  add
    .option("--skip <number>", "Let this many requests pass first", numberOrText)
    .option("--times <number>", "Act on this many requests, or always (default: 1)", numberOrText)
    .option("--every <number>", "Act on every nth match", numberOrText)
    .option(
      "--probability <number>",
      "Act on each match with this probability, from 0 to 1",
      numberOrText,
    )
    .option("--between <times>", "Act only between these times, such as +5s..+30s", readDurations)
    .option("--ttl <duration>", "Expire after this long", readDuration);
}

/** How the values of options are checked. */
const checks = {
  number: numberOrText,
  duration: readDuration,
  durations: readDurations,
  pairs: readPair,
} as const;

function addWhat(add: Command): void {
  for (const [flag, does, takes] of outcomeOptions) {
    if (takes === undefined) add.option(flag, does);
    else add.option(flag, does, checks[takes] as typeof numberOrText);
  }
  add
    .option("--sequence <steps>", "Use one outcome per match, such as 429:1s,reset,truncate,pass")
    .option(
      "--where <place>",
      "Act before the operation, or after it (it is done, its response is lost)",
    )
    .option("--hold", "Keep rejecting the same caller until its Retry-After ends")
    .option("--no-hold", "Do not keep rejecting")
    .option("--force", "Allow a status that the service never returns")
    .option(
      "--optional",
      "Let checks such as --all-faults-met pass without a request that meets it",
    );
}
