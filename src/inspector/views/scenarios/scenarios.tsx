import type { ScenarioRun } from "../../client/stored.ts";
import { commandOf } from "../../client/commands.ts";
import { CopyButton } from "../../parts/act-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Badge } from "../../parts/status.tsx";
import { counted } from "../../parts/time.ts";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useCommand, useKeys, usePage } from "../../parts/use-page.ts";
import { VerdictSign } from "../../parts/verdict.tsx";

/** How far each scenario is, and what it found. */
export function Scenarios() {
  const { store, ui } = usePage();
  useCommand(commandOf("scenario", "list"));
  const { value } = useLoaded(() => store.control.scenarios(), [store.renewed.value]);
  const runs = (value ?? []).toReversed();
  const marked = ui.place.value[1];
  const chosen = runs.find(({ id }) => id === marked) ?? runs[0];
  const move = (by: number): void => {
    const next = chosen && runs[runs.indexOf(chosen) + by];
    if (next !== undefined) ui.go("scenarios", next.id);
  };
  useKeys({
    j: { label: "next", run: () => move(1) },
    k: { label: "back", run: () => move(-1) },
  });
  const command = "service-emulator scenario run burst-throttle -- npm test";
  if (value === undefined) return null;
  if (chosen === undefined)
    return (
      <div class="empty">
        <b>No scenario ran on this emulator yet</b>
        <p>A scenario started with its URL shows its steps here as they are reached:</p>
        <pre class="body">{`${command} --url ${location.origin}`}</pre>
        <CopyButton text={`${command} --url ${location.origin}`} what="the command" />
      </div>
    );
  return (
    <div class="two even">
      <section class="col" aria-label="Runs">
        <div class="scroll" tabIndex={0} role="region" aria-label="Runs, newest first">
          <table>
            <thead>
              <tr>
                <th>scenario</th>
                <th>steps</th>
                <th>verdict</th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <tr key={run.id} class={run === chosen ? "on" : ""}>
                  <td>
                    <a class="acc" href={`#/scenarios/${encodeURIComponent(run.id)}`}>
                      <bdi>{run.scenario}</bdi>
                    </a>
                  </td>
                  <td class="mono">
                    {run.steps.filter(({ done }) => done).length} of {run.steps.length}
                  </td>
                  <td>
                    <State run={run} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <Opened run={chosen} />
    </div>
  );
}

function State({ run: { over, verdict } }: { run: ScenarioRun }) {
  if (verdict === null)
    return (
      <Badge tone="idle" icon={over ? "na" : "due"}>
        {over ? "ended unjudged" : "running"}
      </Badge>
    );
  return (
    <Badge tone={verdict.passed ? "ok" : "bad"} icon={verdict.passed ? "pass" : "fail"}>
      {verdict.passed ? "passed" : "failed"}
    </Badge>
  );
}

function Opened({ run }: { run: ScenarioRun }) {
  return (
    <aside class="side" aria-label="Run">
      <div class="sect">
        <h2>
          <bdi>{run.scenario}</bdi>
        </h2>
        <State run={run} />
      </div>
      <section class="sect">
        <h3>Steps</h3>
        <ol>
          {run.steps.map(({ name, done, problem, hits }) => (
            <li class="row2" key={name}>
              <Icon
                name={problem !== null ? "fail" : done ? "pass" : "due"}
                className={problem !== null ? "bad" : done ? "ok" : "idle"}
              />
              <span class="sr">{problem !== null ? "failed" : done ? "done" : "not reached"}</span>
              <bdi class="cut" title={name}>
                {name}
              </bdi>
              {hits > 0 && <span class="soft">met by {counted(hits, "request")}</span>}
              {problem !== null && <bdi class="bad">{problem}</bdi>}
            </li>
          ))}
        </ol>
      </section>
      {run.verdict !== null && (
        <section class="sect">
          <h3>Expectations</h3>
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
        </section>
      )}
    </aside>
  );
}
