import type { HelpTable } from "./command-help.ts";

/** That of the commands about what the service sends. */
export const messagesHelp: HelpTable = {
  deliveries: [["deliveries list"], ["deliveries list --state pending"]],
  "deliveries list": [["deliveries list"], ["deliveries list --state pending"]],
  "deliveries show": [["deliveries show 01KXZ8Q4"], ["deliveries show 01KXZ8Q4 --attempt 1"]],
  "deliveries redeliver": [["deliveries redeliver 01KXZ8Q4"]],
  trigger: [
    ["trigger event:service.subscribed_to_list"],
    ["trigger event:shop.placed_order --email ada.byron@example.com"],
  ],
  campaigns: [["campaigns list"], ["campaigns sends 01KXZ8Q4"]],
  "campaigns list": [["campaigns list"], ["campaigns list --json"]],
  "campaigns sends": [["campaigns sends 01KXZ8Q4"]],
  flows: [["flows list"], ["flows runs Welcome"]],
  "flows list": [["flows list"], ["flows list --json"]],
  "flows runs": [["flows runs Welcome"], ["flows runs Welcome --profile ada@example.com"]],
  conversations: [["conversations list"], ["conversations inbound MDFKR0 STOP"]],
  "conversations list": [["conversations list"]],
  "conversations inbound": [["conversations inbound MDFKR0 'Where is my parcel?'"]],
  settings: [["settings show"], ["settings set billingLimit true"]],
  "settings show": [["settings show"], ["settings show --json"]],
  "settings set": [
    ["settings set webhooks oauth-only"],
    [`settings set verifiedSenders '["shop.example"]'`],
  ],
  outbox: [["outbox list"], ["outbox list --to ada@example.com"]],
  "outbox list": [["outbox list --campaign 'Summer sale'"], ["outbox list --to '*@example.com'"]],
  "outbox show": [["outbox show 01KXZ8Q4"], ["outbox show 01KXZ8Q4 --html > mail.html"]],
  "outbox click": [
    ["outbox click 01KXZ8Q4", "the first link"],
    ["outbox click 01KXZ8Q4 --link 2"],
    ["outbox click 01KXZ8Q4 --unsubscribe"],
  ],
  template: [["template lint letter.html"]],
  "template lint": {
    examples: [
      ["template lint letter.html --profile ada.byron@example.com"],
      ["template lint Welco1 --json"],
    ],
    codes: "0 no findings, 1 findings, 2 usage, 3 no emulator",
  },
  rates: [["rates show"], ["rates set --deliver 1 --open 1"]],
  "rates show": [["rates show"], ["rates show --json"]],
  "rates set": [
    ["rates set --deliver 1 --open 1 --click 0", "exact outcomes for a test"],
    ["rates set --bounce 1", "every message bounces"],
  ],
  listen: {
    examples: [
      ["listen --secret 0123456789abcdef"],
      ["listen --forward-to http://127.0.0.1:3000/hooks"],
    ],
    codes: "0 stopped by a signal, 2 wrong usage, 3 cannot listen",
  },
};
