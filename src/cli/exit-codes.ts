const environment =
  "Your command gets SERVICE_EMULATOR_URL, SERVICE_EMULATOR_API_KEY, SERVICE_EMULATOR_COMPANY_ID " +
  "and SERVICE_EMULATOR_AUTH_SCHEME in its environment.";

/** What else is to be said of a command, by its name and its parents. */
export const notes: Readonly<Record<string, string>> = {
  exec: `${environment}
With --tls, SSL_CERT_FILE, NODE_EXTRA_CA_CERTS and the like tell clients what to trust, and SERVICE_EMULATOR_CA_FILE your own code.
exec starts the command once the data is seeded, and stops every process that it leaves behind.
It prints a summary to stderr (--quiet: none; --json: as JSON).`,
  explore: `${environment}
Each run has a sandbox of its own, with its own key: the command must read both from its environment.`,
  seed: `The files may refer to existing profiles, metrics and lists, but can't define them again.
A reset removes what they added.`,
  "scenario run": `${environment}
Without a command, press Ctrl-C to end the run and print the verdict.
The shipped scenarios run the command first twice without faults, to compare with.`,
  upgrade: `The command runs three times, each in a sandbox of its own: twice as it is, then with each older revision served as the new one.
It must read its URL and its key from the environment, as with explore.`,
  record: `Requests pass once, as they are sent, and responses as they come. In the recording, people and secrets have stand-ins.
Bodies over 2 MB, and those that are neither JSON nor a form, are left out.`,
  compare: `Each request is replayed in memory at its recorded time. What the recording reads and does not make is made first.
Rate limits are off, and recorded 429 and 5xx responses are no differences.`,
  env: 'In a shell: eval "$(service-emulator env)"',
  mcp: 'In the settings of your agent: { "command": "npx", "args": ["service-emulator", "mcp"] }',
  completion: `Or in ~/.bashrc, and in ~/.zshrc after compinit:
  source <(service-emulator completion bash)
  source <(service-emulator completion zsh)`,
};

/** What the exit codes of a command mean that has some of its own. */
export const exitCodes: Readonly<Record<string, string>> = {
  start: "0 stopped by a signal, 2 wrong usage, 3 cannot start",
  exam: "0 no rule failed, 1 a rule failed, 2 wrong usage or it fails without faults, 3 cannot start",
  "config print": "0 ok, 2 invalid config",
  exec: "the command's own, or 128 plus the signal that ended it; 1 if the command succeeded but an expectation failed; 2 wrong usage, 3 cannot start",
  explore:
    "0 no defect, 1 a defect or a fault that was handled before, 2 wrong usage, or the command fails without faults, 3 cannot start, 130 interrupted",
  "explore merge": "0 no defect, 1 a defect, 2 wrong usage",
  report: "0 ok, 1 a required rule did not pass, 2 wrong usage, 3 cannot reach an emulator",
  expect: "0 as expected, 1 not as expected, 2 wrong usage, 3 cannot reach an emulator",
  generate: "0 ok, 2 wrong usage, or the path cannot be written",
  seed: "0 ok, 2 invalid fixture or wrong usage, 3 cannot reach an emulator",
  "seed import": "0 ok, 2 invalid pages, or the path cannot be written",
  "scenario run":
    "0 passed or not exercised, 1 failed, 2 invalid scenario or wrong usage, 3 the emulator or the command cannot start",
  "scenario check": "0 all valid, 2 at least one is invalid",
  upgrade:
    "0 nothing breaks, 1 a request would be rejected or the run ends differently, 2 wrong usage, or the command fails as it is, 3 cannot start or reach an emulator",
  drift:
    "0 no difference, 1 a difference, 2 wrong usage or no OpenAPI document, 3 cannot reach an emulator",
  record: "the command's own, 2 wrong usage or there is a recording already, 3 cannot start",
  compare:
    "0 status and shape are as recorded, 1 a difference that is in no ratchet, 2 wrong usage or no recording, 3 cannot start",
  "state check": "0 whole or recovered, 1 damaged, 2 wrong usage, 3 cannot be used",
  "template lint": "0 no findings, 1 findings, 2 usage, 3 no emulator",
  listen: "0 stopped by a signal, 2 wrong usage, 3 cannot listen",
  status: "0 one runs, 3 none runs",
  wait: "0 ready, 2 wrong usage, 3 not ready in time",
  stop: "0 stopped, 2 several run: say which",
  open: "0 ok, 3 none runs",
  logs: "0 ok, 2 it has no log, 3 none runs",
  env: "0 ok, 2 several run: say which, 3 none runs",
  init: "0 ok, 2 a file exists and nothing was written, 3 cannot write",
  docs: "0 ok, 1 nothing fits",
  mcp: "0 the agent has closed stdin",
  completion: "0 ok, 2 unknown shell",
};
