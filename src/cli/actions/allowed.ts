import { ControlError } from "../../emulation/problem.ts";
import type { RunAsked, RunEnd, Runner } from "../../emulation/runner.ts";
import type { Emulator } from "../../emulator.ts";
import { searchOf } from "../../explore/read-options.ts";
import { emulationOf, exploreIn } from "../../explorer.ts";
import { readScenario, shippedScenarios } from "../../scenarios/read.ts";
import { commandEnvironment } from "../process/command-environment.ts";
import { quietEnd } from "../process/quiet-child.ts";
import type { Trusted } from "../process/tls.ts";
import { shellLine } from "../terminal/terminal.ts";

/** As many of the last lines of a command say why it failed. */
const outputMax = 20;

/** A run ends when it is stopped: a scenario waits for its client however long it takes. */
const scenarioMsMax = 2 ** 31 - 1;

type Going = { readonly asked: RunAsked; readonly ending: AbortController; ended?: Promise<void> };

interface Where {
  readonly emulator: Emulator;
  readonly authScheme: string;
  readonly trusted: Trusted | undefined;
}

/** The commands that were named at the start, run in the emulator's own process group for whoever looks at the page. */
export function allowed(commands: readonly string[], where: Where): Runner {
  let going: Going | undefined;
  let last: RunEnd | undefined;
  return {
    commands,
    scenarios: shippedScenarios(),
    get last() {
      return last;
    },
    get running() {
      return going?.asked;
    },
    async begin(asked: RunAsked): Promise<void> {
      if (going !== undefined)
        throw new ControlError("a command runs already: stop it first", "", { kind: "conflict" });
      const ending = new AbortController();
      const begun: Going = { asked, ending };
      going = begun;
      try {
        const run =
          asked.scenario === undefined
            ? await explored(where, asked, ending.signal)
            : await underScenario(where, asked, ending.signal);
        const end = run().catch((error: Error & { output?: readonly string[] }) => ({
          problem: error.message,
          output: error.output ?? [],
        }));
        begun.ended = end.then(({ problem, output }) => {
          const why = ending.signal.aborted ? "it was stopped" : problem;
          last = { ...asked, problem: why, output: output.slice(-outputMax) };
          going = undefined;
        });
      } catch (error) {
        going = undefined;
        throw error;
      }
    },
    async stop(): Promise<void> {
      going?.ending.abort();
      await going?.ended;
    },
  };
}

/** Each run has a sandbox of its own: nothing of the emulator's other state is touched. */
async function explored(where: Where, { command, only = [] }: RunAsked, ending: AbortSignal) {
  const { emulator, authScheme, trusted } = where;
  const search = searchOf({ only: [...only] }, emulationOf(emulator).api.targets);
  const { inSandbox, until } = await import("./explore/in-sandbox.ts");
  const how = { emulator, trusted, skipped: undefined, timeoutMs: search.timeoutMs };
  const act = until(ending, inSandbox({ words: shellLine(command), values: { authScheme } }, how));
  const asSearched = { ...search, kills: process.platform !== "win32", skipsWaits: false };
  return async () => {
    await exploreIn(emulator, act, asSearched, { ending });
    return { problem: null, output: [] };
  };
}

/** On the present state, as with `scenario run --url`. */
async function underScenario(
  { emulator, authScheme, trusted }: Where,
  { command, scenario: name = "" }: RunAsked,
  ending: AbortSignal,
) {
  const read = await readScenario(name, { driven: true });
  const { fixtures: _fixtures, settings: _settings, ...scenario } = read;
  const id = emulator.scenarios.begin(scenario);
  const env = commandEnvironment(emulator, { authScheme }, trusted);
  return async () => {
    await emulator.scenarios.settled(id);
    // It may be stopped before it starts.
    const end = ending.aborted
      ? undefined
      : await quietEnd({ command: shellLine(command), env }, scenarioMsMax, ending);
    if (end === undefined || ending.aborted) {
      await emulator.fetch(`/_emulator/scenarios/${id}`, { method: "DELETE" });
      return { problem: null, output: [] };
    }
    await emulator.scenarios.settled(id, end.exitCode);
    emulator.scenarios.finish(id, end.exitCode, end.output);
    return { problem: end.error ?? null, output: [...end.output, ...(end.errors ?? [])] };
  };
}
