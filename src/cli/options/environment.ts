import type { Command, Option } from "commander";
import { Failure } from "../terminal/failure.ts";

const prefix = "SERVICE_EMULATOR_";

/**
 * Readies the environment for commander, to which a variable is set even if it is empty, and a
 * switch is on whatever its variable says.
 *
 * @throws Failure for a switch that says neither yes nor no
 */
export function readEnvironment(env: NodeJS.ProcessEnv, program: Command): void {
  const switches = new Set(program.commands.flatMap(({ options }) => options).flatMap(switchOf));
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(prefix)) continue;
    if (value === "") delete env[name];
    else if (switches.has(name) && /^(0|false|no|off)$/i.test(value ?? "")) delete env[name];
    else if (switches.has(name) && !/^(1|true|yes|on)$/i.test(value ?? "")) {
      throw new Failure(`${name}: expected 1 or 0, not '${value}'`, 2);
    }
  }
}

const switchOf = ({ envVar, required, optional }: Option): string[] =>
  envVar === undefined || required || optional ? [] : [envVar];
