import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import {
  numberOrText,
  readDuration,
  readDurations,
  readOperation,
  readPair,
} from "../options/values.ts";

/** `faults`, as it is declared: what it does is loaded when it runs. */
export function addFaults(program: Command): void {
  const faults = program.command("faults").description("plan faults, and see whom they met");
  const load = () => import("../actions/faults.ts");
  const add = controlled(faults, "add", "plan a fault").argument(
    "[operation]",
    "an operation id such as create-event, or '*'",
    readOperation,
  );
  addWhich(add);
  addWhen(add);
  addWhat(add);
  add.action(async (operation, values) => (await load()).addFault(operation, values));
  controlled(faults, "list", "what is planned, what is left of it, and what it met", {
    isDefault: true,
  }).action(async (values) => (await import("../actions/lists.ts")).lists.faults(values));
  controlled(faults, "show", "one fault, with the requests that it met")
    .argument("<id>", "such as fault-1")
    .action(async (id, values) => (await load()).showFault(id, values));
  controlled(faults, "rm", "remove a fault")
    .argument("<id>", "such as fault-1")
    .action(async (id, values) => (await load()).removeFault(id, values));
  controlled(faults, "clear", "remove every fault").action(async (values) =>
    (await load()).clearFaults(values),
  );
}

/** Which requests: all that is given must hold. */
function addWhich(add: Command): void {
  add
    .option("--area <name>", "any operation of this area")
    .option("--method <method>", "any operation with this method")
    .option("--path <pattern>", "any path like this one, such as /api/events*")
    .option("--match-account <id>", "of this account")
    .option("--match-key <name>", "with this key")
    .option("--match-app <id>", "of the OAuth app with this client id")
    .option("--match-test-id <id>", "with this x-emulator-test-id")
    .option("--match-revision <date>", "that ask for this revision")
    .option("--match-email <email>", "about the profile with this email")
    .option("--match-profile-id <id>", "about the profile with this id")
    .option("--match-header <name=value>", "with such a header; repeatable", readPair)
    .option("--match-query <name=value>", "with such a parameter; repeatable", readPair)
    .option("--match-body <path=value>", "with such a member in the body; repeatable", readPair);
}

function addWhen(add: Command): void {
  add
    .option("--skip <number>", "let this many requests pass first", numberOrText)
    .option("--times <number>", "act this often, or always (default: 1)", numberOrText)
    .option("--every <number>", "act on each match of this number", numberOrText)
    .option("--probability <number>", "from 0 to 1, drawn anew for every match", numberOrText)
    .option("--between <times>", "only then, such as +5s..+30s", readDurations)
    .option("--ttl <duration>", "stop for good after this long", readDuration);
}

function addWhat(add: Command): void {
  add
    .option("--status <status>", "answer with it, and the service's own error body", numberOrText)
    .option("--retry-after <when>", "seconds, computed, none, garbage, or a date such as +2s")
    .option("--headers <name=value>", "added to the answer; repeatable", readPair)
    .option("--body <text>", "in place of the answer's body")
    .option(
      "--delay <duration>",
      "250ms, 100ms..2s (uniform), or 200ms~0.6 (log-normal)",
      readDurations,
    )
    .option("--connection <how>", "reset, close, close-after-head, close-mid-body, or hang")
    .option("--spoil <how>", "truncate, malformed, empty, content-type, or garbage")
    .option("--pace <pace>", "how slowly the body comes: 5s, or 1000B/s", readDuration)
    .option("--limit <window>", "fill the caller's burst or steady window, truly")
    .option("--sequence <steps>", "one a match, such as 429,reset,truncate,pass")
    .option("--where <place>", "before, or after: done, and the answer spoilt")
    .option("--hold", "refuse the same caller until its Retry-After is over")
    .option("--no-hold", "do not")
    .option("--force", "allow a status that the service never gives");
}
