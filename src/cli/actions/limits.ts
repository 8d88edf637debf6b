import { columns, type Given } from "../../control/act.ts";
import { parseLimitMode } from "../../world/limits/limits.ts";
import type { LimitsView } from "../../control/limits.ts";
import { tableOf } from "../terminal/table.ts";
import { readOperation } from "../options/values.ts";

/** A mode for all, or windows for an operation or a tier. */
function bodyOf({ what: said, default: published, ...given }: Given): object | string {
  const what = String(said);
  if (published || Object.keys(given).length > 0) {
    const change = published ? null : given;
    return /^(XS|S|M|L|XL)$/.test(what)
      ? { tiers: { [what]: change } }
      : { operations: { [readOperation(what)]: change } };
  }
  const mode = parseLimitMode(what);
  if (mode !== undefined)
    return typeof mode === "number" ? { mode: "scaled", factor: mode } : { mode };
  const isName = /^(?:[a-z]+[_-][a-z_-]+|XS|S|M|L|XL)$/.test(what);
  return isName
    ? `${what}: add --burst, --steady or --day, or --default to restore it`
    : `invalid mode '${what}': use real, off, a multiple such as x10, or an operation or tier with its windows`;
}

type AccountLimits = LimitsView["accounts"][number];

const counterColumns = columns<AccountLimits["counters"][number] & { readonly account: string }>(
  ...(["COUNTER=name~", "window", "used", "OF=limit"] as const),
  { head: "RESETS IN", cell: ({ resetSeconds }) => `${resetSeconds} s` },
  ...(["app?", "account?"] as const),
);

function textOf(limits: LimitsView): string {
  const counters = limits.accounts.flatMap(({ account, counters: all }) =>
    all.map((each) => ({ account, ...each })),
  );
  const forecasts = limits.accounts.flatMap((account) => account.forecasts.map(forecastOf));
  const rates = forecasts.length === 0 ? [] : ["", "At the rate of the last minute:", ...forecasts];
  const head =
    counters.length === 0
      ? [`${modeOf(limits)} No counter is in use.`]
      : [modeOf(limits), "", tableOf(counterColumns, counters)];
  return [...head, ...rates].join("\n");
}

function forecastOf({ app, operation, perSecond, full }: AccountLimits["forecasts"][number]) {
  const rate = `  ${operation}${app === undefined ? "" : ` (${app})`}: ${perSecond}/s`;
  if (full === null) return `${rate}; no window is ever full`;
  return `${rate}; the ${full.window} window is full in ${full.inSeconds} s`;
}

function modeOf({ mode, factor, operations, tiers }: LimitsView): string {
  const all = {
    scaled: `Rate limits are ${factor} times the service's.`,
    off: "Rate limits are off.",
    real: "Rate limits are as the service has them.",
  }[mode];
  const others = Object.entries({ ...tiers, ...operations }).map(([name, windows]) => {
    const said = Object.entries(windows).map(([window, limit]) => `${window} ${limit}`);
    return `${name}: ${said.join(", ")}`;
  });
  return others.length === 0 ? all : `${all} But ${others.join("; ")}.`;
}

export const says = { show: textOf, set: modeOf };
export const sends = { set: bodyOf };
