import type { CardAttempt, CardCall } from "../../../report/card-shape.ts";
import { Drawing, Line } from "../../parts/drawn.tsx";
import { lookOf, Mark } from "../../parts/signs.tsx";
import { earlyMs } from "../../parts/thread.tsx";
import { span } from "../../parts/time.ts";

/** Seconds from the first attempt of its call. */
const since = ({ attempts }: CardCall, { at }: CardAttempt): number => at - (attempts[0]?.at ?? 0);

/** How long a call has taken, with all that it was asked to wait, in seconds. */
const lengthOf = (call: CardCall): number =>
  Math.max(...call.attempts.map((of) => since(call, of) + (of.took ?? 0) + (of.retryAfter ?? 0)));

/** The lengths that an axis may have, in seconds. */
const lengths = [0.4, 1.2, 2, 4, 8, 16, 32, 60, 120, 240, 600, 1200, 3600];

/** An axis that all of these fit on, as long as they are not far too long. */
export const axisOf = (calls: readonly CardCall[]): number =>
  lengths.find((length) => calls.every((call) => lengthOf(call) <= length * 0.96)) ?? 3600;

/** What of the width some seconds take, and where they end. */
const shareOf = (seconds: number, axis: number): number => (Math.min(seconds, axis) / axis) * 90;
const percent = (seconds: number, axis: number): string =>
  `${(2 + shareOf(seconds, axis)).toFixed(2)}%`;

const ticks = [0, 0.25, 0.5, 0.75, 1];

type LaneProps = { call: CardCall; axis: number; isLarge?: boolean };

/** The attempts of one call: what it was asked to wait is hatched, what it waited is a line. */
export function Lane({ call, axis, isLarge = false }: LaneProps) {
  const [height, middle] = isLarge ? [104, 48] : [44, 26];
  const statuses = call.attempts.map(({ status }) => status ?? "lost").join(", ");
  const part = { call, axis, middle, isLarge };
  return (
    <Drawing height={height} label={`${call.about}: ${statuses}`}>
      {ticks.map((share) => (
        <Line
          key={share}
          class="l-grid"
          x={[percent(share * axis, axis)]}
          y={isLarge ? [8, height - 20] : [4, height - 4]}
        />
      ))}
      {call.attempts.map(({ exchange }, at) => (
        <Wait key={exchange} {...part} index={at} />
      ))}
      {call.attempts.map((attempt, index) => {
        const look = lookOf(attempt.status, attempt.outcome === "lost" ? 0 : null);
        const x = percent(since(call, attempt), axis);
        return (
          <g key={attempt.exchange}>
            <Mark look={look} x={x} y={middle} />
            {isLarge && (
              <text x={x} y={20} text-anchor="middle" class="ink2">
                {index + 1}
              </text>
            )}
          </g>
        );
      })}
      {!isLarge && <Said {...part} />}
      {isLarge &&
        ticks.map((share) => (
          <text key={share} x={percent(share * axis, axis)} y={height - 5} text-anchor="middle">
            {share === 0 ? "0" : `+${span(share * axis * 1000)}`}
          </text>
        ))}
    </Drawing>
  );
}

type PartProps = LaneProps & { middle: number };

function Said({ call, axis, middle }: PartProps) {
  const { attempts, outcome } = call;
  const tooEarly = Math.max(...attempts.map((_, index) => earlyMs(call, index)));
  const ended = outcome === "gave up" ? `gave up after ${attempts.length}` : undefined;
  const [text, tone] =
    tooEarly > 0
      ? [`${span(tooEarly)} early`, "bad strong"]
      : [ended ?? String(attempts.at(-1)?.status ?? "lost"), "ink2"];
  const length = lengthOf(call);
  // Where there is no room behind it, it stands above.
  const [anchor, y] = length > 0.7 * axis ? ["end", middle - 11] : ["start", middle + 4];
  return (
    <text class={tone} x={percent(length, axis)} dx="10" y={y} text-anchor={anchor}>
      {text}
    </text>
  );
}

function Wait({ call, index, axis, middle, isLarge }: PartProps & { readonly index: number }) {
  const [attempt, next] = call.attempts.slice(index);
  if (attempt === undefined) return null;
  const from = since(call, attempt) + (attempt.took ?? 0);
  const [start, asked] = [percent(from, axis), attempt.retryAfter ?? 0];
  const waited = next && Math.max(0, next.at - (attempt.at + (attempt.took ?? 0)));
  const half = isLarge ? 9 : 6;
  // Too little room for a text: the table below says it.
  const hasRoom = (waited ?? asked) / axis > 0.16;
  const isEarly = next !== undefined && earlyMs(call, index + 1) > 0;
  const [tone, text] = saidOf(waited ?? 0, asked, isEarly);
  return (
    <g>
      {asked > 0 && (
        <>
          <rect
            class="asked"
            x={start}
            width={`${shareOf(asked, axis).toFixed(2)}%`}
            y={middle - half}
            height={half * 2}
          />
          <Line
            class="asked-edge"
            x={[percent(from + asked, axis)]}
            y={[middle - half - 4, middle + half + 4]}
          />
        </>
      )}
      {next !== undefined && (
        <Line class="l-kept" x={[start, percent(since(call, next), axis)]} y={[middle]} />
      )}
      {isLarge && hasRoom && (
        <text class={tone} x={start} dx="8" y={middle + 26}>
          {text}
        </text>
      )}
    </g>
  );
}

function saidOf(waited: number, asked: number, isEarly: boolean): readonly [string, string] {
  const [took, wanted] = [span(waited * 1000), span(asked * 1000)];
  if (isEarly) return ["bad strong", `waited ${took} of ${wanted}`];
  return asked > 0 ? ["wait strong", `asked to wait ${wanted}`] : ["ink2", took];
}
