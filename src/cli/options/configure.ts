import type { Command, Option } from "commander";
import { bothConsistencies } from "../../contract/consistency.ts";
import { applyConfig, configFile, configSource } from "./config.ts";
import { Failure } from "../terminal/terminal.ts";

/** @returns the file, if there is one */
export async function configure(command: Command): Promise<string | undefined> {
  const { config } = command.opts<{ config?: string }>();
  const found = configFile(config);
  if (found !== undefined) await applyConfig(command, found);
  settle(command);
  return found?.file;
}

/** What a command was asked: its words, its options, and how these were given. */
export interface Asked<Values, Words = readonly string[]> extends Given {
  readonly words: Words;
  readonly values: Values;
}

type Load = () => Promise<(asked: Asked<never, never>) => unknown>;

/** Has a command read its config file, and then do what is loaded. */
export const configured = (command: Command, load: Load): Command =>
  command.action(async (words: unknown, _: object, self: Command) => {
    await configure(self);
    const act = await load();
    await act({ words: words as never, values: self.opts() as never, ...givenTo(self) });
  });

/** What was said nearer to the command counts. */
const ranks: readonly (string | undefined)[] = [configSource, "env", "cli"];

/** Options that say the same in two ways, and why one cannot go with the other. */
const rivals: readonly (readonly [one: string, other: string, why: (other: string) => string])[] = [
  ["state", "fixtures", (other) => `it takes the place of fixtures, so it cannot go with ${other}`],
  ["consistency", "processingDelay", bothConsistencies],
];

/** The one that was said nearer counts. @throws Failure if both were said in the same way */
function settle(command: Command): void {
  const rankOf = (name: string) => ranks.indexOf(command.getOptionValueSource(name));
  for (const [one, other, why] of rivals) {
    if (rankOf(one) < 0 || rankOf(other) < 0) continue;
    if (rankOf(one) === rankOf(other))
      throw new Failure(`${sourceOf(command, one)}: ${why(sourceOf(command, other))}`, 2);
    const passed = rankOf(one) < rankOf(other) ? one : other;
    const { defaultValue } = command.options.find((each) => each.attributeName() === passed) ?? {};
    command.setOptionValueWithSource(passed, defaultValue, "default");
  }
}

export interface Given {
  readonly isGiven: (name: string) => boolean;
  /** The flag, the variable or the member of the config file that gave a value. */
  readonly sourceOf: (name: string) => string;
}

export const givenTo = (command: Command): Given => ({
  isGiven: (name) => ![undefined, "default"].includes(command.getOptionValueSource(name)),
  sourceOf: (name) => sourceOf(command, name),
});

function sourceOf(command: Command, name: string): string {
  const found = command.options.find((option) => option.attributeName() === name);
  const source = command.getOptionValueSource(name);
  if (source === configSource) return `${command.getOptionValue("config")}: ${name}`;
  const variable = source === "env" ? found?.envVar : undefined;
  return variable ?? found?.long ?? name;
}

const prefix = "SERVICE_EMULATOR_";

/** To commander an empty variable is set, and a switch always on. @throws Failure for a switch that says neither */
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
const besideOptions = (
  "URL API_KEY COMPANY_ID AUTH_SCHEME CA_FILE CLIENT_ID CLIENT_SECRET ACCESS_TOKEN REFRESH_TOKEN " +
  "CONTROL_TOKEN CODE_CACHE DEBUG DETACH LOG_FILE RUN"
)
  .split(" ")
  .map((name) => prefix + name);

/** Looks like one of ours, also where the prefix itself is written wrong. */
const likeOurs = /^SERVICE_?EMUL?AT[A-Z]*_/i;

/** What a cluster names after a service that is called like the program. */
const ofCluster = /^SERVICE_EMULATOR_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_(?:TCP|UDP))(?:_\w+)?$/;

export const looksLikeOurs = (env: NodeJS.ProcessEnv): boolean =>
  Object.keys(env).some((name) => likeOurs.test(name));

export function strangeVariables(env: NodeJS.ProcessEnv, program: Command) {
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
