import type { TargetedPointerEvent } from "preact";
import { useRef } from "preact/hooks";
import type { LimitCounter } from "../../../control/limit-counters.ts";
import type { Entry } from "../../../world/journal/entry.ts";
import { Bars, Meter } from "../../parts/drawn.tsx";
import { Cut } from "../../parts/layout.tsx";
import { usePage } from "../../parts/page.ts";
import { Icon } from "../../parts/signs.tsx";
import { instant, left, span } from "../../parts/time.ts";
import { type Gauge, endOf, usedOf } from "../../store/windows.ts";
import type { LiveState } from "./live-state.ts";

const perWindow = { burst: "a second", steady: "a minute", day: "a day" } as const;

/** The last minute, the next window to open, and the three that are nearest to full. */
export function Strip({ state }: { state: LiveState }) {
  return (
    <section class="strip" aria-label="State of things">
      <LastMinute state={state} />
      <NextToOpen />
      <Fullest />
    </section>
  );
}

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

/** The last 429, once its window is open again. */
function LastLimited() {
  const { store } = usePage();
  const now = store.clock.peek();
  const limited = store.lastLimited.value;
  const promised = limited === undefined ? undefined : promiseOf(limited);
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
            {promised !== undefined &&
              `${promised > now ? "opens" : "opened"} ${instant(promised, now)}`}
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

const shareOf = (counter: LimitCounter, now: number): number =>
  usedOf(counter, now) / counter.limit;

/** The fullest window of what is counted together. */
function fullestOf({ counters }: Gauge, now: number): LimitCounter | undefined {
  return Object.values(counters).toSorted((a, b) => shareOf(b, now) - shareOf(a, now))[0];
}

/** Three places that stay: which they are is decided anew every two seconds. */
function Fullest() {
  const { store } = usePage();
  void store.quarter.value;
  const now = store.clock.peek();
  const beat = store.calm.value;
  const kept = useRef<{ beat: number; names: readonly string[] }>({ beat: -1, names: [] });
  const found = new Map(
    store.windows.gauges.value.flatMap((gauge) => {
      const counter = fullestOf(gauge, now);
      return counter === undefined ? [] : [[gauge.name, counter] as const];
    }),
  );
  if (kept.current.beat !== beat || kept.current.names.length < Math.min(3, found.size)) {
    const names = [...found].toSorted(([, a], [, b]) => shareOf(b, now) - shareOf(a, now));
    kept.current = { beat, names: names.slice(0, 3).map(([name]) => name) };
  }
  return (
    <>
      {[0, 1, 2].map((index) => (
        <Place
          key={index}
          counter={found.get(kept.current.names[index] ?? "")}
          isFar={index > 0}
          now={now}
        />
      ))}
    </>
  );
}

interface PlaceProps {
  readonly counter: LimitCounter | undefined;
  readonly isFar: boolean;
  readonly now: number;
}

function Place({ counter, isFar, now }: PlaceProps) {
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
        <small>
          {" "}
          of {limit} {perWindow[window]}
        </small>
      </div>
      <Meter share={used / limit} tone={used >= limit * 0.9 ? "wait" : "acc"} />
      <div class="h">resets in {span(endOf(counter, now) - now)}</div>
    </div>
  );
}
