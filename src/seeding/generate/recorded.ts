import { statSync } from "node:fs";
import { member } from "../recording/exchange.ts";
import { readRecordings } from "../recording/read.ts";
import type { Members } from "./members.ts";
import type { Note, PageResource } from "./pages.ts";
import { jsonIn } from "../../jsonapi/json.ts";

/** Whether a path is that of a recording, by how it ends, or of a folder of them. */
export const isRecording = (path: string): boolean =>
  /\.(?:har|ya?ml|http)$/i.test(path) ||
  (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);

/** Where the members of a list or a segment are read. */
const ofMembers = /\/api\/(list|segment)s\/([^/]+)\/(?:relationships\/)?profiles\/?$/;

/** The resources that the answers of a recording show, in their order. @throws FixtureError for what is none */
export async function recordedIn(
  file: string,
  members: Members,
  note: Note,
): Promise<PageResource[]> {
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
