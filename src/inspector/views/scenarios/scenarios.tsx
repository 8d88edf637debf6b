import type { ScenarioDetail } from "../../../scenarios/detail.ts";
import { CopyButton } from "../../parts/act-button.tsx";
import { Cut, Empty, Sect } from "../../parts/layout.tsx";
import { List } from "../../parts/list/list.tsx";
import { useCall, useCommand } from "../../parts/page.ts";
import { VerdictSign } from "../../parts/rules.tsx";
import { Badge, type Look, Sign } from "../../parts/signs.tsx";
import { counted } from "../../parts/time.ts";

const command = (): string =>
  `service-emulator scenario run burst-throttle -- npm test --url ${location.origin}`;

/** How far each scenario is, and what it found. */
export function Scenarios() {
  useCommand("scenario", "list");
  const { value, problem } = useCall("GET /scenarios");
  return (
    <List
      of="runs"
      order="newest first"
      place={["scenarios"]}
      rows={value?.scenarios.toReversed()}
      problem={problem}
      idOf={({ id }) => id}
      textOf={({ scenario }) => scenario}
      hint="scenario …"
      columns={[
        { head: "scenario", px: 130, grows: 1, cell: ({ scenario }) => <bdi>{scenario}</bdi> },
        {
          head: "steps",
          px: 80,
          class: "mono",
          cell: ({ steps }) => `${steps.filter(isDone).length} of ${steps.length}`,
        },
        { head: "verdict", px: 130, cell: (run) => <Badge look={lookOf(run)} /> },
      ]}
      empty={
        <Empty title="No scenario ran on this emulator yet">
          <p>A scenario started with its URL shows its steps here as they are reached:</p>
          <pre class="body">{command()}</pre>
          <CopyButton text={command()} what="the command" />
        </Empty>
      }
      opensFirst
      sideName="Run"
      side={(run) => run && <Opened run={run} />}
    />
  );
}

const isDone = ({ done }: ScenarioDetail["steps"][number]): boolean => done;

const failed: Look = ["bad", "fail", "failed"];
const reached: Look = ["ok", "pass", "done"];
const unexercised: Look = ["idle", "na", "not exercised"];
const ahead: Look = ["idle", "due", "not reached"];

function lookOf({ over, verdict }: ScenarioDetail): Look {
  if (verdict?.passed === false) return failed;
  if (verdict?.exercised === false) return unexercised;
  if (verdict !== null) return ["ok", "pass", "passed"];
  return over ? ["idle", "na", "ended unjudged"] : ["idle", "due", "running"];
}

function Opened({ run }: { run: ScenarioDetail }) {
  return (
    <>
      <div class="sect">
        <h2>
          <bdi>{run.scenario}</bdi>
        </h2>
        <Badge look={lookOf(run)} />
      </div>
      <Sect title="Steps">
        <ol>
          {run.steps.map(({ name, done, problem, hits }) => (
            <li class="row2" key={name}>
              <Sign look={problem !== null ? failed : done ? reached : ahead} />
              <Cut text={name} />
              {hits > 0 && <span class="soft">met by {counted(hits, "request")}</span>}
              {problem !== null && <bdi class="bad">{problem}</bdi>}
            </li>
          ))}
        </ol>
      </Sect>
      {run.verdict !== null && (
        <Sect title="Expectations">
          <ul>
            {run.verdict.expectations.map(({ name, passed, unmet, message }) => (
              <li class="row2" key={name}>
                <VerdictSign verdict={unmet ? "not exercised" : passed ? "pass" : "fail"} />
                <span>
                  <bdi>{name}</bdi> <bdi class="soft">{message}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </Sect>
      )}
    </>
  );
}
