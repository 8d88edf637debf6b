import type { CallOfCard, VerdictOfCall } from "../../client/card.ts";
import { earlyMs, earlyMsMin } from "../../parts/early.ts";
import { Icon } from "../../parts/icon.tsx";
import { Status } from "../../parts/status.tsx";
import { clockTime, span } from "../../parts/time.ts";
import { usePage } from "../../parts/use-page.ts";
import { verdictLook } from "../../parts/verdict.tsx";
import { axisOf, Lane } from "./lane.tsx";

/** The call that is looked at: its cause in a sentence, its timeline, its attempts. */
export function Chosen({ call }: { call: CallOfCard }) {
  const [worst, ...others] = call.verdicts;
  return (
    <section class="chosen" aria-label="Call">
      {worst !== undefined && <Sentence finding={worst} others={others} />}
      <div class="sect chosen-lane">
        <Lane call={call} axis={axisOf([call])} isLarge />
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label="Attempts">
        <table>
          <thead>
            <tr>
              <th>attempt</th>
              <th>arrived</th>
              <th>response</th>
              <th>then</th>
              <th class="num">not before</th>
              <th class="num">waited / asked</th>
            </tr>
          </thead>
          <tbody>
            {call.attempts.map((attempt, index) => (
              <AttemptRow key={attempt.exchange} call={call} index={index} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Sentence({
  finding,
  others,
}: {
  finding: VerdictOfCall;
  others: readonly VerdictOfCall[];
}) {
  const { icon, tone, word } = verdictLook(finding.result);
  const ground = tone === "bad" ? "bad" : tone === "wait" ? "wait" : "";
  const rest = others.filter(({ result }) => result === finding.result).slice(0, 2);
  return (
    <div class={`why ${ground}`}>
      <Icon name={icon} className={tone} />
      <div>
        <span class="sr">{word}: </span>
        <b>
          <bdi>{finding.text}</bdi>
        </b>
        {rest.map(({ text }) => (
          <div key={text}>
            <bdi>{text}</bdi>
          </div>
        ))}
      </div>
    </div>
  );
}

function AttemptRow({ call, index }: { call: CallOfCard; index: number }) {
  const { store } = usePage();
  const attempt = call.attempts[index];
  if (attempt === undefined) return null;
  const before = call.attempts[index - 1];
  const entry = store.requests.get(attempt.exchange);
  const tooEarly = earlyMs(call, index);
  return (
    <tr>
      <td class="mono">{index + 1}</td>
      <td class="mono">
        <a class="acc" href={`#/live/${attempt.exchange}`}>
          {entry === undefined
            ? `+${span(attempt.at * 1000)}`
            : clockTime(entry.arrivedWorld, true)}
        </a>
      </td>
      <td class="mono">
        <Status status={attempt.status} />
      </td>
      <td class="wrap">
        {tooEarly > earlyMsMin && (
          <span class="bad">
            <Icon name="fail" /> {span(tooEarly)} too early.{" "}
          </span>
        )}
        {attempt.retryAfter !== null && `Retry-After: ${attempt.retryAfter}. `}
        {attempt.faults.length > 0 && <span class="fault">{attempt.faults.join(", ")}. </span>}
        {entry !== undefined && entry.written.length > 0 && `Wrote ${entry.written.length}.`}
      </td>
      <td class="num">
        {before?.promisedUntil != null && clockTime(Date.parse(before.promisedUntil), true)}
      </td>
      <td class="num">
        {attempt.waited === null
          ? ""
          : `${span(attempt.waited * 1000)} / ${before?.retryAfter == null ? "–" : span(before.retryAfter * 1000)}`}
      </td>
    </tr>
  );
}
