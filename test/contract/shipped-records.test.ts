import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../src/contract/compile.ts";
import { livesIn, type Revision } from "../../src/contract/revisions.ts";
import { createEmulator, type Emulator } from "../../src/index.ts";
import { type Answered, api, served, undescribed } from "../support/described.ts";
import { mistyped, unpublished } from "../support/published.ts";
import { needed } from "../support/sending.ts";

const fixtures = join(import.meta.dirname, "../../fixtures");

const shipped = ["seeds", "project/fixtures"].flatMap((folder) =>
  readdirSync(join(fixtures, folder)).map((name) => `${folder}/${name}`),
);

/** Of an account, texts that may be null or absent from a revision on: the schemas of the newest say nothing of before. */
const address = "contact_information.street_address";
const texts: Readonly<Record<string, Revision>> = {
  industry: "2024-10-15",
  "contact_information.website_url": "2024-10-15",
  [`${address}.address1`]: "2024-10-15",
  [`${address}.address2`]: "2024-10-15",
  [`${address}.country`]: "2024-10-15",
  [`${address}.region`]: "2024-10-15",
  [`${address}.zip`]: "2024-10-15",
  [`${address}.city`]: "2026-07-15",
};

interface Identified {
  readonly type: string;
  readonly id: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown }>>;
}

const listOf = (value: unknown): Identified[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => each?.id !== undefined);

/** Reads all that there is to read of an account, as a client that knows no id to begin with. */
class Reader {
  readonly #emulator: Emulator;
  readonly #revision: Revision;
  readonly #ids = new Map<string, Set<string>>();
  readonly problems: string[] = [];
  readonly #shown = new Set<string>();
  /** The operations that showed nothing, although there are records to ask them about. */
  readonly unread: string[] = [];

  constructor(emulator: Emulator, revision: Revision) {
    this.#emulator = emulator;
    this.#revision = revision;
  }

  async all(): Promise<void> {
    const living = (operation: Operation) => livesIn(operation, this.#revision);
    const reads = [...api.operations.values()].filter(
      (operation) => operation.method === "GET" && operation.family === "api" && living(operation),
    );
    const lists = reads.filter(({ path }) => !path.includes("{"));
    const listed = new Set(lists.map(({ answers }) => answers));
    const typeAt = new Map(reads.map(({ path, answers }) => [path, answers]));
    for (const operation of lists) await this.#pages(operation, operation.path);
    // Some are found on the way to others.
    let waiting = reads.filter(({ path }) => path.includes("{"));
    for (let before = Infinity; waiting.length < before;) {
      before = waiting.length;
      const left: typeof waiting = [];
      for (const operation of waiting) {
        const type = typeAt.get(operation.path.replace(/\}.*/, "}")) ?? operation.resource;
        const ids = [...(this.#ids.get(type) ?? [])];
        // A list shows its records whole; what none shows is read one by one.
        for (const id of ids.slice(0, listed.has(operation.answers) ? 2 : 40))
          await this.#pages(operation, operation.path.replace(/\{\w+\}/, encodeURIComponent(id)));
        if (ids.length === 0) left.push(operation);
        else if (!this.#shown.has(operation.id)) this.unread.push(operation.id);
      }
      waiting = left;
    }
  }

  async #pages(operation: Operation, path: string): Promise<void> {
    const { paging, additionalFields } = operation.abilities;
    const living = paging.find((each) => livesIn(each, this.#revision));
    const additional = Object.entries(additionalFields).flatMap(([type, fields]) => {
      const names = fields.filter((each) => livesIn(each, this.#revision)).map(({ name }) => name);
      return names.length > 0 ? [`additional-fields[${type}]=${names.join()}`] : [];
    });
    const sized = living?.sized ? [`page[size]=${living.max}`] : [];
    const query = [...(needed[operation.id] ?? []), ...sized, ...additional].join("&");
    for (let next: string | undefined = `${path}?${query}`; next !== undefined;)
      next = await this.#answer(operation, next);
  }

  /** Looks at one answer. @returns where the next page is */
  async #answer(operation: Operation, target: string): Promise<string | undefined> {
    const authorization = `Service-API-Key ${this.#emulator.keys["full"]}`;
    const response = await this.#emulator.fetch(target, {
      headers: { revision: this.#revision, authorization },
    });
    const { status, headers } = response;
    const answer: Answered = { status, headers, text: await response.text() };
    const { data, links } = JSON.parse(answer.text);
    const records = listOf(data);
    const related = records.flatMap((each) =>
      Object.values(each.relationships ?? {}).flatMap((to) => listOf(to.data)),
    );
    for (const { type, id } of [...records, ...related])
      this.#ids.set(type, (this.#ids.get(type) ?? new Set()).add(id));
    this.#look(operation, target, answer, records);
    return links?.next?.replace(/^http:\/\/[^/]+/, "") ?? undefined;
  }

  #look(operation: Operation, target: string, answer: Answered, records: readonly Identified[]) {
    if (answer.status < 300) this.#shown.add(operation.id);
    const found = [
      ...undescribed("GET", target, answer),
      ...unpublished("GET", target, answer),
      ...mistyped(operation, answer).filter((each) => !isOfThen(each, this.#revision)),
      ...records.flatMap((record) => untold(record, this.#revision)),
    ];
    for (const problem of found) if (!this.problems.includes(problem)) this.problems.push(problem);
  }
}

/** The status of a review was a text. */
const isOfThen = (problem: string, revision: Revision): boolean =>
  revision < "2025-01-15" && /^get_reviews?: data(\[\])?\.attributes\.status /.test(problem);

/** Texts of an account that are null where they may not be. */
function untold({ type, attributes }: Identified, revision: Revision): string[] {
  if (type !== "account" || attributes === undefined) return [];
  const at = (path: string) =>
    path.split(".").reduce<unknown>((value, name) => (value as never)[name], attributes);
  const due = Object.keys(texts).filter((path) => revision < (texts[path] as Revision));
  return due.filter((path) => typeof at(path) !== "string");
}

describe.each(shipped)("%s", (name) => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await createEmulator({
      fixtures: [join(fixtures, name)],
      rateLimits: "off",
      frozenAt: "2026-07-20T12:00:00Z",
    });
    return () => emulator.close();
  });

  // What the others have is what the demo has, but more of it, or less.
  const ends = served.filter((_, index) => index === 0 || index === served.length - 1);

  it.each(name.endsWith("demo.yaml") ? served : ends)(
    "every record in %s fits the schema of its type",
    async (revision) => {
      const reader = new Reader(emulator, revision);
      await reader.all();
      expect(reader.problems).toEqual([]);
      // The campaigns of the demo are mails, which have no image of their own.
      const ofImages = reader.unread.filter((id) =>
        /^get_image_(id_)?for_campaign_message$/.test(id),
      );
      expect(reader.unread).toEqual(ofImages);
    },
    120_000,
  );
});
