import type { ValidateFunction } from "ajv/dist/2020.js";
import { Form } from "./form.ts";
import { createApi } from "../../src/areas/index.ts";
import { atOnce } from "../../src/world/time/slices.ts";
import { type OpenApi, openApiOf } from "../../src/contract/openapi/document.ts";
import type { Operation } from "../../src/contract/compile.ts";
import {
  livesIn,
  newestRevision,
  oldestRevision,
  type Revision,
  revisions,
} from "../../src/contract/revisions.ts";
import { Schemas } from "./schemas.ts";

/** An answer, as far as a document speaks of it. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Part {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
}

/** The document of one revision, and what it says of answers. `partial`: to requests with fieldsets. */
export class Described {
  readonly document: OpenApi;
  readonly #schemas: Schemas;

  constructor(document: OpenApi, { partial = false } = {}) {
    this.document = document;
    const at = (ref: string) => this.part(ref);
    this.#schemas = new Schemas(partial ? (ref) => withoutAttributes(at(ref)) : at);
  }

  /** The statuses that an operation may answer with. */
  statusesOf(operation: Operation): number[] {
    return Object.keys(this.#answersOf(operation) ?? {}).map(Number);
  }

  /** What an answer of an operation has that the document does not know. */
  problemsOf(operation: Operation, { status, headers, text }: Answered): string[] {
    const part = this.#answersOf(operation)?.[status];
    if (part === undefined) return [`${operation.id} may not answer ${status}`];
    const described = this.part<Part>(part.$ref);
    return [
      ...this.#headerProblems(described, headers),
      ...this.#bodyProblems(described, { status, headers, text }),
    ].map((problem) => `${operation.id} ${status}: ${problem}`);
  }

  /** The schema of an operation's body; undefined: it has none. */
  bodyOf({ path, method }: Operation): { readonly $ref: string } | undefined {
    const described = this.document.paths[path]?.[method.toLowerCase()];
    const requestBody = described?.["requestBody"] as { $ref: string } | undefined;
    if (requestBody === undefined) return undefined;
    const { content } = this.part<Part>(requestBody.$ref);
    return (content?.["application/json"] ?? content?.["multipart/form-data"])?.schema;
  }

  /** The schema of an answer; null: it has no body; undefined: there is no such answer. */
  answerOf(operation: Operation, status: number): { readonly $ref: string } | null | undefined {
    const part = this.#answersOf(operation)?.[status];
    if (part === undefined) return undefined;
    return this.part<Part>(part.$ref).content?.["application/json"]?.schema ?? null;
  }

  /** Whether a body is one that the operation takes. */
  takes(operation: Operation, body: unknown): boolean {
    const schema = this.bodyOf(operation);
    return schema === undefined
      ? body === undefined
      : this.compiled(schema.$ref)(body instanceof Form ? body.toJSON() : body);
  }

  /** What is at a reference. */
  part<T>(ref: string): T {
    const names = ref.slice(2).split("/");
    const step = (at: unknown, name: string) => (at as Record<string, unknown>)[name];
    return names.reduce<unknown>(step, this.document) as T;
  }

  /** A schema of the document, compiled. */
  compiled(ref: string): ValidateFunction {
    return this.#schemas.compiled(ref);
  }

  /** The name of a schema that it shares with those of other revisions that say the same. */
  idOf(ref: string): string {
    return this.#schemas.idOf(ref);
  }

  #answersOf({ path, method }: Operation): Readonly<Record<string, { $ref: string }>> | undefined {
    return this.document.paths[path]?.[method.toLowerCase()]?.["responses"] as never;
  }

  #headerProblems({ headers: described = {} }: Part, headers: Headers): string[] {
    return Object.entries(described).flatMap(([name, { $ref }]) => {
      const { required } = this.part<{ required?: boolean }>($ref);
      const value = headers.get(name);
      if (value === null) return required ? [`no header ${name}`] : [];
      const { type } = this.part<{ schema: { type: string } }>($ref).schema;
      const validate = this.compiled(`${$ref}/schema`);
      return validate(type === "integer" ? Number(value) : value) ? [] : [`${name}: ${value}`];
    });
  }

  #bodyProblems({ content }: Part, { status, headers, text }: Answered): string[] {
    if (content === undefined) return text === "" ? [] : ["a body where there is none"];
    const said = headers.get("content-type");
    if (status === 429 && said !== null) return [`names its media type ${said}`];
    // A document can say nothing of a body whose type is not named.
    const type = status === 429 ? "application/json" : (said ?? "");
    const schema = content[type]?.schema;
    if (schema === undefined) return [`no media type ${type}`];
    const validate = this.compiled(schema.$ref);
    if (validate(parsedOnce(text))) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

/** Of the attributes, none need be there, nor need their members. */
function withoutAttributes(schema: unknown): unknown {
  const relaxed = (value: unknown, within: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => relaxed(each, within));
    if (typeof value !== "object" || value === null) return value;
    // An attribute may have the name of the keyword.
    const isKeyword = (name: string, each: unknown) => name === "required" && Array.isArray(each);
    const members = Object.entries(value).filter(
      ([name, each]) => !(within && isKeyword(name, each)),
    );
    return Object.fromEntries(
      members.map(([name, each]) => [name, relaxed(each, within || name === "attributes")]),
    );
  };
  return relaxed(schema, false);
}

let last: { readonly text: string; readonly value: unknown } | undefined;

/** What a body says, for those that only look: an answer is looked at several times in a row. */
export function parsedOnce(text: string): unknown {
  if (last?.text !== text) last = { text, value: JSON.parse(text) };
  return last.value;
}

export const api = createApi();

/** The revisions that are served. */
export const served = revisions.filter((revision) => revision >= oldestRevision);

const documents = new Map<string, Described>();

/** Each is made once. */
export function describedIn(revision: Revision, { partial = false } = {}): Described {
  const name = `${revision} ${partial}`;
  const known = documents.get(name);
  if (known !== undefined) return known;
  const document = partial
    ? describedIn(revision).document
    : atOnce(openApiOf(api, { revision, url: "http://127.0.0.1:4010" }));
  const made = new Described(document, { partial });
  documents.set(name, made);
  return made;
}

/**
 * What an answer to any request has that its revision's document does not know. Answers that the
 * user had changed, by faults or patches, are not the document's business.
 */
export function undescribed(method: string, target: string, answer: Answered): string[] {
  const { status, headers, text } = answer;
  const name = headers.get("x-service-api-revision") ?? newestRevision;
  const revision = served.find((each) => each === name);
  if (revision === undefined || headers.has("x-emulator-fault") || method === "HEAD") return [];
  const path = target.replace(/\?.*/, "");
  const match = api.match(method, path);
  const described = describedIn(revision, { partial: /[?&]fields(\[|%5B)/i.test(target) });
  if (match.kind === "row" && described.statusesOf(match.row).includes(status)) {
    return described.problemsOf(match.row, answer);
  }
  // No such path, no such method, or not in this revision.
  if (status < 400) return [`${method} ${path} may not answer ${status}`];
  const validate = described.compiled(
    `#/components/schemas/${status === 410 ? "GoneErrors" : "Errors"}`,
  );
  return validate(parsedOnce(text)) ? [] : [`${method} ${path} ${status}: ${text}`];
}

/** The oldest and the newest revision that is served and has an operation. */
export function endsOf(operation: Operation): Revision[] {
  const living = served.filter((revision) => livesIn(operation, revision));
  return [...new Set([living[0], living.at(-1)])].filter((each) => each !== undefined);
}
