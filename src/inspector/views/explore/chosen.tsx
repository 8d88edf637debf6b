import type { FaultInput } from "../../client/answers.ts";
import type { Cell, Defect, Exploration } from "../../client/explored.ts";
import { faultCommand } from "../../client/commands.ts";
import { CopyButton } from "../../parts/act-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { counted } from "../../parts/time.ts";
import { Differences } from "./differences.tsx";
import { Requests } from "./requests.tsx";

interface ChosenProps {
  readonly exploration: Exploration;
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
              href={`#/explore/defect/${encodeURIComponent(defect.name)}`}
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
      {chosen !== undefined && <Opened defect={chosen} />}
    </>
  );
}

const columns = ["survived", "gaveUp", "defects", "unmet", "left"] as const;

/** The kinds of fault that stand together in a cell. */
function Kinds({ place, cells }: { place: string; cells: readonly Cell[] }) {
  return (
    <section aria-label="Cell">
      <div class="sect">
        <h2 class="op">
          <bdi>{place}</bdi>
        </h2>
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label="Kinds of fault in this cell">
        <table>
          <thead>
            <tr>
              <th>fault</th>
              <th class="num">survived</th>
              <th class="num">gave up</th>
              <th class="num">defect</th>
              <th class="num">unmet</th>
              <th class="num">not tried</th>
            </tr>
          </thead>
          <tbody>
            {cells.map((cell) => (
              <tr key={cell.kind}>
                <td class="mono">
                  <bdi>{cell.kind}</bdi>
                </td>
                {columns.map((name) => (
                  <td key={name} class={`num ${name === "defects" && cell[name] > 0 ? "bad" : ""}`}>
                    {cell[name] === 0 ? "" : cell[name]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** One defect: what differs, what the client asked, and how to see it again. */
function Opened({ defect }: { defect: Defect }) {
  const { name, faults, oracles, also, command, test, timeline, exitCode } = defect;
  const again = command ?? faults.map((fault) => faultCommand(fault as FaultInput)).join("\n");
  return (
    <>
      <section class="sect">
        <h3>Requests of a failing run, found by {oracles.join(", ")}</h3>
        <Requests timeline={timeline} exitCode={exitCode} />
        {also.length > 0 && (
          <p class="soft">
            {counted(also.length, "more schedule fails", "more schedules fail")} for the same
            reason.
          </p>
        )}
      </section>
      <Differences defect={defect} />
      <section class="sect">
        <h3>
          {command === null ? "To see it again, plan this and run the client" : "To see it again"}
          <span class="grow" />
          <CopyButton text={again} what="the command" />
        </h3>
        <pre class="body" tabIndex={0} aria-label="The command that shows it again">
          {again}
        </pre>
      </section>
      <section class="sect">
        <h3>
          As a test
          <span class="grow" />
          <CopyButton text={test} what="the test" />
        </h3>
        <pre class="body" tabIndex={0} aria-label={`A test for ${name}`}>
          {test}
        </pre>
      </section>
    </>
  );
}
