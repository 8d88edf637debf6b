import type { Defect } from "../../../explore/result-shape.ts";
import { Drawing, Line } from "../../parts/drawn.tsx";
import { Cut, Sect, Table } from "../../parts/layout.tsx";
import { lookOf, Mark, Status } from "../../parts/signs.tsx";
import { span } from "../../parts/time.ts";

const percent = (at: number, last: number): string =>
  `${(3 + (at / Math.max(1, last)) * 80).toFixed(2)}%`;

export function Requests({ timeline, exitCode }: Pick<Defect, "timeline" | "exitCode">) {
  const last = timeline.at(-1)?.at ?? 0;
  const end = percent(last, last);
  const words = timeline.map(({ operation, status }) => `${operation} ${status ?? "no response"}`);
  return (
    <>
      <Drawing height={48} label={`${words.join(", ")}; exit ${exitCode}`}>
        <Line class="l-grid" x={["3%", end]} y={[20]} />
        {timeline.map(({ at, status, injected }, index) => (
          <g key={index}>
            {injected.length > 0 && <Line class="l-fault" x={[percent(at, last)]} y={[4, 34]} />}
            <Mark look={lookOf(status)} x={percent(at, last)} y={20} />
          </g>
        ))}
        {timeline.length > 0 && (
          <>
            <text x="3%" y="46">
              0
            </text>
            <text x={end} y="46" text-anchor="middle">
              +{span(last)}
            </text>
            <text class={exitCode === 0 ? "ink2" : "bad strong"} x={end} dx="14" y="24">
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

const oddMax = 50;

const says = (value: unknown): string => JSON.stringify(value) ?? "–";

/** What is not as in a run without faults: records, and lines of output. */
export function Differences({ defect: { difference, missing, exitCode } }: { defect: Defect }) {
  if (difference.length === 0 && missing.length === 0) return null;
  const more = difference.length - oddMax;
  return (
    <Sect
      title={[
        difference.length > 0 ? "State, against a run without faults" : "Output",
        <span class="grow" />,
        exitCode === 0 && <span class="bad">exit 0, yet it differs</span>,
      ]}
    >
      {difference.length > 0 && (
        <Table class="odds" heads={[["record"], ["without faults", "num"], ["this run", "num"]]}>
          {difference.slice(0, oddMax).map((of) => (
            <Record key={`${of.collection} ${of.what} ${of.name}`} odd={of} />
          ))}
        </Table>
      )}
      {more > 0 && <p class="soft">and {more} more</p>}
      {missing.map(({ line }) => (
        <p key={line} class="wrap">
          <span class="bad">not printed:</span> <bdi class="mono">{line}</bdi>
        </p>
      ))}
    </Sect>
  );
}

function Record({ odd }: { odd: Defect["difference"][number] }) {
  const { collection, what, name, expected, found, members } = odd;
  return (
    <>
      <tr class={found > expected ? "more" : found < expected ? "less" : ""}>
        <td class="wrap">
          {what} {collection} <bdi>{name}</bdi>
        </td>
        <td class="num">{expected}</td>
        <td class="num">{found}</td>
      </tr>
      {Object.entries(members).map(([member, value]) => (
        <tr key={member}>
          {[member, says(value.expected), says(value.found)].map((text, index) => (
            <td key={index} class={`mono wrap ${index === 2 ? "bad" : ""}`}>
              <bdi>{text}</bdi>
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}
