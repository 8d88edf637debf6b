import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { Operation } from "../../src/contract/compile.ts";
import { newestRevision } from "../../src/contract/revisions.ts";
import type { JsonSchema } from "../../src/contract/schema.ts";
import { explanationOf } from "../../src/contract/drift/on-purpose.ts";
import { type Answered, api, describedIn, parsedOnce } from "./described.ts";
import { formats } from "./formats.ts";
import { differenceText, schemaDifferences } from "../../src/contract/drift/schemas.ts";

/** The published bodies and answers of the operations that are built, in the newest revision. */
interface Published {
  readonly operations: Readonly<Record<string, PublishedOperation>>;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

interface PublishedOperation {
  readonly body?: JsonSchema;
  /** By the status of success; `null`: without a body. */
  readonly answers: Readonly<Record<string, JsonSchema | null>>;
}

const file = join(import.meta.dirname, "../contract/published-schemas.json");
const published = JSON.parse(readFileSync(file, "utf8")) as Published;

const operationOf = ({ id }: Operation): PublishedOperation => {
  const found = published.operations[id];
  if (found === undefined) throw new Error(`${id} is not published`);
  return found;
};

/** How the body that an operation takes in the newest revision differs from the published one. */
export function bodyDifferences(operation: Operation): string[] {
  const described = describedIn(newestRevision);
  const [ours, theirs] = [described.bodyOf(operation), operationOf(operation).body];
  if (ours === undefined && theirs === undefined) return [];
  if (ours === undefined) return ["body published, not ours"];
  if (theirs === undefined) return ["body ours, not published"];
  return schemaDifferences(
    { schema: ours, root: described.document },
    { schema: theirs, root: published },
    { as: "same" },
  ).map((difference) => `body ${differenceText(difference)}`);
}

/** How the answers of an operation differ from the published ones, where there is one of their status. */
export function answerDifferences(operation: Operation): string[] {
  const described = describedIn(newestRevision);
  return Object.entries(operationOf(operation).answers).flatMap(([status, theirs]) => {
    const ours = described.answerOf(operation, Number(status));
    if (ours === undefined || (ours === null && theirs === null)) return [];
    if (ours === null) return ["answer empty, published: a body"];
    if (theirs === null) return ["answer with a body, published: empty"];
    return schemaDifferences(
      { schema: ours, root: described.document },
      { schema: theirs, root: published },
      { as: "within" },
    ).map((difference) => `answer ${differenceText(difference)}`);
  });
}

// That the schemas are schemas is a test of its own: here they are only put to use.
const ajv = new Ajv2020({
  strict: false,
  formats,
  validateSchema: false,
  allErrors: true,
  code: { optimize: false },
});
ajv.addSchema({ $id: "published", ...published });
const validators = new Map<string, ValidateFunction>();

/** Each is compiled once, when it is first asked for. */
function validatorOf(id: string, status: number): ValidateFunction {
  const place = `operations/${id}/answers/${status}`;
  const known = validators.get(place);
  if (known !== undefined) return known;
  const made = ajv.compile({ $ref: `published#/${place}` });
  validators.set(place, made);
  return made;
}

const explained = new Map<string, ReadonlySet<string>>();

/** The places of an operation's answers that differ on purpose. */
function explainedPlaces(operation: Operation): ReadonlySet<string> {
  const known = explained.get(operation.id);
  if (known !== undefined) return known;
  const places = answerDifferences(operation)
    .filter((is) => explanationOf(operation.id, is) !== undefined)
    .map((is) => is.slice("answer ".length, is.indexOf(": ")).replaceAll(/<[^>]*>/g, ""));
  const made = new Set(places);
  explained.set(operation.id, made);
  return made;
}

/** The place of an error as `schemaDifferences` says it. */
const placeOf = ({ instancePath }: ErrorObject): string =>
  instancePath
    .slice(1)
    .replaceAll(/\/\d+(?=\/|$)/g, "[]")
    .replaceAll("/", ".");

/**
 * What a success of the newest revision has that is not published, and does not differ on purpose.
 * Sparse fieldsets leave away what is, and faults are not the service's.
 */
export function unpublished(method: string, target: string, answer: Answered): string[] {
  const { status, headers, text } = answer;
  const revision = headers.get("x-service-api-revision") ?? newestRevision;
  const match = api.match(method, target.replace(/\?.*/, ""));
  if (status >= 300 || revision !== newestRevision || match.kind !== "row") return [];
  if (headers.has("x-emulator-fault") || /[?&]fields(\[|%5B)/i.test(target)) return [];
  const operation = match.row;
  const schema = operationOf(operation).answers[status];
  if (schema === undefined) {
    // The statuses of rows are held against the published ones by a test of their own.
    const known = describedIn(newestRevision).statusesOf(operation).includes(status);
    return known ? [] : [`${operation.id} ${status} is not published`];
  }
  if (schema === null) return text === "" ? [] : [`${operation.id}: a body, published: empty`];
  const validate = validatorOf(operation.id, status);
  if (validate(parsedOnce(text))) return [];
  const errors = (validate.errors ?? []).map((error) => ({ ...error, place: placeOf(error) }));
  return errors
    .filter(({ place }) => !isExplained(operation, place))
    .filter(({ place }) => !errors.some((other) => isWithin(other.place, place)))
    .map(
      ({ place, message, params }) =>
        `${operation.id}, as published: ${place} ${message} ${JSON.stringify(params)}`,
    );
}

/** Where it says on purpose what is not published, or holds it. */
const isExplained = (operation: Operation, place: string): boolean =>
  [...explainedPlaces(operation)].some((each) => each === place || isWithin(place, each));

/** What is wrong within an object makes the object wrong as well. */
const isWithin = (inner: string, outer: string): boolean =>
  inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[]`);

/**
 * Values of attributes that are of another type than published, in whatever revision: what a typed decoder stumbles
 * over. Nothing differs on purpose here.
 */
export function mistyped(operation: Operation, { status, text }: Answered): string[] {
  if (status >= 300 || !published.operations[operation.id]?.answers[status]) return [];
  const validate = validatorOf(operation.id, status);
  if (validate(parsedOnce(text))) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => ["type", "enum", "const", "format"].includes(keyword))
    .filter(({ instancePath }) => instancePath.includes("/attributes/"))
    .map((error) => `${operation.id}: ${placeOf(error)} ${error.message}`);
}
