import { type Stats, closeSync, constants, createReadStream, fstatSync, openSync } from "node:fs";
import { readSync, statSync, readdirSync } from "node:fs";
import { devNull } from "node:os";
import { resolve, basename, dirname, join } from "node:path";
import { FixtureError } from "../fixture/error.ts";
import { nearest } from "../../world/name-match.ts";

/** Why a file that a user named is not read: what is wrong with it, without its name. */
export class InputError extends Error {
  /** The system's code, such as ENOENT, if it refused the file. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

const blockBytes = 1 << 20;

/** A smaller file, in bytes, is read at once: to have a thread read it takes longer. */
const smallBytesMax = 65_536;

/** An open file, and how many bytes it has where that is known. */
type Opened = readonly [handle: number, size: number];

/** The bytes of a file in blocks: a regular file, /dev/null, or what is piped in (/dev/stdin, /dev/fd/N). @throws InputError for anything else, and for more than so many bytes */
export const blocksOf = (file: string, bytesMax: number): AsyncGenerator<Buffer> =>
  blocksFrom(opened(file, bytesMax), bytesMax);

async function* blocksFrom([fd, size]: Opened, bytesMax: number): AsyncGenerator<Buffer> {
  const highWaterMark = Math.min(blockBytes, size);
  let total = 0;
  try {
    for await (const block of createReadStream("", { fd, highWaterMark })) {
      total += (block as Buffer).length;
      if (total > bytesMax) throw tooLarge(bytesMax);
      yield block as Buffer;
    }
  } catch (error) {
    throw asInputError(error);
  }
}

export async function readInput(file: string, bytesMax: number): Promise<Buffer> {
  const input = opened(file, bytesMax);
  if (input[1] <= smallBytesMax) return wholeOf(input, bytesMax);
  const blocks = [];
  for await (const block of blocksFrom(input, bytesMax)) blocks.push(block);
  return Buffer.concat(blocks);
}

/** The same of a fixture or a file like it. @param missing what else to say where there is none @throws FixtureError */
export const readFixtureFile = (
  file: string,
  bytesMax: number,
  shown = file,
  missing = () => "",
): Promise<Buffer> =>
  readInput(file, bytesMax).catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    const { code, message } = error;
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    throw new FixtureError(shown, undefined, isMissing ? message + missing() : message);
  });

/** The same where nothing may happen meanwhile. */
export const readInputSync = (file: string, bytesMax: number): Buffer =>
  wholeOf(opened(file, bytesMax), bytesMax);

function wholeOf([handle, size]: Opened, bytesMax: number): Buffer {
  try {
    const blocks = [];
    for (let total = 0; ;) {
      const block = Buffer.allocUnsafe(Math.min(65_536, size + 1));
      const length = readSync(handle, block);
      if (length === 0) return Buffer.concat(blocks);
      total += length;
      if (total > bytesMax) throw tooLarge(bytesMax);
      blocks.push(block.subarray(0, length));
    }
  } catch (error) {
    throw asInputError(error);
  } finally {
    closeSync(handle);
  }
}

/** What it is, is asked before it is opened and again then: opening alone may wait for ever. */
function opened(file: string, bytesMax: number): Opened {
  const isPiped = /^\/(?:dev\/stdin|dev\/fd\/\d+|proc\/self\/fd\/\d+)$/.test(resolve(file));
  const mayBeAny = isPiped || resolve(file) === devNull;
  try {
    requireReadable(statSync(file), bytesMax, mayBeAny);
    const { O_RDONLY, O_NONBLOCK = 0 } = constants;
    const handle = openSync(file, mayBeAny ? O_RDONLY : O_RDONLY | O_NONBLOCK);
    try {
      const stat = fstatSync(handle);
      requireReadable(stat, bytesMax, mayBeAny);
      return [handle, stat.size || Infinity];
    } catch (error) {
      closeSync(handle);
      throw error;
    }
  } catch (error) {
    throw asInputError(error);
  }
}

function requireReadable(stat: Stats, bytesMax: number, mayBeAny: boolean): void {
  if (stat.isDirectory()) throw new InputError("is a directory; expected a file", "EISDIR");
  if (!stat.isFile() && !mayBeAny) {
    const what = stat.isFIFO() ? "a pipe" : stat.isSocket() ? "a socket" : "a device";
    throw new InputError(`is ${what}; expected a regular file, or /dev/stdin`);
  }
  if (stat.isFile() && stat.size > bytesMax)
    throw new InputError(`has ${stat.size} bytes; expected at most ${bytesMax}`);
}

const tooLarge = (bytesMax: number): InputError =>
  new InputError(`has more than ${bytesMax} bytes; expected at most that`);

const problems: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "is a directory; expected a file",
  EACCES: "cannot be read: permission denied",
  EPERM: "cannot be read: permission denied",
};

function asInputError(error: unknown): InputError {
  if (error instanceof InputError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new InputError(problems[code ?? ""] ?? `cannot be read: ${message}`, code);
}

/** Which file may be meant, of those that are shipped and those beside it, else the names of the shipped ones. @param given how its user wrote it @param kind what the shipped ones are, such as fixtures */
export function missingText(file: string, given: string, kind: string, shipped: readonly string[]) {
  const beside = filesBeside(file).map((name): [string, string] => [
    stem(name),
    join(dirname(given), name),
  ]);
  const byStem = new Map([...beside, ...shipped.map((name): [string, string] => [name, name])]);
  const meant = nearest(stem(given), byStem.keys());
  return meant === undefined
    ? ` (shipped ${kind}: ${shipped.join(", ")})`
    : `: did you mean ${byStem.get(meant)}?`;
}

const extension = /\.(?:ya?ml|json)$/;

const stem = (file: string): string => basename(file).replace(extension, "");

function filesBeside(file: string): string[] {
  try {
    return readdirSync(dirname(file)).filter((name) => extension.test(name));
  } catch {
    return [];
  }
}
