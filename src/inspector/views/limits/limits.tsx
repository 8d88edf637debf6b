import { useRef, useState } from "preact/hooks";
import { commandOf } from "../../client/commands.ts";
import { FilterBox } from "../../parts/filter-box.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Segments } from "../../parts/segments.tsx";
import { left } from "../../parts/time.ts";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useCommand, useKeys, usePage } from "../../parts/use-page.ts";
import type { Gauge } from "../../store/windows.ts";
import { GaugeRow } from "./gauge-row.tsx";
import { fullness, isShared, keyOf } from "./rows.ts";
import { Side } from "./side.tsx";

const orders = { full: "fullest first", name: "by name" } as const;

/** Which windows are in use, and when they open. */
export function Limits() {
  const { store, ui } = usePage();
  const [text, setText] = useState("");
  const [order, setOrder] = useState<keyof typeof orders>("full");
  const marked = ui.place.value[1];
  const box = useRef<HTMLDivElement>(null);
  const { value: operations = [] } = useLoaded(() => store.control.operations(), [store]);
  const tiers = new Map(operations.map(({ id, tier }) => [id, tier ?? ""]));
  useCommand(commandOf("limits", "show"));

  const rows = useOrdered(order, text);
  const own = rows.filter((gauge) => !isShared(gauge));
  const shared = rows.filter(isShared);
  const chosen = rows.find((gauge) => keyOf(gauge) === marked) ?? rows[0];
  const move = (by: number): void => {
    const all = [...own, ...shared];
    const next = all[all.findIndex((gauge) => gauge === chosen) + by];
    if (next !== undefined) ui.go("limits", keyOf(next));
  };
  const press = (label: string) => () =>
    [...document.querySelectorAll<HTMLButtonElement>(".limit-acts button")]
      .find(({ textContent }) => textContent.startsWith(label))
      ?.click();
  useKeys({
    j: { label: "next", run: () => move(1) },
    k: { label: "back", run: () => move(-1) },
    b: { label: "fill burst", run: press("Fill burst") },
    s: { label: "fill steady", run: press("Fill steady") },
    o: { label: "open all", run: press("Open all") },
    Escape: { label: "clear the filter", isQuiet: true, run: () => setText("") },
  });
  const line = (gauge: Gauge) => (
    <GaugeRow
      key={keyOf(gauge)}
      gauge={gauge}
      tier={tiers.get(gauge.name) ?? ""}
      isOn={gauge === chosen}
      open={() => ui.go("limits", keyOf(gauge))}
    />
  );
  return (
    <div class="two">
      <section class="col" aria-label="Windows in use">
        <div class="filter">
          <FilterBox
            label="Filter the operations"
            placeholder="operation …"
            text={text}
            change={setText}
          />
          <Segments label="Order" options={orders} value={order} choose={setOrder} />
        </div>
        {rows.length === 0 ? (
          <div class="empty">
            <b>{text === "" ? "No window is in use" : "No operation matches this filter"}</b>
            <p>A window appears here with the first request that it counts.</p>
          </div>
        ) : (
          <div class="scroll" ref={box} tabIndex={0} role="region" aria-label="Windows">
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
            <p class="key">
              <span>
                <Icon name="wait" className="wait" /> full, or shut until the promised instant
              </span>
              <span>
                <Icon name="retry" /> full before its window ends, at this rate
              </span>
              <span>
                {Math.max(0, operations.length - own.length)} operations not called in these windows
              </span>
            </p>
          </div>
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
  return (
    <thead>
      <tr>
        <th>operation</th>
        <th>tier</th>
        <th>
          burst, resets in <b class="mono">{rest(1000)}</b>
        </th>
        <th>
          steady, resets in <b class="mono">{rest(60_000)}</b>
        </th>
        <th>last 60 s</th>
        <th>forecast</th>
      </tr>
    </thead>
  );
}
