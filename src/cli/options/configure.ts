import type { Command } from "commander";
import { applyConfig, configFile, configSource } from "./config.ts";
import { Failure } from "../terminal/failure.ts";
import { sourceOf } from "./source.ts";

/** Gives a command that boots an emulator what its config file says. @returns the file, if there is one */
export async function configure(command: Command): Promise<string | undefined> {
  const { config } = command.opts<{ config?: string }>();
  const file = configFile(config);
  if (file !== undefined) await applyConfig(command, file);
  settle(command);
  return file;
}

/** What was said nearer to the command counts. */
const ranks: readonly (string | undefined)[] = [configSource, "env", "cli"];

/**
 * An emulator begins with a state or with fixtures: the one that was said nearer counts.
 *
 * @throws Failure if both were said in the same way
 */
function settle(command: Command): void {
  const rankOf = (name: string) => ranks.indexOf(command.getOptionValueSource(name));
  const [state, fixtures] = [rankOf("state"), rankOf("fixtures")];
  if (state < 0 || fixtures < 0) return;
  if (state === fixtures) {
    const [one, other] = [sourceOf(command, "state"), sourceOf(command, "fixtures")];
    throw new Failure(`${one}: it takes the place of fixtures, so it cannot go with ${other}`, 2);
  }
  const passed = state < fixtures ? "state" : "fixtures";
  const { defaultValue } = command.options.find((each) => each.attributeName() === passed) ?? {};
  command.setOptionValueWithSource(passed, defaultValue, "default");
}
