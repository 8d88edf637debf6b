import { type Command, Option } from "commander";
import { campaigns, flows } from "../../control/acts/sendings.ts";
import { controlled } from "../options/command-options.ts";
import { declared, withOptions } from "../options/declared.ts";
import { outcomeOptions } from "./fault-options.ts";
import { numberOrText, readDuration, readDurations, readOperation } from "../options/values.ts";
import { linkNumber, readPair } from "../options/values.ts";
import { clock } from "../../control/acts/clock.ts";
import { confirmations, conversations, outbox, templates } from "../../control/acts/messages.ts";
import { deliveries, triggers } from "../../control/acts/deliveries.ts";
import { faults } from "../../control/acts/faults.ts";
import { keys, tokens } from "../../control/acts/credentials.ts";
import { limits, rates, settings } from "../../control/acts/settings.ts";
import { requests } from "../../control/acts/requests.ts";
import { resets, state } from "../../control/acts/state.ts";
import { revisions } from "../../control/acts/revisions.ts";
import { sandboxes } from "../../control/acts/sandboxes.ts";
import { acts } from "./acts.ts";

function addAdd(faults: Command): void {
  const add = controlled(faults, "add", "Plan a fault").argument(
    "[operation]",
    "Operation id such as create-event, or '*'",
    readOperation,
  );
  const outcomes = outcomeOptions.map(([flag, does, takes]) => {
    const option = new Option(flag, does);
    return takes === undefined ? option : option.argParser(checks[takes] as typeof numberOrText);
  });
  const [which, how] = [options(whichLines), options(howLines)];
  withOptions(add, [...which, ...outcomes, ...how]).action(async (operation, values) =>
    (await import("../actions/faults.ts")).addFault(operation, values),
  );
}

const options = (lines: string) => declared(lines, { number: numberOrText });

/** Which requests, where all that is given must hold, and when. */
const whichLines = `
  --area <name>  Match every operation of this area
  --method <method>  Match every operation with this method
  --path <pattern>  Match paths with this pattern, such as /api/events*
  --delivery <topic>  Match deliveries of this topic, such as 'event:api.*'
  --match-webhook <id>  Match deliveries to the webhook with this id or name
  --match-profile <id>  Match deliveries about the profile with this id
  --match-account <id>  Match requests of this account
  --match-key <name>  Match requests with this key
  --match-app <id>  Match requests of the OAuth app with this client id
  --match-test-id <id>  Match requests with this test id or name in the URL
  --match-revision <date>  Match requests for this revision
  --match-email <email>  Match requests about the profile with this email
  --match-profile-id <id>  Match requests about the profile with this id
  --match-header <name=value>  Match requests with this header; repeatable
  --match-query <name=value>  Match requests with this query parameter; repeatable
  --match-body <path=value>  Match requests with this field in the body; repeatable
  --skip <number>  Let this many requests pass first
  --times <number>  Act on this many requests, or always (default: 1)
  --every <number>  Act on every nth match
  --probability <number>  Act on each match with this probability, from 0 to 1
  --between <times>  Act only between these times, such as +5s..+30s
  --ttl <duration>  Expire after this long`;

const howLines = `
  --sequence <steps>  Use one outcome per match, such as 429:1s,reset,truncate,pass
  --where <place>  Act before the operation, or after it (it is done, its response is lost)
  --hold  Keep rejecting the same caller until its Retry-After ends
  --no-hold  Do not keep rejecting
  --force  Allow a status that the service never returns
  --optional  Let checks such as --all-faults-met pass without a request that meets it
  --file <file>  Plan the faults of this YAML or JSON file
  --dry-run  Only print how many recorded requests it would have hit`;

const checks = {
  number: numberOrText,
  duration: readDuration,
  durations: readDurations,
  pairs: readPair,
} as const;

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
