import { resettable, type Resettable } from "./emulation.ts";
import type { ControlOperation } from "./operation.ts";
import { ControlError } from "./problem.ts";

function readParts(only: unknown): readonly Resettable[] | undefined {
  if (only === undefined) return undefined;
  const known: readonly string[] = resettable;
  if (Array.isArray(only) && only.length > 0 && only.every((part) => known.includes(part)))
    return only;
  throw new ControlError(`expected a list of: ${known.join(", ")}`, "only");
}

export const resetOperations: readonly ControlOperation[] = [
  {
    method: "POST",
    path: "/_emulator/reset",
    does: 'puts the seeded world back, or { "only": ["faults", …] }; { "all": true }: snapshots too',
    run: ({ emulation, body }) => {
      const { only, all } = body;
      if (all !== undefined && typeof all !== "boolean") {
        throw new ControlError("expected true or false", "all");
      }
      if (all && only !== undefined) throw new ControlError("either only or all", "only");
      if (all) emulation.resetAll();
      else emulation.reset(readParts(only));
      return { reset: true };
    },
  },
];
