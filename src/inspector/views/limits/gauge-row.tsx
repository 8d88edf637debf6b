import type { LimitCounter } from "../../../control/limit-counters.ts";
import { Bars, Meter } from "../../parts/drawn.tsx";
import { type RowProps, usePage } from "../../parts/page.ts";
import { Badge } from "../../parts/signs.tsx";
import { type Gauge, isShut, usedOf } from "../../store/windows.ts";
import { forecastOf, rateOf } from "./rows.ts";

function Window({ counter }: { counter: LimitCounter | undefined }) {
  const { store } = usePage();
  if (counter === undefined) return <td />;
  const now = store.clock.peek();
  const used = usedOf(counter, now);
  return (
    <td>
      <div class="meter">
        <Meter share={used / counter.limit} tone={isShut(counter, now) ? "wait" : "acc"} />
        <span class="num">
          {used} / {counter.limit}
        </span>
      </div>
    </td>
  );
}

/** One counter in use, with both of its windows. */
export function GaugeRow({ of: gauge, tier, isOn, open }: RowProps<Gauge> & { tier: string }) {
  const { store } = usePage();
  void store.quarter.value;
  const now = store.clock.peek();
  const seconds = store.activity.last(60, now, gauge.name);
  const look = forecastOf(gauge, rateOf(store, gauge.name, now), now);
  return (
    <tr class={isOn ? "on" : ""} onClick={open}>
      <th scope="row">
        <button type="button" class="link plain op" aria-pressed={isOn} onClick={open}>
          <bdi>{gauge.name}</bdi>
        </button>
        {gauge.app !== undefined && <span class="soft"> app {gauge.app}</span>}
      </th>
      <td>{tier !== "" && <span class="tag">{tier}</span>}</td>
      <Window counter={gauge.counters.burst} />
      <Window counter={gauge.counters.steady} />
      <td class="spark-c">
        <Bars
          label="Requests in each of the last 60 seconds"
          least={2}
          stacks={seconds.map(({ passed, limited, failed }) => [
            { count: passed + failed, tone: "idle" },
            { count: limited, tone: "wait" },
          ])}
        />
      </td>
      <td>{look[0] === "na" ? <span class="soft">{look[2]}</span> : <Badge look={look} />}</td>
    </tr>
  );
}
