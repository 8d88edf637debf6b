import { faultCommand, commandOf } from "../../client/commands.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { Bars } from "../../parts/drawn.tsx";
import { Pairs, Sect } from "../../parts/layout.tsx";
import { usePage } from "../../parts/page.ts";
import { Segments } from "../../parts/segments.tsx";
import { Icon } from "../../parts/signs.tsx";
import { instant, left } from "../../parts/time.ts";
import { type Gauge, endOf, isShut } from "../../store/windows.ts";

/** The chosen counter, and what can be done about all of them. */
export function Side({ gauge }: { gauge: Gauge | undefined }) {
  return (
    <aside class="side" aria-label="Limit">
      {gauge !== undefined && <Chosen gauge={gauge} />}
      {gauge !== undefined && <Acts gauge={gauge} />}
      <Mode />
    </aside>
  );
}

function Chosen({ gauge }: { gauge: Gauge }) {
  const { store } = usePage();
  const { now } = store.clock;
  const seconds = store.activity.last(24, now, gauge.name);
  const limited = store.activity
    .last(60, now, gauge.name)
    .reduce((sum, each) => sum + each.limited, 0);
  const { burst } = gauge.counters;
  const opens = (name: keyof typeof gauge.counters) => {
    const counter = gauge.counters[name];
    if (counter === undefined) return null;
    return (
      <span class="mono">
        {counter.limit}, opens {instant(endOf(counter, now), now)}
      </span>
    );
  };
  const shut = Object.values(gauge.counters).find((counter) => isShut(counter, now));
  return (
    <>
      <div class="sect">
        <h2 class="op">
          <bdi>{gauge.name}</bdi>
        </h2>
        <p class="soft">
          {gauge.account}
          {gauge.app === undefined ? "" : `, app ${gauge.app}`}, {limited} × 429 in the last minute
        </p>
      </div>
      {shut !== undefined && (
        <div class="why wait">
          <Icon name="wait" className="wait" />
          <div>
            <b>
              The {shut.window} window is shut. It opens {instant(shut.opensAtMs, now)}.
            </b>
            <br />
            In <span class="mono">{left(shut.opensAtMs - now)}</span>
            {shut.shutUntilMs !== null && ", as Retry-After promised"}.
          </div>
        </div>
      )}
      <section class="sect chart">
        <h3>
          Burst, second by second{" "}
          {burst !== undefined && <span class="wait">{burst.limit} pass</span>}
        </h3>
        <Bars
          label="Requests in each of the last 24 seconds"
          least={burst?.limit ?? 1}
          stacks={seconds.map(({ passed, limited, failed }) => [
            { count: passed + failed, tone: "acc" },
            { count: limited, tone: "wait" },
          ])}
        />
        <p class="ends soft mono">
          <span>−24 s</span>
          <span>now</span>
        </p>
      </section>
      <Sect title="Windows">
        <Pairs of={{ burst: opens("burst"), steady: opens("steady"), day: opens("day") }} />
      </Sect>
    </>
  );
}

function Acts({ gauge }: { gauge: Gauge }) {
  const { store } = usePage();
  const canFill = !gauge.name.includes("=") && !gauge.name.includes(" ");
  const fill = (limit: "burst" | "steady") => {
    const fault = { operation: gauge.name, limit };
    return {
      command: faultCommand(fault),
      run: () => store.control.call("POST /faults", {}, fault),
      done: `The next ${gauge.name} finds its ${limit} window full.`,
    };
  };
  return (
    <Sect title="Act">
      <div class="limit-acts">
        {canFill && (
          <>
            <ActButton act={fill("burst")} icon="bolt" text="Fill burst" />
            <ActButton act={fill("steady")} icon="bolt" text="Fill steady" />
          </>
        )}
        <ActButton
          act={{
            command: commandOf("reset", "--only", "limits"),
            run: () => store.control.call("POST /reset", {}, { only: ["limits"] }),
            done: "Every window is open and empty.",
          }}
          text="Open all"
        />
      </div>
    </Sect>
  );
}

const modes = { real: "real", scaled: "× 10", off: "off" } as const;

const said = {
  real: "As the service has them. Windows begin with the clock's whole second and minute.",
  scaled: "Each limit is multiplied.",
  off: "No request is answered with 429 by a limit.",
} as const;

function Mode() {
  const { store, ui } = usePage();
  const mode = store.windows.mode.value;
  const factor = store.windows.factor.value;
  const choose = (name: keyof typeof modes): void => {
    const word = name === "scaled" ? "x10" : name;
    void ui.perform({
      command: commandOf("limits", "set", word),
      run: async () => {
        const body = name === "scaled" ? { mode: name, factor: 10 } : { mode: name };
        store.windows.load(await store.control.call("PUT /limits", {}, body));
      },
      done: `Limits: ${word}.`,
    });
  };
  return (
    <Sect title="Mode of all limits">
      <Segments
        label="Mode of all limits"
        options={{ ...modes, scaled: `× ${factor ?? 10}` }}
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
