import type { HelpTable } from "./command-help.ts";

/** That of the commands about faults. */
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
