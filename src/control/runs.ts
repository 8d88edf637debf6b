import { described, type Infer, list, object, phrase, string } from "../contract/shape.ts";
import { operation } from "./act.ts";
import { forbidden, unknownId } from "../emulation/problem.ts";
import type { Runner } from "../emulation/runner.ts";
import type { ControlCall, ControlOperation } from "./operation.ts";

export type RunsView = ReturnType<typeof viewRuns>;

/** What may be run from the page, what runs, and what became of the last. */
const viewRuns = ({ emulation: { runner } }: Pick<ControlCall, "emulation">) => ({
  commands: runner?.commands ?? [],
  scenarios: runner?.scenarios ?? [],
  running: runner?.running ?? null,
  last: runner?.last ?? null,
});

const runShape = object({
  command: phrase("One of those that --allow-command named at the start, letter for letter."),
  "scenario?": phrase("A scenario that comes with the package. Default: the command is explored."),
  "only?": described(list(string()), "Explore only these operations and kinds of fault."),
});

/** What runs commands. @throws ControlError where none may be run, and for a caller who names the emulator otherwise than by loopback */
function runnerOf({ emulation: { runner }, origin }: ControlCall): Runner {
  if (runner === undefined)
    throw forbidden("no command may be run: start with --allow-command 'npm run sync'");
  if (!/^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(origin))
    throw forbidden("a command is run for loopback alone: open the page by its 127.0.0.1 address");
  return runner;
}

const whole = "a command runs beside the whole emulator";

export const runOperations: readonly ControlOperation[] = [
  operation("GET /_emulator/runs", {
    does: "the commands that --allow-command named, what runs of them, and what became of the last",
    whole,
    run: viewRuns,
  }),
  operation("POST /_emulator/runs", {
    does: 'explores a command, or runs it under a scenario: { "command", "scenario"?, "only"? }',
    whole,
    body: runShape,
    status: 202,
    run: async (call) => {
      const runner = runnerOf(call);
      const asked = call.body as Infer<typeof runShape>;
      if (!runner.commands.includes(asked.command))
        throw forbidden("is none of those that --allow-command named", "command");
      const { scenario } = asked;
      if (scenario !== undefined && !runner.scenarios.includes(scenario))
        throw unknownId("scenario", scenario, runner.scenarios);
      await runner.begin(asked);
      return { running: asked };
    },
  }),
  operation("DELETE /_emulator/runs", {
    does: "ends the command that runs, and all that it has started; nothing, where none does",
    whole,
    run: (call) => (call.emulation.runner === undefined ? undefined : runnerOf(call).stop()),
  }),
];
