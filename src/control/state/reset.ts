import { operationsOf } from "../act.ts";
import { resets } from "../acts/reset.ts";
import { boolean, described, type Infer, list, literal, object } from "../../contract/shape.ts";
import { resettable } from "../../emulation/emulation.ts";
import { ControlError } from "../../emulation/problem.ts";

const resetShape = object({
  "only?": list(literal(...resettable), { min: 1 }),
  "all?": described(boolean(), "The named snapshots go too."),
});

export const resetOperations = operationsOf(resets.acts, {
  reset: {
    body: resetShape,
    run: ({ emulation, account, body }) => {
      const { only, all } = body as Infer<typeof resetShape>;
      if (all && only !== undefined) throw new ControlError("either only or all", "only");
      if (all && account !== undefined) throw new ControlError("goes not with one account", "all");
      if (account !== undefined) emulation.resetAccount(account, only);
      else if (all) emulation.resetAll();
      else emulation.reset(only);
      return { reset: true };
    },
  },
});
