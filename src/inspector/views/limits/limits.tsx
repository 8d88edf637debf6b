import type { LimitCounter } from "../../../control/limit-counters.ts";
import { pressIn, Badge, Legend, type Look } from "../../parts/signs.tsx";
import { Meter } from "../../parts/drawn.tsx";
import { type Column, column } from "../../parts/list/columns.tsx";
import { List } from "../../parts/list/list.tsx";
import { useCalm, useCommand, useOnce, usePage } from "../../parts/page.ts";
import { left } from "../../parts/time.ts";
import type { Store } from "../../store/store.ts";
import type { Gauge } from "../../store/windows.ts";
import { endOf, fullestOf, isShut, keyOf, shareOf, usedOf } from "../../store/windows.ts";
import { Side } from "./side.tsx";

const legend: readonly Look[] = [
  ["wait", "wait", "full, or shut until the promised instant"],
  ["na", "retry", "full before its window ends, at this rate"],
];

export function Limits() {
  const { store } = usePage();
  const { operations } = useOnce("GET /operations") ?? { operations: [] };
  const tiers = new Map(operations.map(({ id, tier }) => [id, tier ?? ""]));
  useCommand("limits", "show");
  const rows = useFullestFirst();
  const uncalled = operations.filter(({ id }) => rows.every(({ name }) => name !== id)).length;
  // All windows begin with the clock's whole second and minute: one countdown stands for all.
  const { now } = store.clock;
  const windowIn = (name: "burst" | "steady", length: number, more: Partial<Column<Gauge>> = {}) =>
    column<Gauge>(name, 124, ({ counters }) => <Window counter={counters[name]} now={now} />, {
      note: `resets in ${left(length - (now % length))}`,
      by: ({ counters: { [name]: of } }) => (of === undefined ? -1 : shareOf(of, now)),
      ...more,
    });
  const press = pressIn(".limit-acts");
  return (
    <List<Gauge>
      of="windows"
      order="fullest first"
      place={["limits"]}
      rows={store.isLoaded.value ? rows : undefined}
      problem={store.problem.value}
      idOf={keyOf}
      textOf={({ name, account }) => `${name} ${account}`}
      hint="operation …"
      height={34}
      columns={[
        column("operation", 110, nameOf, { grows: 1, class: "op", by: ({ name }) => name }),
        column("tier", 46, ({ name }) => tiers.size > 0 && tierOf(tiers.get(name)), { yields: 3 }),
        windowIn("burst", 1000, { yields: 1 }),
        windowIn("steady", 60_000),
        column("forecast", 96, (gauge) => forecast(forecastOf(gauge, store, now))),
      ]}
      below={
        <Legend looks={legend}>
          {operations.length > 0 && <span>{uncalled} operations not called in these windows</span>}
        </Legend>
      }
      none="No window is in use"
      noneSays="A window appears here with the first request that it counts."
      opensFirst
      keys={() => ({
        b: { label: "fill burst", run: press("Fill burst") },
        s: { label: "fill steady", run: press("Fill steady") },
        o: { label: "open all", run: press("Open all") },
      })}
      sideName="Limit"
      side={(gauge) => <Side gauge={gauge} />}
    />
  );
}

const nameOf = ({ name, app, account }: Gauge) => (
  <bdi>
    {name} <Whose account={account} /> {app !== undefined && <span class="soft">app {app}</span>}
  </bdi>
);

/** The account or sandbox, where there is more than one. */
function Whose({ account }: { account: string }) {
  const { accounts, sandboxes } = usePage().store;
  if (accounts.value.length + sandboxes.value.length < 2) return null;
  const named = sandboxes.value.find(({ id }) => id === account)?.name;
  return <span class="soft">{named?.split(" > ").at(-1) ?? account}</span>;
}

const tierOf = (tier: string | undefined) => <span class="tag">{tier || "param"}</span>;

const forecast = (look: Look) =>
  look[0] === "na" ? <span class="soft">{look[2]}</span> : <Badge look={look} />;

function Window({ counter, now }: { counter: LimitCounter | undefined; now: number }) {
  if (counter === undefined) return null;
  return (
    <div class="meter">
      <Meter share={shareOf(counter, now)} tone={isShut(counter, now) ? "wait" : "acc"} />
      <span class="num">{`${usedOf(counter, now)} / ${counter.limit}`}</span>
    </div>
  );
}

/** By how full they are: taken anew every two seconds, and not under the pointer. */
function useFullestFirst(): readonly Gauge[] {
  const { store } = usePage();
  const account = store.account.value;
  const found = store.windows.gauges.value.filter((of) => (account ?? of.account) === of.account);
  const now = store.clock.peek();
  const fullness = (gauge: Gauge): number => {
    const counter = fullestOf(gauge, now);
    return counter === undefined ? 0 : shareOf(counter, now);
  };
  const isTouched = document.querySelector(".rows:is(:hover, :focus-within)") !== null;
  const keys = useCalm(
    () => found.toSorted((a, b) => fullness(b) - fullness(a)).map(keyOf),
    (_, isNext) => isNext && !isTouched,
  );
  const rank = new Map(keys.map((key, index) => [key, index]));
  const rankOf = (gauge: Gauge): number => rank.get(keyOf(gauge)) ?? rank.size;
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** What is said of a gauge: whether it is shut, and whether it will be full before its window ends, as requests come of late. */
function forecastOf(gauge: Gauge, { activity }: Store, now: number): Look {
  const { day } = gauge.counters;
  if (day !== undefined && usedOf(day, now) > day.limit * 0.8)
    return ["idle", "retry", `day ${day.used} / ${day.limit}`];
  const all = Object.values(gauge.counters);
  const shut = all.find((counter) => isShut(counter, now));
  if (shut !== undefined) return ["wait", "wait", (shut.shutUntilMs ?? 0) > now ? "shut" : "full"];
  const seconds = activity.last(10, now, gauge);
  const perSecond = seconds.reduce((sum, { passed }) => sum + passed, 0) / seconds.length;
  const fillsIn = all
    .filter(({ window }) => perSecond > 0 && window !== "burst")
    .map((each) => ({ each, s: (each.limit - usedOf(each, now)) / perSecond }))
    .filter(({ each, s }) => s * 1000 < endOf(each, now) - now)
    .map(({ s }) => s);
  if (fillsIn.length > 0) return ["idle", "retry", `full in ${Math.ceil(Math.min(...fillsIn))} s`];
  return ["na", "na", "holds"];
}
