import { campaigns } from "../../control/acts/campaigns.ts";
import { confirmations } from "../../control/acts/confirmations.ts";
import { conversations } from "../../control/acts/conversations.ts";
import { deliveries, triggers } from "../../control/acts/deliveries.ts";
import { flows } from "../../control/acts/flows.ts";
import { keys } from "../../control/acts/keys.ts";
import { limits } from "../../control/acts/limits.ts";
import { rates } from "../../control/acts/rates.ts";
import { sandboxes } from "../../control/acts/sandboxes.ts";
import { settings } from "../../control/acts/settings.ts";
import { tokens } from "../../control/acts/tokens.ts";
import { acts } from "./acts.ts";

/** The commands that are acts of the control API, with what the command line has of its own for them. */
export const subjects = {
  campaigns: acts(campaigns),
  confirmations: acts(confirmations, {
    commands: {
      click: (command) =>
        command.action(async (who, values) =>
          (await import("../actions/confirmations.ts")).clickConfirmation(who, values),
        ),
    },
  }),
  conversations: acts(conversations),
  deliveries: acts(deliveries, { says: () => import("../actions/deliveries.ts") }),
  flows: acts(flows),
  keys: acts(keys),
  limits: acts(limits, {
    says: () => import("../actions/limits.ts"),
    commands: {
      set: (command) =>
        command.action(async (what, values) =>
          (await import("../actions/limits.ts")).setLimits(what, values),
        ),
    },
  }),
  rates: acts(rates),
  sandboxes: acts(sandboxes),
  settings: acts(settings),
  tokens: acts(tokens),
  triggers: acts(triggers),
};
