import type { CommandHelp } from "./command-help.ts";

/** That of the commands about what the service sends. */
export const messagesHelp: Readonly<Record<string, CommandHelp>> = {
  deliveries: { examples: [["deliveries list"], ["deliveries list --state pending"]] },
  "deliveries list": { examples: [["deliveries list"], ["deliveries list --state pending"]] },
  "deliveries show": {
    examples: [["deliveries show 01KXZ8Q4"], ["deliveries show 01KXZ8Q4 --attempt 1"]],
  },
  "deliveries redeliver": { examples: [["deliveries redeliver 01KXZ8Q4"]] },
  trigger: {
    examples: [
      ["trigger event:service.subscribed_to_list"],
      ["trigger event:shop.placed_order --email ada.byron@example.com"],
    ],
  },
  campaigns: { examples: [["campaigns list"], ["campaigns sends 01KXZ8Q4"]] },
  "campaigns list": { examples: [["campaigns list"], ["campaigns list --json"]] },
  "campaigns sends": { examples: [["campaigns sends 01KXZ8Q4"]] },
  flows: { examples: [["flows list"], ["flows runs Welcome"]] },
  "flows list": { examples: [["flows list"], ["flows list --json"]] },
  "flows runs": {
    examples: [["flows runs Welcome"], ["flows runs Welcome --profile ada@example.com"]],
  },
  conversations: { examples: [["conversations list"], ["conversations inbound MDFKR0 STOP"]] },
  "conversations list": { examples: [["conversations list"]] },
  "conversations inbound": {
    examples: [["conversations inbound MDFKR0 'Where is my parcel?'"]],
  },
  settings: { examples: [["settings show"], ["settings set billingLimit true"]] },
  "settings show": { examples: [["settings show"], ["settings show --json"]] },
  "settings set": {
    examples: [
      ["settings set webhooks oauth-only"],
      [`settings set verifiedSenders '["shop.example"]'`],
    ],
  },
  outbox: { examples: [["outbox list"], ["outbox list --to ada@example.com"]] },
  "outbox list": {
    examples: [["outbox list --campaign 'Summer sale'"], ["outbox list --to '*@example.com'"]],
  },
  "outbox show": {
    examples: [["outbox show 01KXZ8Q4"], ["outbox show 01KXZ8Q4 --html > mail.html"]],
  },
  "outbox click": {
    examples: [
      ["outbox click 01KXZ8Q4", "the first link"],
      ["outbox click 01KXZ8Q4 --link 2"],
      ["outbox click 01KXZ8Q4 --unsubscribe"],
    ],
  },
  template: { examples: [["template lint letter.html"]] },
  "template lint": {
    examples: [
      ["template lint letter.html --profile ada.byron@example.com"],
      ["template lint Welco1 --json"],
    ],
    codes: "0 no findings, 1 findings, 2 usage, 3 no emulator",
  },
  rates: { examples: [["rates show"], ["rates set --deliver 1 --open 1"]] },
  "rates show": { examples: [["rates show"], ["rates show --json"]] },
  "rates set": {
    examples: [
      ["rates set --deliver 1 --open 1 --click 0", "exact outcomes for a test"],
      ["rates set --bounce 1", "every message bounces"],
    ],
  },
  listen: {
    examples: [
      ["listen --secret 0123456789abcdef"],
      ["listen --forward-to http://127.0.0.1:3000/hooks"],
    ],
    codes: "0 stopped by a signal, 2 wrong usage, 3 cannot listen",
  },
};
