import type { Cell, Defect, ExplorationView } from "../../../explore/result-shape.ts";
import { faultCommand, type Members } from "../../client/commands.ts";
import { CopyButton, Icon } from "../../parts/signs.tsx";
import { Body, Head, Scroll, Sect, Table } from "../../parts/layout.tsx";
import { RunCommand } from "../../parts/run-command.tsx";
import { counted } from "../../parts/time.ts";
import { hrefOf } from "../../store/ui.ts";
import { Differences, Requests } from "./defect.tsx";

interface ChosenProps {
  readonly exploration: ExplorationView;
  readonly chosen: Defect | undefined;
  /** The cell that is open, in words. */
  readonly place: string | undefined;
  readonly cells: readonly Cell[];
}

export function Chosen({ exploration: { state, result }, chosen, place, cells }: ChosenProps) {
  const defects = result?.defects ?? [];
  const none = state === "running" ? "No defect so far" : "No defect was found";
  const some = `${counted(defects.length, "defect")}, the smallest schedule of each`;
  return (
    <>
      {place !== undefined && <Kinds place={place} cells={cells} />}
      <div class="sect">
        <h2>{defects.length === 0 ? none : some}</h2>
      </div>
      <ul>
        {defects.map((defect) => (
          <li key={defect.name} class={`defect ${defect === chosen ? "on" : ""}`}>
            <Icon name="fail" className="bad" />
            <a
              title={defect.sentence}
              href={hrefOf("explore", "defect", defect.name)}
              aria-current={defect === chosen ? "true" : undefined}
            >
              <bdi>{defect.sentence}</bdi>
            </a>
            <span class="tag" title="runs of the smallest schedule that failed">
              {defect.failed} of {defect.repeats}
            </span>
          </li>
        ))}
      </ul>
      {chosen !== undefined && <Opened defect={chosen} isRunning={state === "running"} />}
    </>
  );
}

/** What is counted of each kind, by the head of its column. */
const counts = {
  survived: "survived",
  "gave up": "gaveUp",
  defect: "defects",
  unmet: "unmet",
  "not tried": "left",
} as const;

const Kinds = ({ place, cells }: { place: string; cells: readonly Cell[] }) => (
  <section aria-label="Cell">
    <Head class="op" name={place} />
    <Scroll label="Kinds of fault in this cell">
      <Table heads={[["fault"], ...Object.keys(counts).map((head) => [head, "num"] as const)]}>
        {cells.map((cell) => (
          <tr key={cell.kind}>
            <td class="mono">
              <bdi>{cell.kind}</bdi>
            </td>
            {Object.values(counts).map((name) => (
              <td key={name} class={`num ${name === "defects" ? "bad" : ""}`}>
                {cell[name] || ""}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Scroll>
  </section>
);

function Opened({ defect, isRunning }: { defect: Defect; isRunning: boolean }) {
  const { name, faults, oracles, also, command, test, timeline, exitCode, places } = defect;
  const again = command ?? faults.map((fault) => faultCommand(fault as Members)).join("\n");
  const planning = command === null ? ", plan this and run the client" : "";
  const only = new Set(places.flatMap(({ operation, kind }) => [operation, kind]));
  return (
    <>
      <Sect title={`Requests of a failing run, found by ${oracles.join(", ")}`}>
        <Requests timeline={timeline} exitCode={exitCode} />
        {also.length > 0 && (
          <p class="soft">
            {counted(also.length, "more schedule fails", "more schedules fail")} for the same
            reason.
          </p>
        )}
      </Sect>
      {!isRunning && (
        <div class="sect">
          <RunCommand key={name} only={[...only]} text="Run again" />
        </div>
      )}
      <Differences defect={defect} />
      <Sect title={titled(`To see it again${planning}`, again, "the command")}>
        <Body body={again} label="The command that shows it again" />
      </Sect>
      {test !== "" && (
        <Sect title={titled("As a test", test, "the test")}>
          <Body body={test} label={`A test for ${name}`} />
        </Sect>
      )}
    </>
  );
}

const titled = (title: string, text: string, what: string) => [
  title,
  <span class="grow" />,
  <CopyButton text={text} what={what} />,
];
