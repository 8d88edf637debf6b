import { type Command, Option } from "commander";
import { campaigns, flows } from "../../control/acts/sendings.ts";
import { controlled } from "../options/command-options.ts";
import { outcomeOptions } from "./fault-options.ts";
import { numberOrText, readDuration, readDurations, readOperation } from "../options/values.ts";
import { readPair, readText, linkNumber } from "../options/values.ts";
import { clock } from "../../control/acts/clock.ts";
import { confirmations, conversations, outbox, templates } from "../../control/acts/messages.ts";
import { deliveries, triggers } from "../../control/acts/deliveries.ts";
import { faults } from "../../control/acts/faults.ts";
import { keys } from "../../control/acts/keys.ts";
import { limits } from "../../control/acts/limits.ts";
import { rates, settings } from "../../control/acts/settings.ts";
import { requests } from "../../control/acts/requests.ts";
import { resets, state } from "../../control/acts/state.ts";
import { revisions } from "../../control/acts/revisions.ts";
import { sandboxes } from "../../control/acts/sandboxes.ts";
import { tokens } from "../../control/acts/tokens.ts";
import { acts } from "./acts.ts";

function addAdd(faults: Command): void {
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
  add.action(async (operation, values) =>
    (await import("../actions/faults.ts")).addFault(operation, values),
  );
}

/** Which requests: all that is given must hold. */
const addWhich = (add: Command): Command =>
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

const addWhen = (add: Command): Command =>
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

const messages = () => import("../actions/messages.ts");

const addClick = (group: Command): Command =>
  controlled(group, "click", "Click a link of a message, open it, or unsubscribe")
    .argument("<id>", "Message id, or its first characters")
    .option(
      "--link <number>",
      "Click this link, as outbox show numbers them (default: 1)",
      linkNumber,
    )
    .addOption(new Option("--open", "Open the message").conflicts("link"))
    .addOption(
      new Option("--unsubscribe", "Follow its link to unsubscribe").conflicts(["link", "open"]),
    )
    .action(async (id, values) => (await messages()).outbox.does.click(id, values));

const addDiff = (group: Command): Command =>
  controlled(group, "diff", "Show what changes for a client between two revisions")
    .argument("<from>", "Revision, such as 2024-10-15")
    .argument("<to>", "Revision, such as 2026-07-15")
    .option("--requests", "List the recorded calls that would break")
    .action(async (from, to, values) =>
      (await import("../actions/revisions-diff.ts")).diffRevisions(from, to, values),
    );

const addCheck = (group: Command): Command =>
  group
    .command("check")
    .description("Check a data folder or an exported state, without changing it")
    .argument("<folder>", "Folder of --data-dir or state export")
    .option("--recover", "Keep everything that is undamaged, and move the files aside")
    .option("--json", "Print JSON")
    .action(async (folder, values) =>
      (await import("../actions/state/check.ts")).checkState(folder, values),
    );

/** The commands that are acts of the control API, with what some of them do in place of the one call. */
export const subjects = {
  campaigns: acts(campaigns),
  clock: acts(clock, () => import("../actions/clock.ts")),
  confirmations: acts(confirmations, async () => (await messages()).confirmations),
  conversations: acts(conversations),
  deliveries: acts(deliveries, async () => (await messages()).deliveries),
  faults: acts(faults, () => import("../actions/faults.ts"), { add: addAdd }),
  flows: acts(flows),
  keys: acts(keys),
  limits: acts(limits, () => import("../actions/limits.ts")),
  outbox: acts(outbox, async () => (await messages()).outbox, { click: addClick }),
  rates: acts(rates),
  requests: acts(requests, () => import("../actions/requests.ts")),
  resets: acts(resets),
  revisions: acts(revisions, undefined, { diff: addDiff }),
  sandboxes: acts(sandboxes),
  settings: acts(settings),
  state: acts(state, () => import("../actions/state/state.ts"), { check: addCheck }),
  templates: acts(templates, async () => (await messages()).templates),
  tokens: acts(tokens),
  triggers: acts(triggers),
};
