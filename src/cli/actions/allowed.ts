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

interface Going {
  readonly asked: RunAsked;
  readonly ending: AbortController;
  ended?: Promise<void>;
}

/** The commands that were named at the start, run in the emulator's own process group for whoever looks at the page. */
export class Allowed implements Runner {
  readonly commands: readonly string[];
  readonly scenarios = shippedScenarios();
  readonly #emulator: Emulator;
  readonly #authScheme: string;
  readonly #trusted: Trusted | undefined;
  #going: Going | undefined;
  last: RunEnd | undefined;

  constructor(
    emulator: Emulator,
    { commands, authScheme }: { readonly commands: readonly string[]; readonly authScheme: string },
    trusted: Trusted | undefined,
  ) {
    this.#emulator = emulator;
    this.commands = commands;
    this.#authScheme = authScheme;
    this.#trusted = trusted;
  }

  get running(): RunAsked | undefined {
    return this.#going?.asked;
  }

  async begin(asked: RunAsked): Promise<void> {
    if (this.#going !== undefined)
      throw new ControlError("a command runs already: stop it first", "", { kind: "conflict" });
    const ending = new AbortController();
    const going: Going = { asked, ending };
    this.#going = going;
    try {
      const run =
        asked.scenario === undefined
          ? await this.#explored(asked, ending.signal)
          : await this.#underScenario(asked, asked.scenario, ending.signal);
      const end = run().catch((error: Error & { output?: readonly string[] }) => ({
        problem: error.message,
        output: error.output ?? [],
      }));
      going.ended = end.then(({ problem, output }) => {
        const why = ending.signal.aborted ? "it was stopped" : problem;
        this.last = { ...asked, problem: why, output: output.slice(-outputMax) };
        this.#going = undefined;
      });
    } catch (error) {
      this.#going = undefined;
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#going?.ending.abort();
    await this.#going?.ended;
  }

  /** Each run has a sandbox of its own: nothing of the emulator's other state is touched. */
  async #explored({ command, only = [] }: RunAsked, ending: AbortSignal) {
    const emulator = this.#emulator;
    const search = searchOf({ only: [...only] }, emulationOf(emulator).api.targets);
    const { inSandbox } = await import("./explore/in-sandbox.ts");
    const { timeoutMs } = search;
    const how = { emulator, trusted: this.#trusted, skipped: undefined, timeoutMs };
    const act = inSandbox(
      { words: shellLine(command), values: { authScheme: this.#authScheme } },
      how,
    );
    return async () => {
      await exploreIn(
        emulator,
        (sandbox, stopped, more) => {
          ending.throwIfAborted();
          return act(sandbox, AbortSignal.any([ending, stopped]), more);
        },
        { ...search, kills: process.platform !== "win32", skipsWaits: false },
        { ending },
      );
      return { problem: null, output: [] };
    };
  }

  /** On the present state, as with `scenario run --url`. */
  async #underScenario({ command }: RunAsked, name: string, ending: AbortSignal) {
    const emulator = this.#emulator;
    const read = await readScenario(name, { driven: true });
    const { fixtures: _fixtures, settings: _settings, ...scenario } = read;
    const id = emulator.scenarios.begin(scenario);
    const env = commandEnvironment(emulator, { authScheme: this.#authScheme }, this.#trusted);
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
}
