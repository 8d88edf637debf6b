import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { FixtureError } from "../fixture/error.ts";
import { fileBytesMax } from "../fixture/read.ts";
import { readFixtureFile } from "../input/input-file.ts";
import { Source } from "../fixture/source.ts";
import { interactionOf, nockOf, entryOf, exchangesOfText } from "./formats.ts";
import { member, type RecordedExchange } from "./exchange.ts";

/** The largest recording in JSON, in bytes; one in YAML takes more room to read. */
const jsonBytesMax = 100_000_000;
const filesMax = 10_000;

export interface Recording {
  readonly exchanges: readonly RecordedExchange[];
  /** What of them is no exchange, in a sentence each. */
  readonly notes: readonly string[];
}

/** HTTP archives (HAR 1.2), cassettes in YAML or JSON, `.http` files, and folders of them. @throws FixtureError for one that cannot be read, and for a file that is none */
export async function readRecordings(paths: readonly string[]): Promise<Recording> {
  const exchanges: RecordedExchange[] = [];
  const others: string[] = [];
  for (const path of paths) {
    const { files, isFolder } = filesAt(path);
    for (const file of files) {
      const found = await exchangesIn(file);
      if (found !== undefined) for (const each of found) exchanges.push(each);
      else if (isFolder) others.push(file);
      else throw new FixtureError(file, undefined, noRecording);
    }
    if (isFolder && exchanges.length === 0)
      throw new FixtureError(path, undefined, "has no recording: HAR, a cassette or .http");
  }
  const [first] = others;
  if (first === undefined) return { exchanges, notes: [] };
  const more = others.length === 1 ? "" : `, and ${others.length - 1} more`;
  return { exchanges, notes: [`left out, since it is no recording: ${first}${more}`] };
}

const noRecording =
  "is no recording: expected HAR (log.entries), a cassette (interactions) or .http";

function filesAt(path: string): { files: string[]; isFolder: boolean } {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) return { files: [path], isFolder };
  // Links are not followed: a folder could lead to itself.
  const found = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && /\.(?:har|json|ya?ml|http)$/i.test(each.name))
    .map(({ parentPath, name }) => join(parentPath, name));
  if (found.length > filesMax)
    throw new FixtureError(path, undefined, `has more than ${filesMax} files`);
  return { files: found.toSorted(), isFolder };
}

async function exchangesIn(file: string): Promise<readonly RecordedExchange[] | undefined> {
  const isYaml = /\.ya?ml$/i.test(file);
  const bytes = await readFixtureFile(file, isYaml ? fileBytesMax : jsonBytesMax);
  const text = bytes.toString().replace(/^\uFEFF/, "");
  if (/\.http$/i.test(file)) return exchangesOfText(text, file);
  const value = isYaml || !/^\s*[[{]/.test(text) ? await yamlOf(text, file) : jsonOf(text, file);
  const kinds = [
    [member(value, "log", "entries"), entryOf],
    [member(value, "http_interactions") ?? member(value, "interactions"), interactionOf],
    [value, (each: unknown, where: string) => nockOf(each, where) ?? interactionOf(each, where)],
  ] as const;
  const kind = kinds.find(([list]) => Array.isArray(list));
  if (kind === undefined) return undefined;
  const [list, read] = kind;
  const found = (list as readonly unknown[]).map((each, index) => {
    const exchange = read(each, `${file} ${index + 1}`);
    if (exchange !== undefined || list === value) return exchange;
    // Browsers have entries that never were sent, such as those of a cache.
    if (read === entryOf) return undefined;
    throw new FixtureError(file, undefined, `interaction ${index + 1} has no request or response`);
  });
  const exchanges = found.filter((each) => each !== undefined);
  // Any list may be in a file: it is a recording if it has exchanges.
  return list === value && exchanges.length === 0 ? undefined : exchanges;
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FixtureError(file, undefined, "is no JSON: record or export it once more");
  }
}

/** Bytes become what other recorders write for them. */
const bytesTags = ["tag:yaml.org,2002:binary", "!binary"].map((tag) => ({
  tag,
  resolve: (text: string) => ({ base64_string: text }),
}));

const yamlOf = async (text: string, file: string): Promise<unknown> =>
  (await Source.parse(text, file, "a cassette (interactions)", bytesTags)).value;
