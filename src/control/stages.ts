import { stagesAbout, walkedStages } from "../contract/stages.ts";
import { operation } from "./act.ts";
import type { ControlOperation } from "./operation.ts";

export const stageOperations: readonly ControlOperation[] = [
  operation({
    on: "GET /_emulator/stages",
    common: true,
    does: "the stages of a request, in order: what each does, and the statuses of its responses",
    run: () => ({ stages: walkedStages.map((name) => ({ name, ...stagesAbout[name] })) }),
  }),
];
