import type { LimitCounter } from "../../../control/limit-counters.ts";
import { commandOf } from "../../client/commands.ts";
import { ActButton, planning } from "../../parts/signs.tsx";
import { Bars } from "../../parts/drawn.tsx";
import { Head, Pairs, Sect, Why } from "../../parts/layout.tsx";
import { usePage } from "../../parts/page.ts";
import { Segments } from "../../parts/fields.tsx";
import { instant, left } from "../../parts/time.ts";
import { type Gauge, endOf, isShut } from "../../store/windows.ts";

export const Side = ({ gauge }: { gauge: Gauge | undefined }) => (
  <>
    {gauge !== undefined && <Chosen gauge={gauge} />}
    {gauge !== undefined && <Acts gauge={gauge} />}
    <Mode />
  </>
);

function Chosen({ gauge }: { gauge: Gauge }) {
  const { store } = usePage();
  const { now } = store.clock;
  const limited = store.activity.last(60, now, gauge).reduce((sum, of) => sum + of.limited, 0);
  const opens = (counter: LimitCounter | undefined) =>
    counter !== undefined && (
      <span class="mono">{`${counter.limit}, opens ${instant(endOf(counter, now), now)}`}</span>
    );
  const { burst, steady, day } = gauge.counters;
  const shut = Object.values(gauge.counters).find((counter) => isShut(counter, now));
  return (
    <>
      <Head class="op" name={gauge.name}>
        <p class="soft">
          {gauge.account}
          {gauge.app === undefined ? "" : `, app ${gauge.app}`}, {limited} × 429 in the last minute
        </p>
      </Head>
      {shut !== undefined && (
        <Why tone="wait" icon="wait">
          <b>{`The ${shut.window} window is shut. It opens ${instant(shut.opensAtMs, now)}.`}</b>
          <br />
          In <span class="mono">{left(shut.opensAtMs - now)}</span>
          {shut.shutUntilMs !== null && ", as Retry-After promised"}.
        </Why>
      )}
      <Chart gauge={gauge} name="steady" from={120} now={now} />
      <Chart gauge={gauge} name="burst" from={60} now={now} />
      <Sect title="Windows">
        <Pairs of={{ burst: opens(burst), steady: opens(steady), day: opens(day) }} />
      </Sect>
    </>
  );
}

/** `from`: as many seconds back. */
type ChartProps = { gauge: Gauge; name: "burst" | "steady"; from: number; now: number };

/** How full a window was, second by second: it is empty again where the next one begins. */
function Chart({ gauge, name, from, now }: ChartProps) {
  const { limit } = gauge.counters[name] ?? {};
  const [windowLength, first] = [name === "burst" ? 1 : 60, Math.floor(now / 1000) - from + 1];
  let used = 0;
  const stacks = usePage()
    .store.activity.last(from, now, gauge)
    .map(({ passed, limited, failed }, index) => {
      if ((first + index) % windowLength === 0) used = 0;
      used += passed + failed;
      return [
        { count: used, tone: "acc" },
        { count: limited, tone: "wait" },
      ] as const;
    });
  return (
    <Sect
      class="chart"
      title={[
        `How full the ${name} window was`,
        <span class="grow" />,
        limit !== undefined && <span class="wait">limit {limit}</span>,
      ]}
    >
      <Bars
        label={`Requests that the ${name} window had counted in each of the last ${from} seconds, and those above that were rejected.`}
        stacks={stacks}
        limit={limit}
      />
      <p class="ends soft mono">
        <span>−{from} s</span>
        <span>now</span>
      </p>
    </Sect>
  );
}

function Acts({ gauge }: { gauge: Gauge }) {
  const { store } = usePage();
  const canFill = !gauge.name.includes("=") && !gauge.name.includes(" ");
  const fill = (limit: "burst" | "steady") =>
    planning(
      store.control,
      { operation: gauge.name, limit },
      `The next ${gauge.name} finds its ${limit} window full.`,
    );
  const open = {
    command: commandOf("reset", "--only", "limits"),
    run: () => store.control.call("POST /reset", {}, { only: ["limits"] }),
    done: "Every window is open and empty.",
  };
  return (
    <Sect title="Act">
      <div class="row2 wraps limit-acts">
        {canFill && <ActButton act={fill("burst")} icon="bolt" text="Fill burst" />}
        {canFill && <ActButton act={fill("steady")} icon="bolt" text="Fill steady" />}
        <ActButton act={open} text="Open all" />
      </div>
    </Sect>
  );
}

const said = {
  real: "As the service has them. Windows begin with the clock's whole second and minute.",
  scaled: "Each limit is multiplied.",
  off: "No request is answered with 429 by a limit.",
} as const;

function Mode() {
  const { store, ui } = usePage();
  const mode = store.windows.mode.value;
  const factor = store.windows.factor.value;
  const choose = (name: keyof typeof said): void => {
    const body = name === "scaled" ? { mode: name, factor: 10 } : { mode: name };
    const run = async () => store.windows.load(await store.control.call("PUT /limits", {}, body));
    void ui.perform({ run, done: `Limits: ${name === "scaled" ? "x10" : name}.` });
  };
  return (
    <Sect title="Mode of all limits">
      <Segments
        label="Mode of all limits"
        options={{ real: "real", scaled: `× ${factor ?? 10}`, off: "off" }}
        value={mode}
        choose={choose}
      />
      <p class="ink2 pad">{said[mode]}</p>
      <code class="soft">
        {commandOf("limits", "set", mode === "scaled" ? `x${factor ?? 10}` : mode)}
      </code>
    </Sect>
  );
}
