import type { ExplorationView } from "../../../explore/result-shape.ts";
import { Meter } from "../../parts/drawn.tsx";
import { Sum } from "../../parts/layout.tsx";
import { counted, span } from "../../parts/time.ts";
import { ShowFile, ShowWhole } from "./show-file.tsx";

const doing = {
  reference: "runs without faults",
  schedules: "runs under faults",
  shrinking: "looks for the smallest schedule of each defect",
} as const;

/** What became of the schedules, and how far it is. */
export function Schedules({ exploration }: { exploration: ExplorationView }) {
  const { state, progress, result } = exploration;
  const { survived = 0, gaveUp = 0, left = 0 } = result?.schedules ?? {};
  const defects = result?.defects.length ?? progress?.found ?? 0;
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
        {state === "running" && progress !== null ? (
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
      {state !== "running" && <ShowFile />}
      {state !== "running" && <ShowWhole />}
    </Sum>
  );
}
