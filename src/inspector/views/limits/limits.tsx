import { useRef } from "preact/hooks";
import type { LimitCounter } from "../../../control/limit-counters.ts";
import { pressIn } from "../../parts/act-button.tsx";
import { Meter } from "../../parts/drawn.tsx";
import { type Column, column } from "../../parts/list/column.ts";
import { List } from "../../parts/list/list.tsx";
import { useCommand, useOnce, usePage } from "../../parts/page.ts";
import { Badge, Legend, type Look } from "../../parts/signs.tsx";
import { left } from "../../parts/time.ts";
import { type Gauge, isShut, usedOf } from "../../store/windows.ts";
import { forecastOf, fullness, keyOf, rateOf } from "./rows.ts";
import { Side } from "./side.tsx";

const legend: readonly Look[] = [
  ["wait", "wait", "full, or shut until the promised instant"],
  ["na", "retry", "full before its window ends, at this rate"],
];

/** Which windows are in use, and when they open. */
export function Limits() {
  const { store } = usePage();
  const { operations } = useOnce("GET /operations") ?? { operations: [] };
  const tiers = new Map(operations.map(({ id, tier }) => [id, tier ?? ""]));
  useCommand("limits", "show");
  const rows = useFullestFirst();
  // All windows begin with the clock's whole second and minute: one countdown stands for all.
  const { now } = store.clock;
  const windowIn = (name: "burst" | "steady", length: number, more: Partial<Column<Gauge>> = {}) =>
    column<Gauge>(name, 124, ({ counters }) => <Window counter={counters[name]} now={now} />, {
      note: `resets in ${left(length - (now % length))}`,
      by: ({ counters: { [name]: of } }) => (of === undefined ? -1 : usedOf(of, now) / of.limit),
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
        column("tier", 46, ({ name }) => tiers.size > 0 && <Tier of={tiers.get(name)} />, {
          yields: 3,
        }),
        windowIn("burst", 1000, { yields: 1 }),
        windowIn("steady", 60_000),
        column("forecast", 96, (gauge) => (
          <Forecast look={forecastOf(gauge, rateOf(store, gauge, now), now)} />
        )),
      ]}
      below={
        <Legend looks={legend}>
          {operations.length > 0 && (
            <span>
              {operations.filter(({ id }) => rows.every(({ name }) => name !== id)).length}{" "}
              operations not called in these windows
            </span>
          )}
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

const Tier = ({ of }: { of: string | undefined }) => <span class="tag">{of || "param"}</span>;

const Forecast = ({ look }: { look: Look }) =>
  look[0] === "na" ? <span class="soft">{look[2]}</span> : <Badge look={look} />;

function Window({ counter, now }: { counter: LimitCounter | undefined; now: number }) {
  if (counter === undefined) return null;
  const used = usedOf(counter, now);
  return (
    <div class="meter">
      <Meter share={used / counter.limit} tone={isShut(counter, now) ? "wait" : "acc"} />
      <span class="num">
        {used} / {counter.limit}
      </span>
    </div>
  );
}

/** By how full they are: taken anew every two seconds, and not under the pointer. */
function useFullestFirst(): readonly Gauge[] {
  const { store } = usePage();
  const beat = store.calm.value;
  const kept = useRef({ beat: -1, keys: [] as readonly string[] });
  const account = store.account.value;
  const found = store.windows.gauges.value.filter(
    (gauge) => account === undefined || gauge.account === account,
  );
  const now = store.clock.peek();
  const isTouched = document.querySelector(".rows:is(:hover, :focus-within)") !== null;
  if (kept.current.beat !== beat && (!isTouched || kept.current.beat === -1)) {
    const sorted = found.toSorted((a, b) => fullness(b, now) - fullness(a, now));
    kept.current = { beat, keys: sorted.map(keyOf) };
  }
  const rank = new Map(kept.current.keys.map((key, index) => [key, index]));
  const last = rank.size;
  return found.toSorted((a, b) => (rank.get(keyOf(a)) ?? last) - (rank.get(keyOf(b)) ?? last));
}
