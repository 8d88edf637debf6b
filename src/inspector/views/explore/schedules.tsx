import type { ExplorationView } from "../../../explore/result-shape.ts";
import { commandOf } from "../../client/commands.ts";
import { ActButton, useTold, Icon } from "../../parts/signs.tsx";
import { Meter } from "../../parts/drawn.tsx";
import { Empty, Sum } from "../../parts/layout.tsx";
import { usePage } from "../../parts/page.ts";
import { RunCommand } from "../../parts/run-command.tsx";
import { counted, span } from "../../parts/time.ts";

const doing = {
  reference: "runs without faults",
  schedules: "runs under faults",
  shrinking: "looks for the smallest schedule of each defect",
} as const;

export function Schedules({ exploration }: { exploration: ExplorationView }) {
  const { state, progress, result } = exploration;
  const { survived = 0, gaveUp = 0, left = 0 } = result?.schedules ?? {};
  const defects = result?.defects.length ?? progress?.found ?? 0;
  const isRunning = state === "running";
  return (
    <Sum
      of={[
        [defects, defects > 0 ? "bad" : "", defects === 1 ? "defect" : "defects"],
        [survived, "ok", "survived"],
        [gaveUp, "wait", "gave up"],
        [left, "", "not tried"],
      ]}
    >
      <div class="grow how-far" aria-live="off">
        {isRunning && progress !== null ? (
          <>
            <span class="mono">
              {progress.runs} of {progress.of} runs
              {progress.leftMs !== null && `, ${span(progress.leftMs)} left`}
            </span>
            <Meter share={progress.runs / Math.max(1, progress.of)} tone="acc" />
            <span>{doing[progress.doing]}</span>
          </>
        ) : (
          <>
            {result !== null && (
              <span class="mono">
                {counted(result.runs, "run")} in {span(result.seconds * 1000)}, seed {result.seed}
              </span>
            )}
            <span>{state === "shown" ? "from an explore.json" : state}</span>
          </>
        )}
      </div>
      {!isRunning && <ShowFile />}
      {!isRunning && <ShowWhole />}
    </Sum>
  );
}

const command = commandOf("open", "--explore", "found/explore.json");

/** Chooses an explore.json of another run, such as one in CI, and shows it. */
function ShowFile() {
  const { store, ui } = usePage();
  if (store.saved !== undefined) return null;
  const show = async (file: File): Promise<void> => {
    const found: unknown = await file
      .text()
      .then(JSON.parse)
      .catch(() => {
        throw new Error("This file is no explore.json: it is no JSON.");
      });
    await store.control.call("POST /explore", {}, found);
  };
  return (
    <label class="btn small keep" {...useTold(command)}>
      <Icon name="list" />
      Show an explore.json
      <input
        type="file"
        class="sr"
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file === undefined) return;
          void ui.perform({ run: () => show(file), done: `This is ${file.name}.` });
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}

/** Goes back to what was explored before one defect was run again. */
function ShowWhole() {
  const { store, ui } = usePage();
  const whole = ui.keep<{ of?: unknown }>("whole exploration", () => ({}));
  if (whole.of == null) return null;
  const back = async (): Promise<void> => {
    await store.control.call("POST /explore", {}, whole.of);
    delete whole.of;
  };
  return <ActButton isSmall act={{ command, run: back }} text="Show the whole exploration" />;
}

export const Nothing = () => (
  <Empty
    title="Nothing was explored on this emulator yet"
    says="This command runs your client again and again, each time under other faults. It starts an emulator of its own, and prints the URL of this view there:"
    command="service-emulator explore -- npm run sync"
  >
    <RunCommand />
    <p>
      In a test, <code>explore(emulator, client)</code> shows here as it runs. The result of a run
      in CI is its <code>explore.json</code>:
    </p>
    <ShowFile />
  </Empty>
);
