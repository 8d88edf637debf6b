import type { Command, Option } from "commander";
import { Failure } from "../terminal/terminal.ts";

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

/** What the program gives to commands that it runs, and reads beside its options. */
const besideOptions = [
  "URL",
  "API_KEY",
  "COMPANY_ID",
  "AUTH_SCHEME",
  "CA_FILE",
  "CLIENT_ID",
  "CLIENT_SECRET",
  "ACCESS_TOKEN",
  "REFRESH_TOKEN",
  "CONTROL_TOKEN",
  "CODE_CACHE",
  "DEBUG",
  "DETACH",
  "LOG_FILE",
  "RUN",
].map((name) => prefix + name);

/** Looks like one of ours, also where the prefix itself is written wrong. */
const likeOurs = /^SERVICE_?EMUL?AT[A-Z]*_/i;

/** What a cluster names after a service that is called like the program. */
const ofCluster = /^SERVICE_EMULATOR_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_(?:TCP|UDP))(?:_\w+)?$/;

/** Whether any variable may be one of ours. */
export const looksLikeOurs = (env: NodeJS.ProcessEnv): boolean =>
  Object.keys(env).some((name) => likeOurs.test(name));

/** The variables that look like ours and are not, and all that are. */
export function strangeVariables(
  env: NodeJS.ProcessEnv,
  program: Command,
): { readonly strange: readonly string[]; readonly known: readonly string[] } {
  const known = [...new Set([...besideOptions, ...variablesOf(program)])];
  const strange = Object.keys(env).filter(
    (name) => likeOurs.test(name) && !known.includes(name) && !ofCluster.test(name),
  );
  return { strange, known };
}

const variablesOf = ({ options, commands }: Pick<Command, "options" | "commands">): string[] => [
  ...options.flatMap(({ envVar }) => envVar ?? []),
  ...commands.flatMap(variablesOf),
];
