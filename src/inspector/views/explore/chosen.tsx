import type { ExplorationView, Cell, Defect } from "../../../explore/result-shape.ts";
import { faultCommand, type Members } from "../../client/commands.ts";
import { CopyButton } from "../../parts/act-button.tsx";
import { Body } from "../../parts/json.tsx";
import { Head, Scroll, Sect } from "../../parts/layout.tsx";
import { RunCommand } from "../../parts/run-command.tsx";
import { Icon } from "../../parts/signs.tsx";
import { Table } from "../../parts/table.tsx";
import { counted } from "../../parts/time.ts";
import { hrefOf } from "../../store/ui.ts";
import { Differences } from "./differences.tsx";
import { Requests } from "./requests.tsx";

interface ChosenProps {
  readonly exploration: ExplorationView;
  readonly chosen: Defect | undefined;
  /** The cell that is open, in words. */
  readonly place: string | undefined;
  readonly cells: readonly Cell[];
}

/** The defects, and the one that is looked at. */
export function Chosen({ exploration: { state, result }, chosen, place, cells }: ChosenProps) {
  const defects = result?.defects ?? [];
  return (
    <>
      {place !== undefined && <Kinds place={place} cells={cells} />}
      <div class="sect">
        <h2>
          {defects.length === 0
            ? state === "running"
              ? "No defect so far"
              : "No defect was found"
            : `${counted(defects.length, "defect")}, the smallest schedule of each`}
        </h2>
      </div>
      <ul>
        {defects.map((defect) => (
          <li key={defect.name} class={`defect ${defect === chosen ? "on" : ""}`}>
            <Icon name="fail" className="bad" />
            <a
              title={defect.sentence}
              href={hrefOf("explore", "defect", defect.name)}
              {...(defect === chosen && { "aria-current": "true" as const })}
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

/** The kinds of fault that stand together in a cell. */
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

/** One defect: what differs, what the client asked, and how to see it again. */
function Opened({ defect, isRunning }: { defect: Defect; isRunning: boolean }) {
  const { name, faults, oracles, also, command, test, timeline, exitCode, places } = defect;
  const again = command ?? faults.map((fault) => faultCommand(fault as Members)).join("\n");
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
          <RunCommand key={name} only={onlyOf(places)} text="Run again" />
        </div>
      )}
      <Differences defect={defect} />
      <Again
        title={
          command === null ? "To see it again, plan this and run the client" : "To see it again"
        }
        text={again}
        what="the command"
        label="The command that shows it again"
      />
      {test !== "" && (
        <Again title="As a test" text={test} what="the test" label={`A test for ${name}`} />
      )}
    </>
  );
}

/** The operations and the kinds of fault at which a defect is. */
const onlyOf = (places: Defect["places"]): string[] => [
  ...new Set(places.flatMap(({ operation, kind }) => [operation, kind])),
];

interface AgainProps {
  readonly title: string;
  readonly text: string;
  readonly what: string;
  readonly label: string;
}

const Again = ({ title, text, what, label }: AgainProps) => (
  <Sect title={[title, <span class="grow" />, <CopyButton text={text} what={what} />]}>
    <Body body={text} label={label} />
  </Sect>
);
