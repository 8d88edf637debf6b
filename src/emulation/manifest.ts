import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { boolean, integer, list, nullable, number, object, string } from "../contract/shape.ts";
import { literal, oneOf, record, type Infer, type Shape } from "../contract/shape.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import { shapeProblem, textOfPath } from "../world/read-shape.ts";
import { type Course, courseOf } from "../world/time/course.ts";
import type { Emulation } from "./emulation.ts";
import { isSealed, sealOf } from "./line-file.ts";
import { ControlError, wrongFolder } from "./problem.ts";

/** The file by which a folder is known to hold a state, and its format: a base of a data folder has another. */
export const manifestName = "state.json";
export const formatVersion = 1;
export const baseFormat = 2;

export const courseShape = object({
  mode: literal("real", "offset", "frozen", "accelerated"),
  factor: number(),
  ms: number(),
}) satisfies Shape<Course>;

const overrides = record(record(integer({ min: 1 })));

const surroundingsShape = object({
  clock: courseShape,
  /** How requests are limited, and the windows that are not as published. */
  limits: object({
    mode: oneOf(literal("real", "off"), number()),
    operations: overrides,
    tiers: overrides,
  }),
  /** How many planned faults could still act: they end with the process. */
  faults: integer({ min: 0 }),
});

export type Surroundings = Infer<typeof surroundingsShape>;

const baseShape = object({
  folder: string(),
  number: integer({ min: 1 }),
  /** What the log before it has; null: there is none. */
  after: nullable(
    object({
      log: integer({ min: 1 }),
      lines: integer({ min: 0 }),
      checksum: string(),
      closed: boolean(),
    }),
  ),
  /** Another state was put in the place of what the logs before it say. */
  "replaced?": boolean(),
  /** Since it was written, sandboxes are written as differences from what it has. */
  mark: string(),
});

/** Which base of which data folder a state is. */
export type BaseOf = Infer<typeof baseShape>;

/** The file of a base in which its sandboxes are, and with what its lines begin. */
export const sandboxesName = "sandboxes.jsonl";
export const sandboxLine = "sandbox";

/** With what the lines of a base are sealed. */
export const sealOfBase = ({ folder, number }: Pick<BaseOf, "folder" | "number">): number =>
  sealOf(`${folder} base ${number}`);

const [text, texts] = [string(), list(string())];
const secrets = { accessToken: text, refreshToken: text } as const;

const manifestShape = object({
  format: integer({ min: 1 }),
  version: string(),
  /** World time, ISO 8601. */
  exportedAt: string(),
  accounts: list(
    object({
      companyId: string(),
      file: string(),
      /** How many lines the file has: fewer are a file that was cut off. */
      lines: integer({ min: 1 }),
      /** CRC-32 of the file, as eight hexadecimal digits. */
      "checksum?": string(),
    }),
    { min: 1 },
  ),
  apps: list(
    object({ clientId: text, clientSecret: text, name: text, redirectUris: texts, scopes: texts }),
  ),
  tokens: list(object({ app: text, account: text, scopes: texts, lifeMs: number(), ...secrets })),
  "base?": baseShape,
  "around?": surroundingsShape,
  "sandboxes?": object({ lines: integer({ min: 1 }), checksum: string() }),
  "sum?": string(),
});

export type Manifest = Infer<typeof manifestShape>;

/** Reads the manifest of an exported state. @throws ControlError with file and member */
export function readManifest(folder: string): Manifest {
  const path = join(folder, manifestName);
  const value = parsed(textOf(path, folder), path) as Partial<Manifest> | null;
  const of = "an exported state";
  requireReadable(value?.format, { path, of, reads: baseFormat, version: value?.version });
  const manifest = shaped(manifestShape, value, path);
  if (manifest.format === baseFormat && !isSealed(manifest))
    throw wrongFolder(`${path} is not as it was written: restore a copy`);
  if (parseDatetime(manifest.exportedAt) === undefined)
    throw wrongFolder(`${path}: exportedAt: expected an ISO 8601 datetime`);
  const ids = new Set<string>();
  for (const { companyId, file } of manifest.accounts) {
    requireInside(folder, file, path);
    if (ids.has(companyId)) throw wrongFolder(`${path}: account ${companyId} is there twice`);
    ids.add(companyId);
  }
  return manifest;
}

export function isExported(folder: string): boolean {
  try {
    const path = join(folder, manifestName);
    const { format, accounts } = Object(parsed(textOf(path, folder), path)) as Partial<Manifest>;
    return Number.isSafeInteger(format) && Array.isArray(accounts);
  } catch {
    return false;
  }
}

/** That a later version wrote what is read: nothing is wrong with it. */
export class NewerVersionError extends ControlError {}

/** Refuses what a later version wrote, and what no version did. @param about `reads`: the newest format that is understood */
export function requireReadable(
  format: unknown,
  about: { path: string; of: string; reads: number; version?: unknown },
): void {
  const { path, of, reads, version } = about;
  if (typeof format !== "number" || !Number.isSafeInteger(format) || format < 1)
    throw wrongFolder(`${path}: expected the format of ${of}, 1 to ${reads}`);
  if (format <= reads) return;
  const by = typeof version === "string" ? `service-emulator ${version}` : "a newer version";
  throw new NewerVersionError(
    `${path} was written by ${by} in format ${format}, and this version reads format ${reads}: ` +
      "use that version or a newer one",
    "folder",
  );
}

function textOf(path: string, folder: string): string {
  try {
    if (!lstatSync(path).isFile()) throw wrongFolder(`${path} is no regular file`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof ControlError) throw error;
    const why = `${folder} holds no exported state: ${manifestName} is missing`;
    throw new ControlError(why, "folder", { kind: "unknown" });
  }
}

/** Whoever was handed a manifest does not read other files because of it. */
function requireInside(folder: string, file: string, path: string): void {
  const outside = () =>
    wrongFolder(`${path}: '${file}' is no file of this folder: only files within it are read`);
  if (file !== basename(file) || /[\\\0]/.test(file) || file === "." || file === "..")
    throw outside();
  let real: string;
  try {
    real = realpathSync(join(folder, file));
  } catch {
    // That it is missing is told by whoever opens it.
    return;
  }
  if (dirname(real) !== realpathSync(folder)) throw outside();
}

/** What was read, in its shape. @throws ControlError with the member */
export function shaped<T>(shape: Shape<T>, value: unknown, at: string): T {
  const problem = shapeProblem(shape, value);
  if (problem === undefined) return value as T;
  throw wrongFolder(`${at}: ${textOfPath(problem.path)}: ${problem.message}`);
}

export function parsed(text: string | undefined, at: string): unknown {
  try {
    if (text !== undefined) return JSON.parse(text);
  } catch {}
  throw wrongFolder(`${at}: no JSON`);
}

export function surroundingsOf({ lasting: world, limitOverrides }: Emulation): Surroundings {
  const { operations, tiers } = limitOverrides as Surroundings["limits"];
  return {
    clock: courseOf(world.clock),
    limits: { mode: world.limiting.mode, operations, tiers },
    faults: world.faults.left(world.clock.now()),
  };
}
