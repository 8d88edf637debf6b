import type { Account } from "../world/account.ts";
import type { LimitMode } from "../world/limits.ts";
import type { World } from "../world/world.ts";
import { accountsOf, type ControlOperation } from "./operation.ts";
import { ControlError } from "./problem.ts";

const factorMax = 1_000_000;

/** `{ mode: "real" | "off" | "scaled", factor? }` of the control API. */
function readLimitMode({ mode, factor }: { mode?: unknown; factor?: unknown }): LimitMode {
  if ((mode === "real" || mode === "off") && factor === undefined) return mode;
  if (mode !== "scaled") throw new ControlError('expected "real", "off" or "scaled"', "mode");
  if (typeof factor === "number" && factor > 0 && factor <= factorMax) return factor;
  throw new ControlError("expected a number above 0", "factor");
}

/** `real`, `off` or `x10`, as the CLI and the library take it; undefined if it is none of them. */
export function parseLimitMode(text: string): LimitMode | undefined {
  if (text === "real" || text === "off") return text;
  const factor = Number(/^[x×](\d+(?:\.\d+)?)$/.exec(text)?.[1]);
  return factor > 0 && factor <= factorMax ? factor : undefined;
}

/** `GET /_emulator/limits`: every counter that is in use. */
export function viewLimits(world: World, accounts: readonly Account[]) {
  const mode = typeof world.limitMode === "number" ? "scaled" : world.limitMode;
  return {
    mode,
    ...(typeof world.limitMode === "number" && { factor: world.limitMode }),
    accounts: accounts.map(({ id, limits }) => ({
      account: id,
      counters: limits.view(world.clock.now()),
    })),
  };
}

export const limitOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/limits",
    does: "every rate counter in use",
    run: (call) => viewLimits(call.emulation.world, accountsOf(call)),
  },
  {
    method: "PUT",
    path: "/_emulator/limits",
    does: 'sets the mode: { "mode": "real" | "off" | "scaled", "factor"? }',
    run: (call) => {
      call.emulation.world.setLimits(readLimitMode(call.body));
      return viewLimits(call.emulation.world, accountsOf(call));
    },
  },
];
