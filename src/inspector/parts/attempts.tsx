import type { CardAttempt, CardCall } from "../../report/card-shape.ts";
import { Go, Sect } from "./layout.tsx";
import { usePage } from "./page.ts";
import { Icon, Status } from "./signs.tsx";
import { clockTime, span } from "./time.ts";

/** What is earlier by less than this, in milliseconds, is not said to be early. */
const earlyMsMin = 20;

/** By how much an attempt of a call came before the instant that was promised to it, in milliseconds; 0: it did not. */
export function earlyMs({ attempts }: CardCall, index: number): number {
  const [before, attempt] = [attempts[index - 1], attempts[index]];
  if (before?.retryAfter == null || attempt?.waited == null) return 0;
  const ms = (before.retryAfter - attempt.waited) * 1000;
  return ms > earlyMsMin ? ms : 0;
}

/** The attempts of a call, and when the next may come. @param at the attempt that is looked at */
export function Attempts({ call, at }: { call: CardCall; at?: number }) {
  const by = call.knownBy === "name" ? "its name" : call.knownBy;
  const last = call.attempts.at(-1);
  const isOpen = last !== undefined && last.retryAfter !== null && (last.status ?? 0) >= 429;
  return (
    <Sect title={["Attempts of this call ", <span class="tag">known by {by}</span>]}>
      {call.attempts.map((attempt, index) => (
        <Attempt
          key={attempt.exchange}
          call={call}
          of={attempt}
          index={index}
          isOn={index === at}
        />
      ))}
      {isOpen && <Expected until={last.promisedUntil} count={call.attempts.length} />}
    </Sect>
  );
}

interface AttemptProps {
  readonly call: CardCall;
  readonly of: CardAttempt;
  readonly index: number;
  readonly isOn: boolean;
}

function Attempt({ call, of: attempt, index, isOn }: AttemptProps) {
  const { store } = usePage();
  const { exchange, at, status, waited, retryAfter, faults } = attempt;
  const entry = store.requests.get(exchange);
  const { written = [] } = entry ?? {};
  const [before, early] = [call.attempts[index - 1], earlyMs(call, index)];
  const asked = before?.retryAfter == null ? "" : ` of ${span(before.retryAfter * 1000)}`;
  const said = [
    ...(waited === null ? [] : [`waited ${span(waited * 1000)}${asked}`]),
    retryAfter === null ? attempt.outcome : `asked to wait ${span(retryAfter * 1000)}`,
    ...faults,
    ...(written.length > 0 ? [`wrote ${written.length}`] : []),
  ];
  return (
    <div class={`att ${isOn ? "on" : ""}`}>
      <span>{index + 1}</span>
      <Go
        to={["live", exchange]}
        text={entry ? clockTime(entry.arrivedWorld, true) : `+${span(at * 1000)}`}
      />
      <Status status={status} />
      <span class="say wrap">
        {early > 0 && (
          <span class="bad">
            <Icon name="fail" /> {span(early)} too early
            {before?.promisedUntil != null &&
              `: not before ${clockTime(Date.parse(before.promisedUntil), true)}`}
            .{" "}
          </span>
        )}
        {said.join(", ")}
      </span>
    </div>
  );
}

/** When the next attempt may come. */
function Expected({ until, count }: { until: string | null; count: number }) {
  const { now } = usePage().store.clock;
  if (until === null) return null;
  const at = Date.parse(until);
  return (
    <div class="att">
      <span>{count + 1}</span>
      <span>{clockTime(at, true)}</span>
      <span class="soft">…</span>
      <span class="say soft">not before</span>
      <span class="soft">{at > now ? `in ${span(at - now)}` : `${span(now - at)} ago`}</span>
    </div>
  );
}
