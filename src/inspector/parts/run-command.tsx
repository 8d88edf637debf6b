import { useState } from "preact/hooks";
import { commandOf } from "../client/commands.ts";
import type { Act } from "../store/ui.ts";
import { ActButton, Icon } from "./signs.tsx";
import { Choice } from "./fields.tsx";
import { useCall, usePage } from "./page.ts";

interface RunCommandProps {
  /** It runs under a scenario, which is chosen, too. Default: it is explored. */
  readonly underScenario?: true;
  /** What of it is explored: operations and kinds of fault. Default: all. */
  readonly only?: readonly string[];
  readonly text?: string;
}

/** Runs one of the commands that the start allowed, and ends it. The page chooses: it can type none. */
export function RunCommand({ underScenario, only = [], text = "Run" }: RunCommandProps) {
  const { store, ui } = usePage();
  const { value } = useCall("GET /runs");
  const [chosen, choose] = useState("");
  const [named, name] = useState("");
  if (value === undefined) return null;
  const { commands, scenarios, running, last } = value;
  if (commands[0] === undefined)
    return (
      <p class="soft">
        To run your client from here, start the emulator with{" "}
        <code>--allow-command 'npm run sync'</code>
      </p>
    );
  const renewing = (command: string, run: () => Promise<unknown>): Act => ({
    command,
    run: async () => {
      await run();
      store.renewed.value += 1;
    },
  });
  if (running !== null) {
    const stop = renewing("Ctrl-C", () => store.control.call("DELETE /runs"));
    return (
      <div class="row2">
        <Icon name="due" className="acc" />
        <bdi class="mono cut">{running.command}</bdi>
        <ActButton act={stop} icon="stop" isSmall text="Stop" />
      </div>
    );
  }
  const command = chosen || (last?.command ?? commands[0]);
  const scenario = underScenario && (named || scenarios[0]);
  const words =
    scenario === undefined
      ? ["explore", ...only.flatMap((each) => ["--only", each])]
      : ["scenario", "run", scenario, "--url", location.origin];
  const run = renewing(`${commandOf(...words)} -- ${command}`, () => {
    const whole = ui.keep<{ of?: unknown }>("whole exploration", () => ({}));
    if (only.length > 0) whole.of ??= store.exploration.peek()?.result;
    else delete whole.of;
    return store.control.call("POST /runs", {}, { command, only, ...(scenario && { scenario }) });
  });
  return (
    <div class="row2 wraps">
      {scenario !== undefined && (
        <Choice label="Scenario" isBare value={scenario} names={scenarios} change={name} />
      )}
      <Choice label="Command" isBare value={command} names={commands} change={choose} />
      <ActButton act={run} icon="step" isMain text={text} />
      {last?.problem != null && only.length === 0 && last.scenario === scenario && (
        <details class="wrap">
          <summary class="bad">{last.problem}</summary>
          <pre class="body">{last.output.join("\n")}</pre>
        </details>
      )}
    </div>
  );
}
