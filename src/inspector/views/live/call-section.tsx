import { earlyMs } from "../../parts/early.ts";
import { Sect } from "../../parts/layout.tsx";
import { usePage } from "../../parts/page.ts";
import { Status } from "../../parts/signs.tsx";
import { clockTime, span } from "../../parts/time.ts";

/** The attempts of the call that a request belongs to, and when the next is expected. */
export function CallSection({ id }: { id: string }) {
  const { store } = usePage();
  const place = store.callOf.value.get(id);
  if (place === undefined) return null;
  const { call } = place;
  const by = call.knownBy === "name" ? "its name" : call.knownBy;
  const last = call.attempts.at(-1);
  const isOpen =
    last !== undefined && (last.status === 429 || last.status === 503) && last.retryAfter !== null;
  return (
    <Sect title={["This call ", <span class="tag">known by {by}</span>]}>
      {call.attempts.map((attempt, index) => {
        const entry = store.requests.get(attempt.exchange);
        const early = earlyMs(call, index);
        return (
          <div class={`att ${index === place.index ? "on" : ""}`} key={attempt.exchange}>
            <span>{index + 1}</span>
            <span>{entry === undefined ? "–" : clockTime(entry.arrivedWorld, true)}</span>
            <Status status={attempt.status} />
            <span class={`say ${early > 0 ? "bad" : ""}`}>
              {early > 0
                ? `${span(early)} early`
                : attempt.retryAfter === null
                  ? attempt.outcome
                  : `wait ${span(attempt.retryAfter * 1000)}`}
            </span>
            <span class="soft">
              {attempt.waited === null ? "" : `waited ${span(attempt.waited * 1000)}`}
            </span>
          </div>
        );
      })}
      {isOpen && <Expected until={last.promisedUntil} count={call.attempts.length} />}
    </Sect>
  );
}

/** When the next attempt may come. */
function Expected({ until, count }: { until: string | null; count: number }) {
  const { store } = usePage();
  const { now } = store.clock;
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
