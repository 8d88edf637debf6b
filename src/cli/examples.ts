import { type CommandHelp, helpIn, faultsHelp, messagesHelp } from "./examples-of-acts.ts";
import { serviceHelp } from "./examples-of-service.ts";

const environment =
  "Your command gets SERVICE_EMULATOR_URL, SERVICE_EMULATOR_API_KEY, SERVICE_EMULATOR_COMPANY_ID " +
  "and SERVICE_EMULATOR_AUTH_SCHEME in its environment.";

export const programHelp: CommandHelp = {
  examples: [
    ["", "start on port 4010, with demo data"],
    ["exec --report -- npm test", "run your tests against it"],
    ["faults add create-event --status 429 --times 2"],
  ],
  codes: "0 ok, 1 failed, 2 usage, 3 cannot start or reach an emulator",
};

/** By the name of the command and its parents. A test asks for each that there is, and no other. */
export const helpOf = helpIn({
  start: {
    examples: [
      ["start --port 0 --json", "any free port, printed as JSON"],
      ["start --fixtures small --rate-limits off"],
      ["start --detach", "in the background"],
      ["start --fixtures ./mine.yaml --watch", "restarts when the file changes"],
      ["start --tls", "https, with a generated certificate"],
      ["start --log-format plain > requests.log"],
    ],
    codes: "0 stopped by a signal, 2 wrong usage, 3 cannot start",
  },
  exam: {
    examples: [
      ["exam -- npm run sync"],
      ["exam --budget 2m --require all --report=exam.xml -- pytest"],
      ["exam --env BASE_URL=url --env API_KEY=key -- ./run-my-client"],
    ],
    codes:
      "0 no rule failed, 1 a rule failed, 2 wrong usage or it fails without faults, 3 cannot start",
  },
  config: [["config print"]],
  "config print": {
    examples: [["config print"], ["config print --port 0 --json"]],
    codes: "0 ok, 2 invalid config",
  },
  exec: {
    examples: [
      ["exec -- npm test"],
      ["exec --fixtures small --rate-limits off -- pytest"],
      ["exec --env BASE_URL=url --env API_KEY=key -- ./run-my-client"],
      ["exec --expect 'create-event --times 2 --email ada@example.com' -- npm test"],
      ["exec --scenario burst-throttle --report --preset strict -- node client.js"],
      ["exec --report=report.html --require retry-after -- npm test"],
      ["exec --tls -- node client.js"],
    ],
    notes: `${environment}
With --tls, SSL_CERT_FILE, NODE_EXTRA_CA_CERTS and the like tell clients what to trust, and SERVICE_EMULATOR_CA_FILE your own code.
exec starts the command once the data is seeded, and stops every process that it leaves behind.
It prints a summary to stderr (--quiet: none; --json: as JSON).`,
    codes:
      "the command's own, or 128 plus the signal that ended it; 1 if the command succeeded " +
      "but an expectation failed; 2 wrong usage, 3 cannot start",
  },
  explore: {
    examples: [
      ["explore -- npm run sync"],
      ["explore --budget 2m --output found -- npm run sync"],
      ["explore --only create-list --only 'reset*' -- node client.js"],
      ["explore --output found --resume -- npm run sync"],
      ["explore --shard 1/4 --output part-1 -- npm run sync"],
      ["explore --budget 2m --ratchet survived.json -- npm run sync"],
    ],
    notes: `${environment}
Each run has a sandbox of its own, with its own key: the command must read both from its environment.`,
    codes:
      "0 no defect, 1 a defect or a fault that was handled before, 2 wrong usage, or the command " +
      "fails without faults, 3 cannot start, 130 interrupted",
  },
  "explore merge": {
    examples: [["explore merge --output found part-1 part-2 part-3 part-4"]],
    codes: "0 no defect, 1 a defect, 2 wrong usage",
  },
  report: {
    examples: [
      ["report"],
      ["report --preset strict --require retry-after,doubled-write"],
      ["report --output report.html --output report.xml"],
      ["report --ratchet survived.json --min-fault-coverage 40"],
    ],
    codes: "0 ok, 1 a required rule did not pass, 2 wrong usage, 3 cannot reach an emulator",
  },
  expect: {
    examples: [
      ["expect create-event --email ada@example.com --times 2"],
      ["expect create-event --status 429 --never"],
      ["expect --path '/api/profiles*' --method GET --at-most 10"],
    ],
    codes: "0 as expected, 1 not as expected, 2 wrong usage, 3 cannot reach an emulator",
  },
  generate: {
    examples: [
      ["generate --profiles 50 --output people.yaml"],
      ["generate --profiles 100000 --events 1000000 --output ./large", "a folder"],
      ["start --fixtures ./large/fixture.yaml"],
    ],
    codes: "0 ok, 2 wrong usage, or the path cannot be written",
  },
  openapi: [
    ["openapi > service.json"],
    ["openapi --revision 2025-10-15"],
    ["openapi --control", "the emulator's own API"],
  ],
  ...faultsHelp,
  seed: {
    examples: [
      ["seed ./more-people.yaml", "adds to the running emulator"],
      ["seed a.yaml b.yaml --json", "adds both, or none"],
    ],
    notes: `The files may refer to existing profiles, metrics and lists, but can't define them again.
A reset removes what they added.`,
    codes: "0 ok, 2 invalid fixture or wrong usage, 3 cannot reach an emulator",
  },
  "seed import": {
    examples: [
      ["seed import profiles-*.json events-*.json --output ./mine", "saved pages"],
      ["seed import session/recording.har --output ./mine.yaml", "a recording"],
      ["start --fixtures ./mine/fixture.yaml"],
    ],
    codes: "0 ok, 2 invalid pages, or the path cannot be written",
  },
  requests: [["requests list --failed"], ["requests show last", "why, and both bodies"]],
  "requests list": [["requests list"], ["requests list --operation create-event --status 429"]],
  "requests tail": [["requests tail"], ["requests tail --key full --json"]],
  "requests show": [["requests show last"], ["requests show 0f9b6c1e"]],
  "requests thread": [["requests thread last"], ["requests thread 0f9b6c1e --json"]],
  "requests export": [["requests export --har > run.har"], ["requests export --har status:4xx"]],
  "requests clear": [["requests clear"]],
  clock: [["clock freeze"], ["clock advance 60s", "opens a rate limit window at once"]],
  "clock show": [["clock show"], ["clock show --json"]],
  "clock due": [["clock due"], ["clock due --account DEMO01"]],
  "clock set": [["clock set 2026-07-20T12:00:00Z"]],
  "clock freeze": [["clock freeze"], ["clock freeze 2026-07-20T12:00:00Z"]],
  "clock advance": [["clock advance 60s"], ["clock advance 30d --account DEMO01"]],
  "clock resume": [["clock resume"]],
  "clock accelerate": [["clock accelerate x60"]],
  "clock real": [["clock real"]],
  "clock share": [["clock share --account DEMO01"]],
  scenario: [["scenario list"], ["scenario run burst-throttle -- node client.js"]],
  "scenario run": {
    examples: [
      ["scenario run burst-throttle -- node client.js", "starts an emulator for the run"],
      ["scenario run lost-response --role written=create_list -- node client.js"],
      ["scenario run ./mine.yaml --url http://127.0.0.1:4010 --junit verdict.xml -- npm test"],
      ["scenario run receiver --webhook http://127.0.0.1:3000/hooks -- node receiver.js"],
    ],
    notes: `${environment}
Without a command, press Ctrl-C to end the run and print the verdict.
The shipped scenarios run the command first twice without faults, to compare with.`,
    codes:
      "0 passed or not exercised, 1 failed, 2 invalid scenario or wrong usage, " +
      "3 the emulator or the command cannot start",
  },
  "scenario list": [["scenario list"]],
  "scenario check": {
    examples: [["scenario check scenarios/*.yaml"]],
    codes: "0 all valid, 2 at least one is invalid",
  },
  "scenario show": [["scenario show lost-response > mine.yaml"]],
  ...serviceHelp,
  state: [["state snapshot before"], ["state diff before"]],
  "state show": [
    ["state show", "size of every collection"],
    ["state show profiles --limit 5 --sort -created"],
  ],
  "state snapshot": [["state snapshot before"]],
  "state list": [["state list"]],
  "state restore": [["state restore before"]],
  "state diff": [["state diff before"], ["state diff seeded now --account DEMO01"]],
  "state rm": [["state rm before"]],
  "state export": [["state export ./saved"]],
  "state import": [["state import ./saved"]],
  "state check": {
    examples: [
      ["state check ./data", "prints what is there and what is missing"],
      ["state check ./data --recover", "keeps what is whole, moves the rest aside"],
    ],
    codes: "0 whole or recovered, 1 damaged, 2 wrong usage, 3 cannot be used",
  },
  "state reset": [["state reset"]],
  confirmations: [["confirmations list"]],
  "confirmations list": [["confirmations list"]],
  "confirmations click": [["confirmations click ada@example.com"]],
  ...messagesHelp,
  keys: [["keys list"], ["keys create ci --scopes profiles:read"]],
  "keys list": [["keys list"]],
  "keys create": [["keys create ci --scopes profiles:read,events:write"], ["keys create all"]],
  "keys rm": [["keys rm ci"]],
  tokens: [["tokens create --scopes profiles:read"], ["tokens list"]],
  "tokens list": [["tokens list"]],
  "tokens create": [["tokens create --scopes profiles:read --expires-in 10m"]],
  "tokens rm": [["tokens rm token-1"]],
  "tokens clear": [["tokens clear --app demo-app"]],
  limits: [["limits show"], ["limits set off"]],
  "limits show": [["limits show"]],
  "limits set": [["limits set x10"], ["limits set create_event --burst 1 --steady 5"]],
  reset: [["reset"], ["reset --only faults,clock"], ["reset --all"]],
  sandbox: [["sandbox create"], ["sandbox list"]],
  "sandbox create": [
    ["sandbox create", "copies the first account as it was seeded"],
    ["sandbox create --from empty --rate-limits off --ttl 10m"],
    ["sandbox create --json | jq -r '.keys[0].key'"],
  ],
  "sandbox list": [["sandbox list"]],
  "sandbox reset": [["sandbox reset Xy7aB2"]],
  "sandbox rm": [["sandbox rm Xy7aB2"]],
  status: { examples: [["status"], ["status --json"]], codes: "0 one runs, 3 none runs" },
  wait: {
    examples: [["wait --timeout 30s"], ["wait --url http://127.0.0.1:4010"]],
    codes: "0 ready, 2 wrong usage, 3 not ready in time",
  },
  stop: { examples: [["stop"], ["stop --all"]], codes: "0 stopped, 2 several run: say which" },
  open: { examples: [["open"], ["open --json"]], codes: "0 ok, 3 none runs" },
  logs: { examples: [["logs --follow"]], codes: "0 ok, 2 it has no log, 3 none runs" },
  env: {
    examples: [["env --json"], ["env --dotenv > .env"], ['env --github >> "$GITHUB_ENV"']],
    notes: 'In a shell: eval "$(service-emulator env)"',
    codes: "0 ok, 2 several run: say which, 3 none runs",
  },
  init: {
    examples: [["init", "here"], ["init ./emulator"], ["init --force", "overwrites"]],
    codes: "0 ok, 2 a file exists and nothing was written, 3 cannot write",
  },
  docs: {
    examples: [["docs"], ["docs retry after a 429"], ["docs certificate"]],
    codes: "0 ok, 1 nothing fits",
  },
  mcp: {
    examples: [["mcp"]],
    notes:
      'In the settings of your agent: { "command": "npx", "args": ["service-emulator", "mcp"] }',
    codes: "0 the agent has closed stdin",
  },
  help: [["help exec"], ["help faults add"], ["help all"]],
  completion: {
    examples: [
      ["completion bash > ~/.local/share/bash-completion/completions/service-emulator"],
      ["completion fish > ~/.config/fish/completions/service-emulator.fish"],
    ],
    notes: `Or in ~/.bashrc, and in ~/.zshrc after compinit:
  source <(service-emulator completion bash)
  source <(service-emulator completion zsh)`,
    codes: "0 ok, 2 unknown shell",
  },
});
