import { list, string } from "../../contract/shape.ts";
import { accountIn, act, option, subject } from "../act.ts";

export const resets = subject("reset", "", {
  reset: act({
    on: "POST /_emulator/reset",
    does: 'puts the seeded world back, or { "only": ["faults", …] }; { "all": true }: snapshots too',
    account: accountIn("Only for this account"),
    words: "",
    help: "Reset the emulator to its seeded state",
    options: {
      only: option(
        "<parts>",
        "Reset only these: state, limits, faults, journal, clock, revisions, tokens",
        list(string()),
      ),
      all: option("", "Also delete the named snapshots"),
    },
    says: (_, { only }) =>
      Array.isArray(only) ? `As seeded again: ${only.join(", ")}.` : "The seeded world is back.",
  }),
});
