import type { Defect } from "../../../explore/result-shape.ts";
import { Drawing, Line } from "../../parts/drawn.tsx";
import { Cut } from "../../parts/layout.tsx";
import { lookOf, Mark, Status } from "../../parts/signs.tsx";
import { span } from "../../parts/time.ts";

const percent = (at: number, last: number): string =>
  `${(3 + (at / Math.max(1, last)) * 80).toFixed(2)}%`;

/** The requests of a failing run: along its time, and one by one. */
export function Requests({ timeline, exitCode }: Pick<Defect, "timeline" | "exitCode">) {
  const last = timeline.at(-1)?.at ?? 0;
  const words = timeline.map(({ operation, status }) => `${operation} ${status ?? "no response"}`);
  return (
    <>
      <Drawing height={48} label={`${words.join(", ")}; exit ${exitCode}`}>
        <Line class="l-grid" x={["3%", percent(last, last)]} y={[20]} />
        {timeline.map(({ at, status, injected }, index) => {
          const [tone, icon] = lookOf(status);
          const x = percent(at, last);
          return (
            <g key={index}>
              {injected.length > 0 && <Line class="l-fault" x={[x]} y={[4, 34]} />}
              <Mark name={icon} x={x} y={20} tone={tone} />
            </g>
          );
        })}
        {timeline.length > 0 && (
          <>
            <text x="3%" y="46">
              0
            </text>
            <text x={percent(last, last)} y="46" text-anchor="middle">
              +{span(last)}
            </text>
            <text class={exitCode === 0 ? "t2" : "tb"} x={percent(last, last)} dx="14" y="24">
              exit {exitCode}
            </text>
          </>
        )}
      </Drawing>
      <ol class="moments">
        {timeline.map(({ at, operation, status, injected, retryAfterMs }, index) => (
          <li key={index} class="moment">
            <span class="num soft">{at} ms</span>
            <Status status={status} />
            <Cut class="op" text={operation} />
            <span class="fault cut">
              {injected.join(", ")}
              {retryAfterMs !== null && ` Retry-After ${span(retryAfterMs)}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
