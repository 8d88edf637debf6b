import type { Defect } from "../../../explore/result-shape.ts";
import { Sect } from "../../parts/layout.tsx";
import { Table } from "../../parts/table.tsx";

/** More are not listed: the explore.json has them. */
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
          {difference.slice(0, oddMax).map((odd) => (
            <Record key={`${odd.collection} ${odd.what} ${odd.name}`} odd={odd} />
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
