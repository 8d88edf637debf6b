import type { OperationId } from "../contract/names.ts";
import type { Operation } from "../contract/compile.ts";
import { type Tier, type Windows, tiers } from "../contract/tiers.ts";
import {
  described,
  type Infer,
  integer,
  literal,
  nullable,
  number,
  object,
  record,
  type Shape,
} from "../contract/shape.ts";
import type { Account } from "../world/account.ts";
import type { LimitMode, LimitOverrides } from "../world/limits.ts";
import { factorMax } from "../world/limits.ts";
import { nearest } from "../world/nearest.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { countersOf, type LimitCounter } from "./limit-counters.ts";
import { accountsOf, type ControlOperation, ofAccount } from "./operation.ts";
import { ControlError } from "../emulation/problem.ts";
import { readAs } from "./read.ts";
import { type Forecast, forecastsOf } from "./forecast.ts";

const windows = object({
  "burst?": integer({ min: 1 }),
  "steady?": integer({ min: 1 }),
  "day?": integer({ min: 1 }),
});

type Override = Infer<typeof windows> | null;
type WindowsBy<Name extends string> = { readonly [name in Name]?: Override };

const limitsShape = object({
  "mode?": literal("real", "off", "scaled"),
  "factor?": number(),
  "operations?": described(
    record(nullable(windows)),
    "By operation id; null: as published.",
  ) as Shape<WindowsBy<OperationId>>,
  "tiers?": described(record(nullable(windows)), "By tier; null: as published.") as Shape<
    WindowsBy<Tier>
  >,
});

export type LimitsInput = Infer<typeof limitsShape>;

export interface LimitsView extends LimitOverrides {
  readonly mode: "real" | "off" | "scaled";
  /** By which the published limits are multiplied, if they are scaled. */
  readonly factor?: number;
  readonly accounts: readonly {
    readonly account: string;
    /** Of its private keys, and of each installed app. */
    readonly counters: readonly LimitCounter[];
    readonly forecasts: readonly Forecast[];
  }[];
}

/** `GET /_emulator/limits`: every counter in use, and when it would be full at the present rate. */
export function viewLimits(
  { world, api, limitOverrides }: Emulation,
  accounts: readonly Account[],
): LimitsView {
  const mode = typeof world.limitMode === "number" ? "scaled" : world.limitMode;
  return {
    mode,
    ...(typeof world.limitMode === "number" && { factor: world.limitMode }),
    ...limitOverrides,
    accounts: accounts.map((account) => {
      const counters = countersOf(account);
      return { account: account.id, counters, forecasts: forecastsOf(world, api, account) };
    }),
  };
}

/** Sets the mode, the windows of operations and tiers, or both; all of it, or nothing. */
export function setLimits(emulation: Emulation, input: unknown): void {
  const change = readAs(limitsShape, input);
  if (Object.keys(change).length === 0) throw new ControlError("expected something to set", "mode");
  const mode = readMode(change);
  const operations = merged(emulation.limitOverrides.operations, change.operations);
  const ofTiers = merged(emulation.limitOverrides.tiers, change.tiers);
  requireKnown(Object.keys(operations), emulation.api.operations.keys(), "operations");
  requireKnown(Object.keys(ofTiers), Object.keys(tiers), "tiers");
  const { world } = emulation;
  emulation.limitOverrides = { operations, tiers: ofTiers };
  if (mode !== undefined) world.setLimits(mode);
  world.overrideLimits(windowsOf(emulation.limitOverrides, emulation.api.operations.values()));
  world.notices.tell({ of: "limits" });
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
  const kept: [string, Partial<Windows>][] = [];
  for (const [name, value] of Object.entries({ ...before, ...change })) {
    if (value !== null) kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}

function requireKnown(names: readonly string[], known: Iterable<string>, path: string): void {
  const all = new Set(known);
  const odd = names.find((name) => !all.has(name));
  if (odd === undefined) return;
  const what = path === "tiers" ? "tier" : "operation";
  const options = { nearest: nearest(odd, all) };
  throw new ControlError(`no ${what} '${odd}'`, `${path}.${odd}`, options);
}

/** The windows of each operation that has others than published. */
function windowsOf(
  overrides: LimitOverrides,
  operations: Iterable<Pick<Operation, "id" | "tier" | "limits">>,
): ReadonlyMap<string, Windows> {
  const found = new Map<string, Windows>();
  for (const { id, tier, limits } of operations) {
    const ofTier = tier === undefined ? undefined : overrides.tiers[tier];
    const own = overrides.operations[id];
    if (ofTier === undefined && own === undefined) continue;
    found.set(id, { ...limits, ...ofTier, ...own } as Windows);
  }
  return found;
}

/** The rate limits, as the library has them. */
export interface LimitsFace {
  /** Returns the mode, what differs from the published limits, and every counter in use. */
  show(): LimitsView;
  /** Changes the mode, or the windows of operations and tiers. */
  set(limits: LimitsInput): LimitsView;
}

export function limitsFace(emulation: Emulation): LimitsFace {
  const show = () => viewLimits(emulation, [...emulation.world.accounts.values()]);
  return {
    show,
    set(limits) {
      setLimits(emulation, limits);
      return show();
    },
  };
}

export const limitOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/limits",
    does: "every rate counter in use, and when it would be full at the rate of late",
    query: ofAccount,
    run: (call) => viewLimits(call.emulation, accountsOf(call)),
  },
  {
    method: "PUT",
    path: "/_emulator/limits",
    does: 'sets { "mode"?: "real" | "off" | "scaled", "factor"?, "operations"?: { "create_event": { "burst", "steady" } }, "tiers"? }',
    body: limitsShape,
    query: ofAccount,
    run: (call) => {
      setLimits(call.emulation, call.body);
      return viewLimits(call.emulation, accountsOf(call));
    },
  },
];
