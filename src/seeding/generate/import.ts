import { FixtureError } from "../fixture/error.ts";
import { fileBytesMax } from "../fixture/read.ts";
import { readFixtureFile } from "../input/input-file.ts";
import { member } from "../recording/exchange.ts";
import { Members } from "./members.ts";
import { fixtureOf, type ImportedPages, type Note, Notes, type PageResource } from "./pages.ts";
import { isRecording, recordedIn } from "./recorded.ts";
import { recordsOf, recordTypes } from "./records.ts";

/**
 * Makes a fixture of what an account answered: of pages of JSON:API, each in a file, and of recordings. It has the people,
 * events, metrics, lists and segments that are there, whether as data or included, and the records that fixtures write out.
 *
 * @throws FixtureError for a file that is neither, or an event of nobody known
 */
export async function importPages(files: readonly string[]): Promise<ImportedPages> {
  const found = new Map<string, PageResource>();
  const members = new Members();
  const noted = new Notes();
  for (const file of files) {
    for (const each of await resourcesIn(file, members, noted.note)) {
      const key = `${each.type} ${each.id}`;
      // An included resource may be sparse: of two, the one that says more counts, and the later of equals.
      const known = found.get(key);
      if (known === undefined || sizeOf(known) <= sizeOf(each)) found.set(key, each);
    }
  }
  const all = [...found.values()];
  for (const each of all) members.readLinks(each);
  const { document, notes, ...counts } = fixtureOf(all);
  const whole = members.within(document);
  const { sections, notes: others } = recordsOf(all, whole);
  const isOther = (note: string) =>
    !recordTypes.some((type) => note.startsWith(`of type ${type} `));
  return {
    ...counts,
    document: { ...whole, head: { ...whole.head, ...sections } },
    notes: [...noted.all(), ...notes.filter(isOther), ...others],
  };
}

/** The members of recordings in JSON. */
const isOfRecording = ["log", "interactions", "http_interactions"];

/** Pages by their data; else a recording. */
async function resourcesIn(
  file: string,
  members: Members,
  note: Note,
): Promise<readonly PageResource[]> {
  if (isRecording(file)) return recordedIn(file, members, note);
  const page = await pageAt(file);
  if (isPage(page)) return readPage(file, page);
  const isOther =
    Array.isArray(page) || isOfRecording.some((name) => member(page, name) !== undefined);
  if (isOther) return recordedIn(file, members, note);
  const expected = "expected { data: [...] }, or a recording such as HAR";
  throw new FixtureError(file, undefined, `no page of JSON:API: ${expected}`);
}

const sizeOf = ({ attributes }: PageResource): number => Object.keys(attributes).length;

interface Page {
  readonly data: unknown;
  readonly included?: unknown;
}

const isPage = (value: unknown): value is Page =>
  typeof value === "object" && value !== null && Object.hasOwn(value, "data");

async function pageAt(file: string): Promise<unknown> {
  const bytes = await readFixtureFile(file, fileBytesMax);
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    throw new FixtureError(file, undefined, `no page of JSON:API: ${(error as Error).message}`);
  }
}

function readPage(file: string, { data, included = [] }: Page): PageResource[] {
  const resources = [data, included].flat() as (Partial<PageResource> | null)[];
  return resources.map((each) => {
    if (typeof each?.type !== "string" || typeof each.id !== "string")
      throw new FixtureError(file, undefined, "expected resources with type and id");
    const { type, id, attributes = {}, relationships = {} } = each;
    for (const [name, value] of Object.entries({ attributes, relationships })) {
      if (typeof value === "object" && value !== null && !Array.isArray(value)) continue;
      throw new FixtureError(file, undefined, `${type} ${id} has ${name} that are no object`);
    }
    return { type, id, attributes, relationships, file };
  });
}
