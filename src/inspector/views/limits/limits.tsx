import { useRef, useState } from "preact/hooks";
import { pressIn } from "../../parts/act-button.tsx";
import { useFilter } from "../../parts/fields.tsx";
import { Empty, Scroll } from "../../parts/layout.tsx";
import { stepKeys, useCommand, useKeys, useOnce, usePage } from "../../parts/page.ts";
import { Segments } from "../../parts/segments.tsx";
import { Legend, type Look } from "../../parts/signs.tsx";
import { Heads } from "../../parts/table.tsx";
import { left } from "../../parts/time.ts";
import type { Gauge } from "../../store/windows.ts";
import { GaugeRow } from "./gauge-row.tsx";
import { fullness, isShared, keyOf } from "./rows.ts";
import { Side } from "./side.tsx";

const orders = { full: "fullest first", name: "by name" } as const;

const legend: readonly Look[] = [
  ["wait", "wait", "full, or shut until the promised instant"],
  ["na", "retry", "full before its window ends, at this rate"],
];

/** Which windows are in use, and when they open. */
export function Limits() {
  const { ui } = usePage();
  const { text, box, clear } = useFilter("operations", "operation …");
  const [order, setOrder] = useState<keyof typeof orders>("full");
  const marked = ui.place.value[1];
  const { operations } = useOnce("GET /operations") ?? { operations: [] };
  const tiers = new Map(operations.map(({ id, tier }) => [id, tier ?? ""]));
  useCommand("limits", "show");

  const rows = useOrdered(order, text);
  const own = rows.filter((gauge) => !isShared(gauge));
  const shared = rows.filter(isShared);
  const chosen = rows.find((gauge) => keyOf(gauge) === marked) ?? rows[0];
  const open = (gauge: Gauge): void => ui.go("limits", keyOf(gauge));
  const press = pressIn(".limit-acts");
  useKeys({
    ...stepKeys([...own, ...shared], chosen, open),
    b: { label: "fill burst", run: press("Fill burst") },
    s: { label: "fill steady", run: press("Fill steady") },
    o: { label: "open all", run: press("Open all") },
    Escape: clear,
  });
  const line = (gauge: Gauge) => (
    <GaugeRow
      key={keyOf(gauge)}
      of={gauge}
      tier={tiers.get(gauge.name) ?? ""}
      isOn={gauge === chosen}
      open={() => open(gauge)}
    />
  );
  return (
    <div class="two">
      <section class="col" aria-label="Windows in use">
        <div class="filter">
          {box}
          <Segments label="Order" options={orders} value={order} choose={setOrder} />
        </div>
        {rows.length === 0 ? (
          <Empty title={text === "" ? "No window is in use" : "No operation matches this filter"}>
            <p>A window appears here with the first request that it counts.</p>
          </Empty>
        ) : (
          <Scroll label="Windows">
            <table class="lim">
              <Head />
              <tbody>
                {own.map(line)}
                {shared.length > 0 && (
                  <tr class="grp">
                    <td colSpan={6}>counted by a query parameter, wherever it is used</td>
                  </tr>
                )}
                {shared.map(line)}
              </tbody>
            </table>
            <Legend looks={legend}>
              <span>
                {Math.max(0, operations.length - own.length)} operations not called in these windows
              </span>
            </Legend>
          </Scroll>
        )}
      </section>
      <Side gauge={chosen} />
    </div>
  );
}

/** In the order of the reader's choice; by fullness it is taken anew every two seconds, and not under the pointer. */
function useOrdered(order: keyof typeof orders, text: string): readonly Gauge[] {
  const { store } = usePage();
  const beat = store.calm.value;
  void store.quarter.value;
  const kept = useRef({ beat: -1, keys: [] as readonly string[] });
  const account = store.account.value;
  const found = store.windows.gauges.value.filter(
    (gauge) => gauge.name.includes(text) && (account === undefined || gauge.account === account),
  );
  const now = store.clock.peek();
  if (order === "name") return found.toSorted((a, b) => a.name.localeCompare(b.name));
  const isTouched = document.querySelector("table.lim:is(:hover, :focus-within)") !== null;
  if (kept.current.beat !== beat && (!isTouched || kept.current.beat === -1)) {
    const sorted = found.toSorted((a, b) => fullness(b, now) - fullness(a, now));
    kept.current = { beat, keys: sorted.map(keyOf) };
  }
  const rank = new Map(kept.current.keys.map((key, index) => [key, index]));
  return found.toSorted(
    (a, b) => (rank.get(keyOf(a)) ?? Infinity) - (rank.get(keyOf(b)) ?? Infinity) || 0,
  );
}

/** All windows begin with the clock's whole second and minute: one countdown stands for all. */
function Head() {
  const { store } = usePage();
  const { now } = store.clock;
  const rest = (length: number): string => left(length - (now % length));
  const resets = (name: string, length: number) => [
    `${name}, resets in `,
    <b class="mono">{rest(length)}</b>,
  ];
  return (
    <Heads
      names={[
        ["operation"],
        ["tier"],
        [resets("burst", 1000)],
        [resets("steady", 60_000)],
        ["last 60 s"],
        ["forecast"],
      ]}
    />
  );
}
