import type { StepView } from "../../control/acts/requests.ts";
import type { CardAttempt, CardCall } from "../../report/card-shape.ts";
import { Cut, Go, Loading, Sect, Trouble } from "./layout.tsx";
import { useCall, usePage } from "./page.ts";
import { Icon, type IconName, Status } from "./signs.tsx";
import { clockTime, instant, span } from "./time.ts";

const signs: Readonly<Record<StepView["kind"], IconName>> = {
  request: "step",
  event: "ok",
  flow: "list",
  message: "mail",
  delivery: "retry",
  work: "due",
};

/** Where a step is shown; undefined: nowhere by itself. */
export function placeOf({ kind, id, profile }: StepView): readonly string[] | undefined {
  if (kind === "request") return ["live", id];
  if (kind === "message") return ["outbox", id];
  if (kind === "delivery") return ["deliveries", id];
  if (kind === "event") return ["data", "collections", "events", id];
  return profile === null ? undefined : ["data", "people", profile];
}

/** All that came of one cause, on one time line. @param id of anything that is part of it */
export function Thread({ id }: { id: string }) {
  const { store } = usePage();
  const { value, problem } = useCall("GET /threads/{id}", { id });
  void store.quarter.value;
  const now = store.clock.peek();
  if (store.saved !== undefined) return null;
  return (
    <Sect title="What belongs together" class="thread">
      <Trouble problem={problem} />
      {value === undefined && problem === "" && <Loading of="what belongs together" />}
      <ol>
        {value?.steps.map((of) => (
          <Step key={`${of.kind} ${of.id} ${of.at}`} step={of} isOn={of.id === id} now={now} />
        ))}
      </ol>
    </Sect>
  );
}

function Step({ step, isOn, now }: { step: StepView; isOn: boolean; now: number }) {
  const { kind, what, became, atMs, isDue } = step;
  const place = placeOf(step);
  const status = /^\d{3}$/.test(became) ? Number(became) : undefined;
  return (
    <li class={`att ${isOn ? "on" : ""} ${isDue ? "soft" : ""}`}>
      <Icon name={isDue ? "due" : signs[kind]} className={isDue ? "wait" : "acc"} />
      <span>{instant(atMs, now)}</span>
      <span class="tag">{kind}</span>
      {place === undefined ? <Cut text={what} /> : <Go class="acc cut" to={place} text={what} />}
      {status === undefined ? <Cut class="soft" text={became} /> : <Status status={status} />}
    </li>
  );
}

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
      {call.attempts.map((of, index) => (
        <Attempt key={of.exchange} call={call} of={of} index={index} isOn={index === at} />
      ))}
      {isOpen && <Expected until={last.promisedUntil} count={call.attempts.length} />}
    </Sect>
  );
}

type AttemptProps = { call: CardCall; of: CardAttempt; index: number; isOn: boolean };

function Attempt({ call, of: attempt, index, isOn }: AttemptProps) {
  const { store } = usePage();
  const { exchange, at, status, waited, retryAfter, faults } = attempt;
  const entry = store.requests.get(exchange);
  const written = entry?.written.length ?? 0;
  const [before, early] = [call.attempts[index - 1], earlyMs(call, index)];
  const until = before?.promisedUntil;
  const when = entry ? clockTime(entry.arrivedWorld, true) : `+${span(at * 1000)}`;
  const asked = before?.retryAfter == null ? "" : ` of ${span(before.retryAfter * 1000)}`;
  const said = [
    ...(waited === null ? [] : [`waited ${span(waited * 1000)}${asked}`]),
    retryAfter === null ? attempt.outcome : `asked to wait ${span(retryAfter * 1000)}`,
    ...faults,
    ...(written > 0 ? [`wrote ${written}`] : []),
  ];
  return (
    <div class={`att ${isOn ? "on" : ""}`}>
      <span>{index + 1}</span>
      <Go to={["live", exchange]} text={when} />
      <Status status={status} />
      <span class="say wrap">
        {early > 0 && (
          <span class="bad">
            <Icon name="fail" /> {span(early)} too early
            {until != null && `: not before ${clockTime(Date.parse(until), true)}`}.{" "}
          </span>
        )}
        {said.join(", ")}
      </span>
    </div>
  );
}

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
