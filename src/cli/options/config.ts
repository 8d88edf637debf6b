import { existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Command, Option } from "commander";
import { Failure } from "../terminal/terminal.ts";

/** The names by which a config file is found, from the current folder upwards. */
const names = ["yaml", "yml", "json"].map((ending) => `service-emulator.config.${ending}`);

/** Members that name files: from the folder of the config, not from where it was started. */
const paths = "fixtures quirks state dataDir readyFile exportOnExit tlsCert tlsKey tlsCaFile".split(
  " ",
);

export const configSource = "config";

/** Undefined: there is none. */
export interface ConfigFile {
  readonly file: string;
  /** Whether nobody named it: others may have put it there. */
  readonly isFound: boolean;
}

export function configFile(given: string | undefined): ConfigFile | undefined {
  if (given !== undefined) return { file: resolve(given), isFound: false };
  const file = foundFrom(process.cwd());
  return file === undefined ? undefined : { file, isFound: true };
}

/** The first upwards to the root of the repository, or to the home folder. */
function foundFrom(current: string): string | undefined {
  const home = realHome();
  for (let folder = current; ; folder = dirname(folder)) {
    // Where everybody writes, as in a folder for temporary files, is nobody's project.
    if (folder !== current && (statSync(folder).mode & everybodyWrites) !== 0) return undefined;
    const found = names.map((name) => join(folder, name)).find((file) => existsSync(file));
    const isLast = folder === home || folder === dirname(folder);
    if (found !== undefined || isLast || existsSync(join(folder, ".git"))) return found;
  }
}

/** The bit of a mode, which Windows gives to every folder. */
const everybodyWrites = process.platform === "win32" ? 0 : 0o002;

function realHome(): string | undefined {
  try {
    return realpathSync(homedir());
  } catch {
    // There need not be one.
    return undefined;
  }
}

/** Gives a command what a config file says and neither flag nor variable does. @throws Failure with file and line */
export async function applyConfig(command: Command, config: ConfigFile): Promise<void> {
  const { file } = config;
  const values = await readConfig(config);
  for (const option of command.options) {
    const name = option.attributeName();
    const said = command.getOptionValueSource(name);
    if (!Object.hasOwn(values, name) || said === "cli" || said === "env") continue;
    const value = readAs(option, values[name], file);
    command.setOptionValueWithSource(name, value, configSource);
  }
  command.setOptionValue("config", file);
}

/** What a file says member by member, where a flag says it in one text. */
const isTable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readAs(option: Option, value: unknown, file: string): unknown {
  if (typeof value === "boolean" || isTable(value)) return value;
  const texts = (Array.isArray(value) ? value : [value]).map((each) =>
    isPath(option.attributeName(), String(each)) ? fromFolder(String(each), file) : String(each),
  );
  try {
    const { parseArg } = option;
    if (parseArg === undefined) return texts[0];
    // The first takes the place of the default, the others add to it, as with flags.
    return texts.reduce<unknown>(
      (before, text) => parseArg(text, before as never),
      option.defaultValue,
    );
  } catch (error) {
    throw new Failure(`${file}: ${option.attributeName()}: ${(error as Error).message}`, 2);
  }
}

const isPath = (name: string, text: string): boolean =>
  paths.includes(name) && (name !== "quirks" || text.includes("."));

/** Shipped fixtures are names, not files; so are quirks without an ending. */
const fromFolder = (text: string, file: string): string =>
  /^(?:demo|small|empty)$/.test(text) || isAbsolute(text) ? text : join(dirname(file), text);

/** YAML is read only where there is a config. */
async function readConfig({
  file,
  isFound,
}: ConfigFile): Promise<Readonly<Record<string, unknown>>> {
  const [{ readInput }, { Source }, { failureOfInput }, { shapeProblem }, { configShape }] =
    await Promise.all([
      import("../../seeding/input/input-file.ts"),
      import("../../seeding/fixture/source.ts"),
      import("./input-failure.ts"),
      import("../../world/read-shape.ts"),
      import("./config-shape.ts"),
    ]);
  const reading = isFound ? foundBytes(file) : readInput(file, configBytesMax);
  const bytes = await reading.catch((error: Error) => {
    if (error instanceof Failure) throw error;
    throw new Failure(`${file}: ${error.message}`, 2);
  });
  const text = bytes.toString();
  if (text.trim() === "") return {};
  try {
    const read = await Source.parse(text, file, "options of start (port, fixtures, …)");
    const problem = shapeProblem(configShape, read.value);
    if (problem === undefined) return read.value as unknown as Readonly<Record<string, unknown>>;
    const { path, message, nearest } = problem;
    const told = nearest === undefined ? message : `${message}; did you mean ${nearest}?`;
    throw read.error(path, told);
  } catch (error) {
    throw failureOfInput(error);
  }
}

async function foundBytes(file: string): Promise<Buffer> {
  const { UntrustedError, readTrusted } = await import("../../durable/trusted-file.ts");
  try {
    const asked = { is: "file", by: "user or root", closedTo: "strangers" } as const;
    return readTrusted(file, { ...asked, bytesMax: configBytesMax, followsLinks: true }).bytes;
  } catch (error) {
    if (!(error instanceof UntrustedError)) throw error;
    const advice = "Give it as --config if you trust it, or change its owner or its mode";
    throw new Failure(`${file} was found, and ${error.message}. ${advice}`, 2);
  }
}

const configBytesMax = 1_000_000;

export function originOf(command: Command, option: Option, file: string | undefined): string {
  const origins: Readonly<Record<string, string>> = {
    cli: option.long ?? "flag",
    env: option.envVar ?? "environment",
    [configSource]: file ?? configSource,
  };
  return origins[command.getOptionValueSource(option.attributeName()) ?? ""] ?? "default";
}
