import type { ScenarioDetail } from "../../../scenarios/detail.ts";
import { CopyButton } from "../../parts/act-button.tsx";
import { Cut, Empty, Go, Sect } from "../../parts/layout.tsx";
import { stepKeys, useCall, useCommand, useKeys, usePage } from "../../parts/page.ts";
import { VerdictSign } from "../../parts/rules.tsx";
import { Badge, type Look, Sign } from "../../parts/signs.tsx";
import { Table } from "../../parts/table.tsx";
import { counted } from "../../parts/time.ts";

/** How far each scenario is, and what it found. */
export function Scenarios() {
  const { ui } = usePage();
  useCommand("scenario", "list");
  const { value } = useCall("GET /scenarios");
  const runs = (value?.scenarios ?? []).toReversed();
  const marked = ui.place.value[1];
  const chosen = runs.find(({ id }) => id === marked) ?? runs[0];
  useKeys(stepKeys(runs, chosen, ({ id }) => ui.go("scenarios", id)));
  const command = `service-emulator scenario run burst-throttle -- npm test --url ${location.origin}`;
  if (value === undefined) return null;
  if (chosen === undefined)
    return (
      <Empty title="No scenario ran on this emulator yet">
        <p>A scenario started with its URL shows its steps here as they are reached:</p>
        <pre class="body">{command}</pre>
        <CopyButton text={command} what="the command" />
      </Empty>
    );
  return (
    <div class="two even">
      <section class="col" aria-label="Runs">
        <Table
          label="Runs, newest first"
          rows={runs}
          keyOf={({ id }) => id}
          chosen={chosen}
          columns={[
            ["scenario", "", ({ id, scenario }) => <Go to={["scenarios", id]} text={scenario} />],
            ["steps", "mono", ({ steps }) => `${steps.filter(isDone).length} of ${steps.length}`],
            ["verdict", "", (run) => <Badge look={lookOf(run)} />],
          ]}
        />
      </section>
      <Opened run={chosen} />
    </div>
  );
}

const isDone = ({ done }: ScenarioDetail["steps"][number]): boolean => done;

const failed: Look = ["bad", "fail", "failed"];
const reached: Look = ["ok", "pass", "done"];
const ahead: Look = ["idle", "due", "not reached"];

function lookOf({ over, verdict }: ScenarioDetail): Look {
  if (verdict !== null) return verdict.passed ? ["ok", "pass", "passed"] : failed;
  return over ? ["idle", "na", "ended unjudged"] : ["idle", "due", "running"];
}

function Opened({ run }: { run: ScenarioDetail }) {
  return (
    <aside class="side" aria-label="Run">
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
            {run.verdict.expectations.map(({ name, passed, message }) => (
              <li class="row2" key={name}>
                <VerdictSign verdict={passed ? "pass" : "fail"} />
                <span>
                  <bdi>{name}</bdi> <bdi class="soft">{message}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </Sect>
      )}
    </aside>
  );
}
