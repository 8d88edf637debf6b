import type { ScenarioDetail } from "../../../scenarios/verdict.ts";
import { Cut, Head, Sect } from "../../parts/layout.tsx";
import { column } from "../../parts/list/columns.tsx";
import { List } from "../../parts/list/list.tsx";
import { useCall, useCommand } from "../../parts/page.ts";
import { RunCommand } from "../../parts/run-command.tsx";
import { VerdictSign } from "../../parts/rules.tsx";
import { Badge, type Look, Sign } from "../../parts/signs.tsx";
import { counted } from "../../parts/time.ts";

export function Scenarios() {
  useCommand("scenario", "list");
  const { value, problem } = useCall("GET /scenarios");
  return (
    <List<ScenarioDetail>
      of="runs"
      order="newest first"
      place={["scenarios"]}
      rows={value?.scenarios.toReversed()}
      problem={problem}
      idOf={({ id }) => id}
      textOf={({ scenario }) => scenario}
      hint="scenario …"
      above={
        <div class="sect">
          <RunCommand underScenario />
        </div>
      }
      columns={[
        column("scenario", 130, ({ scenario }) => <bdi>{scenario}</bdi>, { grows: 1 }),
        column("steps", 80, stepsOf, { class: "mono" }),
        column("verdict", 130, (run) => <Badge look={lookOf(run)} />),
      ]}
      none="No scenario ran on this emulator yet"
      noneSays="A scenario started with its URL shows its steps here as they are reached:"
      noneCommand={`service-emulator scenario run burst-throttle --url ${location.origin} -- npm test`}
      opensFirst
      sideName="Run"
      side={(run) => run && <Opened run={run} />}
    />
  );
}

const stepsOf = ({ steps }: ScenarioDetail): string =>
  `${steps.filter(({ done }) => done).length} of ${steps.length}`;

const failed: Look = ["bad", "fail", "failed"];
const reached: Look = ["ok", "pass", "done"];
const ahead: Look = ["idle", "due", "not reached"];

function lookOf({ over, verdict }: ScenarioDetail): Look {
  if (verdict?.passed === false) return failed;
  if (verdict?.exercised === false) return ["idle", "na", "not exercised"];
  if (verdict !== null) return ["ok", "pass", "passed"];
  return over ? ["idle", "na", "ended unjudged"] : ["idle", "due", "running"];
}

const Opened = ({ run }: { run: ScenarioDetail }) => (
  <>
    <Head name={run.scenario}>
      <Badge look={lookOf(run)} />
    </Head>
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
