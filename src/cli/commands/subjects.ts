import { type Command, Option } from "commander";
import { campaigns, flows } from "../../control/acts/sendings.ts";
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
import { controlled } from "../options/controlled.ts";
import { linkNumber } from "../options/values.ts";
import { acts } from "./acts.ts";
import { addAdd } from "./faults.ts";

/** The commands that are acts of the control API, with what some of them do in place of the one call. */
export const subjects = {
  campaigns: acts(campaigns),
  clock: acts(clock, () => import("../actions/clock.ts")),
  confirmations: acts(confirmations, () => import("../actions/confirmations.ts")),
  conversations: acts(conversations),
  deliveries: acts(deliveries, () => import("../actions/deliveries.ts")),
  faults: acts(faults, () => import("../actions/faults.ts"), { add: addAdd }),
  flows: acts(flows),
  keys: acts(keys),
  limits: acts(limits, () => import("../actions/limits.ts")),
  outbox: acts(outbox, () => import("../actions/outbox.ts"), { click: addClick }),
  rates: acts(rates),
  requests: acts(requests, () => import("../actions/requests.ts")),
  resets: acts(resets),
  revisions: acts(revisions, undefined, { diff: addDiff }),
  sandboxes: acts(sandboxes),
  settings: acts(settings),
  state: acts(state, () => import("../actions/state/state.ts"), { check: addCheck }),
  templates: acts(templates, () => import("../actions/templates.ts")),
  tokens: acts(tokens),
  triggers: acts(triggers),
};

function addClick(group: Command): void {
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
    .action(async (id, values) => (await import("../actions/outbox.ts")).does.click(id, values));
}

function addDiff(group: Command): void {
  controlled(group, "diff", "Show what changes for a client between two revisions")
    .argument("<from>", "Revision, such as 2024-10-15")
    .argument("<to>", "Revision, such as 2026-07-15")
    .option("--requests", "List the recorded calls that would break")
    .action(async (from, to, values) =>
      (await import("../actions/revisions-diff.ts")).diffRevisions(from, to, values),
    );
}

function addCheck(group: Command): void {
  group
    .command("check")
    .description("Check a data folder or an exported state, without changing it")
    .argument("<folder>", "Folder of --data-dir or state export")
    .option("--recover", "Keep everything that is undamaged, and move the files aside")
    .option("--json", "Print JSON")
    .action(async (folder, values) =>
      (await import("../actions/state/check.ts")).checkState(folder, values),
    );
}
