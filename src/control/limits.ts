import { type Windows, tiers } from "../contract/tiers.ts";
import type { Infer } from "../contract/shape.ts";
import { noOverrides } from "../world/limits/limiting.ts";
import { factorMax, type LimitMode, type LimitOverrides } from "../world/limits/limits.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { operationsOf } from "./act.ts";
import { limits, limitsShape } from "./acts/settings.ts";
import { countersOf, type LimitCounter, type Forecast, forecastsOf } from "./limit-counters.ts";
import { singleAccount } from "./operation.ts";
import { ControlError, notAmong } from "../emulation/problem.ts";
import { readAs } from "./read.ts";

export type LimitsInput = Infer<typeof limitsShape>;

/** How the published limits are changed, all of them. */
interface ModeView {
  readonly mode: "real" | "off" | "scaled";
  /** By which the published limits are multiplied, if they are scaled. */
  readonly factor?: number;
}

export interface LimitsView extends ModeView, LimitOverrides {
  readonly accounts: readonly (ModeView & {
    readonly account: string;
    /** Of its private keys, and of each installed app. */
    readonly counters: readonly LimitCounter[];
    readonly forecasts: readonly Forecast[];
  })[];
}

const viewMode = (mode: LimitMode): ModeView =>
  typeof mode === "number" ? { mode: "scaled", factor: mode } : { mode };

/** Every counter in use, and when it would be full. @param of for this account; default: for whoever has nothing of its own */
function viewLimits(emulation: Emulation, of?: string): LimitsView {
  const { world, api, limitOverrides: shared } = emulation;
  const one = of === undefined ? undefined : singleAccount(world, of);
  const accounts = one === undefined ? [...world.accounts.values()] : [one];
  const own = one?.limiting.own.overrides ?? noOverrides;
  return {
    ...viewMode((one ?? world).limiting.mode),
    operations: { ...shared.operations, ...own.operations },
    tiers: { ...shared.tiers, ...own.tiers },
    accounts: accounts.map((account) => ({
      account: account.id,
      ...viewMode(account.limiting.mode),
      counters: countersOf(account),
      forecasts: forecastsOf(world, api, account),
    })),
  };
}

/** Sets mode and windows; all of it, or nothing. @param of the only account; default: whoever has nothing of its own */
export function setLimits(emulation: Emulation, input: unknown, of?: string): LimitsView {
  const change = readAs(limitsShape, input);
  if (Object.keys(change).length === 0) throw new ControlError("expected something to set", "mode");
  const { world, api } = emulation;
  const account = of === undefined ? undefined : singleAccount(world, of);
  const before = account?.limiting.own.overrides ?? emulation.limitOverrides;
  const mode = readMode(change);
  const operations = merged(before.operations, change.operations);
  const ofTiers = merged(before.tiers, change.tiers);
  requireKnown(Object.keys(operations), api.operations.keys(), "operations");
  requireKnown(Object.keys(ofTiers), Object.keys(tiers), "tiers");
  const overrides = { operations, tiers: ofTiers };
  const windows = windowsOf(overrides, api);
  if (account === undefined) {
    emulation.limitOverrides = overrides;
    if (mode !== undefined) world.limiting.set(mode);
    world.limiting.override(windows);
  } else {
    const own = { mode: mode ?? account.limiting.own.mode, overrides, windows };
    account.limiting.set(account.clock.now(), own);
  }
  world.notices.tell({ of: "limits", account: of ?? null });
  return viewLimits(emulation, of);
}

function readMode({ mode, factor }: LimitsInput): LimitMode | undefined {
  if (mode !== "scaled") {
    if (factor === undefined) return mode;
    throw new ControlError("goes with mode scaled", "factor");
  }
  if (factor !== undefined && factor > 0 && factor <= factorMax) return factor;
  throw new ControlError("expected a number above 0", "factor");
}

/** null takes an override back. */
function merged(
  before: Readonly<Record<string, Partial<Windows>>>,
  change: LimitsInput["operations"] | LimitsInput["tiers"] = {},
): Record<string, Partial<Windows>> {
  const all = Object.entries({ ...before, ...change });
  return Object.fromEntries(all.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function requireKnown(names: readonly string[], known: Iterable<string>, path: string): void {
  const all = new Set(known);
  const odd = names.find((name) => !all.has(name));
  if (odd === undefined) return;
  const what = path === "tiers" ? "tier" : "operation";
  throw notAmong(all, odd, `no ${what} '${odd}'`, `${path}.${odd}`);
}

function windowsOf(overrides: LimitOverrides, { operations }: Emulation["api"]) {
  const found = new Map<string, Windows>();
  for (const { id, tier, limits } of operations.values()) {
    const ofTier = tier === undefined ? undefined : overrides.tiers[tier];
    const own = overrides.operations[id];
    if (ofTier === undefined && own === undefined) continue;
    found.set(id, { ...limits, ...ofTier, ...own } as Windows);
  }
  return found;
}

export interface LimitsFace {
  /** Returns the mode, what differs from the published limits, and every counter in use. */
  show(): LimitsView;
  /** Changes the mode, or the windows of operations and tiers. */
  set(limits: LimitsInput): LimitsView;
}

export const limitsFace = (emulation: Emulation, of?: string): LimitsFace => ({
  show: () => viewLimits(emulation, of),
  set: (limits) => setLimits(emulation, limits, of),
});

export const limitOperations = operationsOf(limits.acts, {
  show: ({ emulation, account }) => viewLimits(emulation, account),
  set: ({ emulation, account, body }) => setLimits(emulation, body, account),
});
