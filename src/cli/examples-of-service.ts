import { helpIn } from "./examples-of-acts.ts";

export const serviceHelp = helpIn({
  routes: [["routes"], ["routes --area profiles"], ["routes --json"]],
  truth: [["truth"], ["truth create_event"], ["truth webhooks --json"]],
  upgrade: {
    examples: [
      ["upgrade --to 2026-07-15 -- npm run sync"],
      ["upgrade --to 2026-07-15 --journal", "by the requests of the running emulator"],
      ["upgrade --to 2026-07-15 --recording session.har"],
    ],
    notes: `The command runs three times, each in a sandbox of its own: twice as it is, then with each older revision served as the new one.
It must read its URL and its key from the environment, as with explore.`,
    codes:
      "0 nothing breaks, 1 a request would be rejected or the run ends differently, 2 wrong usage, " +
      "or the command fails as it is, 3 cannot start or reach an emulator",
  },
  drift: {
    examples: [
      ["drift openapi.json"],
      ["drift openapi.json --recording session.har", "first what this client meets"],
      ["drift openapi.yaml --ratchet drift.json", "in CI: only what is new fails"],
    ],
    codes:
      "0 no difference, 1 a difference, 2 wrong usage or no OpenAPI document, 3 cannot reach an emulator",
  },
  record: {
    examples: [
      ["record --to session --intercept api.example.com -- npm run sync"],
      [
        "record --to session --target https://api.example.com -- ./sync",
        "it reads SERVICE_EMULATOR_URL",
      ],
    ],
    notes: `Requests pass once, as they are sent, and responses as they come. In the recording, people and secrets have stand-ins.
Bodies over 2 MB, and those that are neither JSON nor a form, are left out.`,
    codes: "the command's own, 2 wrong usage or there is a recording already, 3 cannot start",
  },
  compare: {
    examples: [
      ["compare session.har", "an HTTP archive of the real service"],
      ["compare spec/cassettes --report compare.html", "all cassettes of a folder"],
      ["compare test/cassettes --ratchet compare.json", "in CI: only what is new fails"],
    ],
    notes: `Each request is replayed in memory at its recorded time. What the recording reads and does not make is made first.
Rate limits are off, and recorded 429 and 5xx responses are no differences.`,
    codes:
      "0 status and shape are as recorded, 1 a difference that is in no ratchet, 2 wrong usage or no recording, " +
      "3 cannot start",
  },
  revisions: [["revisions list"], ["revisions retire 2025-10-15 --at +30s", "in mid-run"]],
  "revisions list": [["revisions list"]],
  "revisions diff": [
    ["revisions diff 2024-10-15 2026-07-15"],
    ["revisions diff 2025-10-15 2026-07-15 --requests", "which calls would break"],
  ],
  "revisions deprecate": [["revisions deprecate 2025-10-15 --sunset +90d"]],
  "revisions retire": [
    ["revisions retire 2025-10-15 --at +30s", "in mid-run"],
    ["revisions retire 2025-10-15 --forward", "served by the next revision"],
  ],
  "revisions restore": [["revisions restore 2025-10-15"]],
  "revisions add": [["revisions add 2027-01-15"]],
  "revisions patch": [
    ["revisions patch 2027-01-15 --resource profile --rename attributes.email=mail"],
    ["revisions patch 2026-07-15 --operation get_events --remove attributes.timestamp"],
  ],
  "revisions default": [["revisions default newest"]],
  "revisions clear": [["revisions clear"]],
});
