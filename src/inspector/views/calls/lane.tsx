import type { CardAttempt, CardCall } from "../../../report/card-shape.ts";
import { earlyMs } from "../../parts/attempts.tsx";
import { Drawing, Line } from "../../parts/drawn.tsx";
import { lookOf, Mark } from "../../parts/signs.tsx";
import { span } from "../../parts/time.ts";

/** Seconds from the first attempt of its call. */
const since = ({ attempts }: CardCall, { at }: CardAttempt): number => at - (attempts[0]?.at ?? 0);

/** When an attempt had its response. */
const endOf = (attempt: CardAttempt): number => attempt.at + (attempt.took ?? 0);

/** How long a call has taken, with all that it was asked to wait, in seconds. */
const lengthOf = (call: CardCall): number =>
  Math.max(
    ...call.attempts.map((each) => since(call, each) + (each.took ?? 0) + (each.retryAfter ?? 0)),
  );

/** The lengths that an axis may have, in seconds. */
const lengths = [0.4, 1.2, 2, 4, 8, 16, 32, 60, 120, 240, 600, 1200, 3600];

/** An axis that all of these fit on, as long as they are not far too long. */
export const axisOf = (calls: readonly CardCall[]): number =>
  lengths.find((length) => calls.every((call) => lengthOf(call) <= length * 0.96)) ?? 3600;

const percent = (seconds: number, axis: number): string =>
  `${(2 + (Math.min(seconds, axis) / axis) * 90).toFixed(2)}%`;
const width = (seconds: number, axis: number): string =>
  `${((Math.min(seconds, axis) / axis) * 90).toFixed(2)}%`;

interface LaneProps {
  readonly call: CardCall;
  readonly axis: number;
}

/** The attempts of one call: what it was asked to wait is hatched, what it waited is a line. */
export function Lane({ call, axis, isLarge = false }: LaneProps & { isLarge?: boolean }) {
  const [height, middle] = isLarge ? [104, 48] : [44, 26];
  const statuses = call.attempts.map(({ status }) => status ?? "lost").join(", ");
  return (
    <Drawing height={height} label={`${call.about}: ${statuses}`}>
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <Line
          key={share}
          class="l-grid"
          x={[percent(share * axis, axis)]}
          y={isLarge ? [8, height - 20] : [4, height - 4]}
        />
      ))}
      {call.attempts.map((attempt, index) => (
        <Wait
          key={attempt.exchange}
          call={call}
          index={index}
          axis={axis}
          middle={middle}
          isLarge={isLarge}
        />
      ))}
      {call.attempts.map((attempt, index) => {
        const [tone, icon] = lookOf(attempt.status, attempt.outcome === "lost" ? 0 : null);
        const x = percent(since(call, attempt), axis);
        return (
          <g key={attempt.exchange}>
            <Mark name={icon} x={x} y={middle} tone={tone} />
            {isLarge && (
              <text x={x} y={20} text-anchor="middle" class="t2">
                {index + 1}
              </text>
            )}
          </g>
        );
      })}
      {isLarge ? (
        <Ticks axis={axis} height={height} />
      ) : (
        <Said call={call} axis={axis} middle={middle} />
      )}
    </Drawing>
  );
}

/** What is worth saying of a call, behind its end. */
function Said({ call, axis, middle }: LaneProps & { middle: number }) {
  const { attempts, outcome } = call;
  const tooEarly = Math.max(...attempts.map((_, index) => earlyMs(call, index)));
  const [text, className] =
    tooEarly > 0
      ? [`${span(tooEarly)} early`, "tb"]
      : outcome === "gave up"
        ? [`gave up after ${attempts.length}`, "t2"]
        : [String(attempts.at(-1)?.status ?? "lost"), "t2"];
  const length = lengthOf(call);
  // Where there is no room behind it, it stands above.
  const [anchor, y] = length > 0.7 * axis ? ["end", middle - 11] : ["start", middle + 4];
  return (
    <text class={className} x={percent(length, axis)} dx="10" y={y} text-anchor={anchor}>
      {text}
    </text>
  );
}

interface WaitProps extends LaneProps {
  readonly index: number;
  readonly middle: number;
  readonly isLarge: boolean;
}

/** What stands between two attempts. */
function Wait({ call, index, axis, middle, isLarge }: WaitProps) {
  const attempt = call.attempts[index];
  const next = call.attempts[index + 1];
  if (attempt === undefined) return null;
  const from = since(call, attempt) + (attempt.took ?? 0);
  const asked = attempt.retryAfter ?? 0;
  const waited = next === undefined ? 0 : Math.max(0, next.at - endOf(attempt));
  const tooEarly = next === undefined ? 0 : earlyMs(call, index + 1);
  const half = isLarge ? 9 : 6;
  // Too little room for a text: the table below says it.
  const hasRoom = (next === undefined ? asked : waited) / axis > 0.16;
  return (
    <g>
      {asked > 0 && (
        <>
          <rect
            class="asked"
            x={percent(from, axis)}
            width={width(asked, axis)}
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
        <Line
          class="l-kept"
          x={[percent(from, axis), percent(since(call, next), axis)]}
          y={[middle]}
        />
      )}
      {isLarge && hasRoom && (
        <text
          class={tooEarly > 0 ? "tb" : asked > 0 ? "tw" : "t2"}
          x={percent(from, axis)}
          dx="8"
          y={middle + 26}
        >
          {tooEarly > 0
            ? `waited ${span(waited * 1000)} of ${span(asked * 1000)}`
            : asked > 0
              ? `asked to wait ${span(asked * 1000)}`
              : span(waited * 1000)}
        </text>
      )}
    </g>
  );
}

/** The seconds below an axis. */
function Ticks({ axis, height }: { axis: number; height: number }) {
  return (
    <g>
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <text key={share} x={percent(share * axis, axis)} y={height - 5} text-anchor="middle">
          {share === 0 ? "0" : `+${span(share * axis * 1000)}`}
        </text>
      ))}
    </g>
  );
}
