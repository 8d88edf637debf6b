import type { LimitMode } from "../world/limits.ts";
import { ControlError } from "./problem.ts";

const factorMax = 1_000_000;

/** `{ mode: "real" | "off" | "scaled", factor? }` of the control API. */
export function readLimitMode({ mode, factor }: { mode?: unknown; factor?: unknown }): LimitMode {
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
