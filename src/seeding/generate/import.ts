import { type FixtureDocument, naturalKey } from "../fixture/document.ts";
import { endsOf, type PageResource, type Note, fixtureOf, type ImportedPages } from "./pages.ts";
import { Notes } from "./pages.ts";
import { statSync } from "node:fs";
import { member } from "../recording/exchange.ts";
import { readRecordings } from "../recording/read.ts";
import { jsonIn } from "../../jsonapi/json.ts";
import { FixtureError } from "../fixture/error.ts";
import { fileBytesMax } from "../fixture/read.ts";
import { readFixtureFile } from "../input/input-file.ts";
import { recordsOf, recordTypes } from "./records.ts";

/** Who is in which lists and segments, as far as answers show it. */
class Members {
  readonly #groups = new Map<string, Set<string>>();

  /** @param group such as `list Y6nRLr` @param profile its id */
  add(group: string, profile: string): void {
    const known = this.#groups.get(group) ?? new Set<string>();
    this.#groups.set(group, known.add(profile));
  }

  readLinks(resource: PageResource): void {
    if (resource.type !== "profile") return;
    for (const { type, id } of ["lists", "segments"].flatMap((name) => endsOf(resource, name)))
      this.add(`${type} ${id}`, resource.id);
  }

  /** A document in which people have joined their lists, and segments without a definition have their members. */
  within({ head, profiles, events }: FixtureDocument): FixtureDocument {
    const people = [...profiles];
    const has = (type: string, group: { id?: string }, profile: { id?: string }): boolean =>
      this.#groups.get(`${type} ${group.id}`)?.has(profile.id ?? "") ?? false;
    const segments = (head.segments ?? []).map((each) => {
      const inside = people.filter((one) => has("segment", each, one));
      return inside.length === 0 ? each : { ...each, profiles: inside.map(naturalKey) };
    });
    const joined = people.map((one) => {
      const lists = (head.lists ?? []).filter((each) => has("list", each, one));
      return lists.length === 0 ? one : { ...one, lists: lists.map(({ name }) => name) };
    });
    return { head: { ...head, segments }, profiles: joined, events };
  }
}

/** Whether a path is that of a recording, by how it ends, or of a folder of them. */
const isRecording = (path: string): boolean =>
  /\.(?:har|ya?ml|http)$/i.test(path) ||
  (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);

/** Where the members of a list or a segment are read. */
const ofMembers = /\/api\/(list|segment)s\/([^/]+)\/(?:relationships\/)?profiles\/?$/;

/** The resources that the answers of a recording show, in their order. @throws FixtureError for what is none */
async function recordedIn(file: string, members: Members, note: Note): Promise<PageResource[]> {
  const { exchanges, notes } = await readRecordings([file]);
  notes.forEach(note);
  return exchanges.flatMap(({ url, status, response }) => {
    if (status < 200 || status >= 300) return [];
    const answer = /^\s*\{/.test(response.body) ? jsonIn(response.body) : undefined;
    if (answer === undefined && (response.isCut || response.body !== ""))
      note("response left out: the recording has no whole JSON of it");
    const data = resourcesOf(member(answer, "data"), file);
    const [, type, id] = ofMembers.exec(url.pathname) ?? [];
    if (type !== undefined) for (const each of data) members.add(`${type} ${id}`, each.id);
    // Of members, only the ids may have been read.
    return [...data, ...resourcesOf(member(answer, "included"), file)].filter(
      ({ attributes }) => Object.keys(attributes).length > 0,
    );
  });
}

/** What is no resource is of another service. */
const resourcesOf = (value: unknown, file: string): PageResource[] =>
  [value ?? []].flat().flatMap((each: unknown) => {
    const [type, id] = [member(each, "type"), member(each, "id")];
    if (typeof type !== "string" || typeof id !== "string") return [];
    const objectAt = (name: string) => {
      const found = member(each, name);
      return typeof found === "object" && found !== null && !Array.isArray(found) ? found : {};
    };
    const [attributes, relationships] = [objectAt("attributes"), objectAt("relationships")];
    return [{ type, id, attributes, relationships, file } as PageResource];
  });

/** Makes a fixture of pages of JSON:API, each in a file, and of recordings. @throws FixtureError for a file that is neither, or an event of nobody known */
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

const isOfRecording = ["log", "interactions", "http_interactions"];

/** Pages by their data; else a recording. */
async function resourcesIn(file: string, members: Members, note: Note) {
  if (isRecording(file)) return recordedIn(file, members, note);
  const page = await pageAt(file);
  if (member(page, "data") !== undefined) return readPage(file, page as Page);
  const isOther =
    Array.isArray(page) || isOfRecording.some((name) => member(page, name) !== undefined);
  if (isOther) return recordedIn(file, members, note);
  const expected = "expected { data: [...] }, or a recording such as HAR";
  throw new FixtureError(file, undefined, `no page of JSON:API: ${expected}`);
}

const sizeOf = ({ attributes }: PageResource): number => Object.keys(attributes).length;

type Page = { readonly data: unknown; readonly included?: unknown };

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
