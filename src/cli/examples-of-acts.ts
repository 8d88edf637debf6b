/** Lines without the program's name, and what to say of them. */
type Examples = readonly (readonly [line: string, remark?: string])[];

export interface CommandHelp {
  readonly examples: Examples;
  readonly notes?: string;
  readonly codes?: string;
}

/** The same of several, by the name of each and its parents: nothing but examples, or more. */
export type HelpTable = Readonly<Record<string, Examples | CommandHelp>>;

export function helpIn(table: HelpTable): Readonly<Record<string, CommandHelp>> {
  const whole = (told: HelpTable[string]) => ("examples" in told ? told : { examples: told });
  return Object.fromEntries(Object.entries(table).map(([name, told]) => [name, whole(told)]));
}

export const faultsHelp: HelpTable = {
  faults: [["faults add create-event --status 429 --times 2"], ["faults list"]],
  "faults add": [
    ["faults add create-event --status 429 --retry-after 2 --times 2"],
    ["faults add create-event --connection reset --where after", "the response is lost"],
    ["faults add get-profiles --delay 5s", "one slow response"],
    ["faults add '*' --status 503 --probability 0.2 --times always"],
    ["faults add get-profiles --spoil truncate --skip 2", "the third page"],
    ["faults add get-events --pace 5s", "a slow body"],
    ["faults add create-event --status 503 --dry-run", "how many requests it would have hit"],
    ["faults add create-event --limit steady", "uses up the minute"],
    ["faults add --area events --match-email ada@example.com --status 500"],
    ["faults add create-event --sequence 429,reset,pass,503 --times 3"],
    ["faults add --delivery 'event:api.*' --duplicate 2", "a webhook is called twice"],
  ],
  "faults list": [["faults list"], ["faults list --json"]],
  "faults show": [["faults show fault-1"]],
  "faults off": [["faults off fault-1"]],
  "faults on": [["faults on fault-1"]],
  "faults rm": [["faults rm fault-1"]],
  "faults clear": [["faults clear"]],
};

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
