import type { TargetedPointerEvent } from "preact";
import { useRef } from "preact/hooks";
import type { LimitCounter } from "../../../control/limit-counters.ts";
import type { Entry } from "../../../world/journal/entry.ts";
import { Bars, Meter } from "../../parts/drawn.tsx";
import { Cut } from "../../parts/layout.tsx";
import { useCalm, usePage } from "../../parts/page.ts";
import { Icon } from "../../parts/signs.tsx";
import { instant, left, span } from "../../parts/time.ts";
import { endOf, fullestOf, shareOf, usedOf } from "../../store/windows.ts";
import type { LiveState } from "./live-state.ts";

const perWindow = { burst: "a second", steady: "a minute", day: "a day" } as const;

export const Strip = ({ state }: { state: LiveState }) => (
  <section class="strip" aria-label="State of things">
    <LastMinute state={state} />
    <NextToOpen />
    <Fullest />
  </section>
);

function LastMinute({ state }: { state: LiveState }) {
  const { store } = usePage();
  const from = useRef<number | undefined>(undefined);
  const secondAt = ({ clientX, currentTarget }: TargetedPointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.min(0.999, Math.max(0, (clientX - left) / width));
    return Math.floor(store.clock.peek() / 1000) - 59 + Math.floor(share * 60);
  };
  void store.quarter.value;
  const seconds = store.activity.last(60, store.clock.peek());
  const sum = (kind: "passed" | "limited" | "failed") =>
    seconds.reduce((total, second) => total + second[kind], 0);
  const [limited, failed] = [sum("limited"), sum("failed")];
  const rate = (sum("passed") + limited + failed) / 60;
  return (
    <div class="act">
      <div class="h">
        last minute
        <span class="grow" />
        <span title="429s">
          <Icon name="wait" className="wait" /> {limited}
        </span>
        <span title="5xx and lost">
          <Icon name="bad" className="bad" /> {failed}
        </span>
      </div>
      <div class="big">
        {rate.toFixed(1)} <small>requests a second</small>
      </div>
      <div
        class="span"
        title="Drag to choose a span"
        onPointerDown={(event) => {
          from.current = secondAt(event);
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerUp={(event) => state.choose(from.current ?? secondAt(event), secondAt(event))}
      >
        <Bars
          label={`Requests in each second of the last minute. ${limited} were 429, ${failed} failed.`}
          least={3}
          stacks={seconds.map(({ passed, limited, failed }) => [
            { count: passed, tone: "ok" },
            { count: limited, tone: "wait" },
            { count: failed, tone: "bad" },
          ])}
        />
      </div>
    </div>
  );
}

function NextToOpen() {
  const { store } = usePage();
  const { now } = store.clock;
  const shut = store.shut.value;
  const [next] = shut.toSorted((a, b) => a.counter.opensAtMs - b.counter.opensAtMs);
  if (next === undefined) return <LastLimited />;
  const { name, window, used, limit, opensAtMs } = next.counter;
  return (
    <div class="next shut">
      <div class="h wait">
        <Icon name="wait" />
        <b>{shut.length === 1 ? "1 window shut" : `${shut.length} windows shut, the next`}</b>
      </div>
      <div class="big mono">
        opens {instant(opensAtMs, now)} <small>in {left(opensAtMs - now)}</small>
      </div>
      <div class="h ink2">
        <bdi class="op cut">{name}</bdi> {window} {used} of {limit}
      </div>
    </div>
  );
}

function LastLimited() {
  const { store } = usePage();
  const now = store.clock.peek();
  const limited = store.lastLimited.value;
  const promised = limited && promiseOf(limited);
  const verb = promised !== undefined && promised > now ? "opens" : "opened";
  const cause = limited?.faults[0] ?? limited?.hint?.split(":")[0] ?? limited?.operation;
  return (
    <div class="next">
      <div class="h">
        <Icon name="ok" className="ok" />
        <b>No window is shut</b>
      </div>
      {limited === undefined ? (
        <div class="h">No request was answered with 429 yet.</div>
      ) : (
        <>
          <div class="h mono ink2">
            {promised !== undefined && `${verb} ${instant(promised, now)}`}
          </div>
          <div class="h">
            <Cut text={cause ?? ""} />
          </div>
          <div class="h">last 429 at {instant(limited.arrivedWorld, now)}</div>
        </>
      )}
    </div>
  );
}

/** The instant that a Retry-After promised, where it is a number. */
function promiseOf({ retryAfter, arrivedWorld, pace }: Entry): number | undefined {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isNaN(seconds) ? undefined : arrivedWorld + seconds * 1000 * pace;
}

/** Three places that stay: which they are is decided anew every two seconds. */
function Fullest() {
  const { store } = usePage();
  void store.quarter.value;
  const now = store.clock.peek();
  const found = new Map(
    store.windows.gauges.value.flatMap((gauge) => {
      const counter = fullestOf(gauge, now);
      return counter === undefined ? [] : [[gauge.name, counter] as const];
    }),
  );
  const fullest = (): readonly string[] =>
    [...found]
      .toSorted(([, a], [, b]) => shareOf(b, now) - shareOf(a, now))
      .slice(0, 3)
      .map(([name]) => name);
  const names = useCalm(fullest, (kept, isNext) => isNext || kept.length < Math.min(3, found.size));
  return [0, 1, 2].map((at) => (
    <Place key={at} counter={found.get(names[at] ?? "")} isFar={at > 0} now={now} />
  ));
}

function Place(of: { counter: LimitCounter | undefined; isFar: boolean; now: number }) {
  const { counter, isFar, now } = of;
  if (counter === undefined)
    return (
      <div class={isFar ? "far" : ""}>
        <div class="h">{isFar ? "" : "No counter is in use."}</div>
      </div>
    );
  const { name, window, limit } = counter;
  const used = usedOf(counter, now);
  return (
    <div class={isFar ? "far" : ""}>
      <div class="h">
        <Cut class="op" text={name} />
      </div>
      <div class="big">
        {used}
        <small>{` of ${limit} ${perWindow[window]}`}</small>
      </div>
      <Meter share={used / limit} tone={used >= limit * 0.9 ? "wait" : "acc"} />
      <div class="h">resets in {span(endOf(counter, now) - now)}</div>
    </div>
  );
}
