import type { Operation } from "../compile.ts";
import type { Shows } from "../operation.ts";
import { livesIn } from "../revisions.ts";
import type { JsonSchema } from "../schema.ts";
import { typeName, exactly, listOf, nullable, url } from "./components.ts";
import { identifierSchema, referenceSchema, resourceName, resourceSchema } from "./resources.ts";
import type { Making } from "./resources.ts";

/** What an operation answers with, as `pipeline/present.ts` writes it in the revision. */
export function successSchemaOf(whole: Making, operation: Operation) {
  const making = { ...whole, operation };
  const shows = showsOf(making, operation);
  const type = operation.answers;
  const perhaps = isPerhaps(making, operation, shows);
  const paged = isPaged(making, operation);
  const included = includable(making, operation);
  const name = nameOf(making, shows, { perhaps, paged, included });
  const schema = () =>
    making.components.ref("schemas", name, () => {
      const one = kinds[shows][1](making, type);
      const data = shows.endsWith("s") ? listOf(one) : perhaps ? nullable(one) : one;
      return exactly(
        {
          data,
          ...(included.length > 0 && { included: includedSchema(making, included) }),
          links: linksSchema(making, paged),
        },
        perhaps ? ["included", "links"] : ["included"],
      );
    });
  return { name, what: whatOf(type, shows, paged), schema };
}

const kinds = {
  record: ["Document", resourceSchema],
  records: ["Collection", resourceSchema],
  identifier: ["IdentifierDocument", identifierSchema],
  identifiers: ["IdentifierCollection", identifierSchema],
  reference: ["ReferenceDocument", referenceSchema],
} as const;

function nameOf(
  making: Making & { readonly operation: Operation },
  shows: Shows,
  { perhaps, paged, included }: { perhaps: boolean; paged: boolean; included: readonly string[] },
): string {
  const of = (type: string) => resourceName(making, type);
  const { answers } = making.operation;
  const name = shows.startsWith("record") ? of(answers) : typeName(answers);
  const [usual] = kinds[shows];
  const kind = paged ? usual.replace("Collection", "Page") : usual;
  const others = included.length === 0 ? "" : `With${included.map(of).join("")}`;
  return `${perhaps ? "Optional" : ""}${name}${kind}${others}`;
}

function whatOf(type: string, shows: Shows, paged: boolean): string {
  const many = paged ? "A page of" : "All";
  if (shows === "record") return `One ${type}.`;
  if (shows === "records") return `${many} ${type} records.`;
  if (shows === "reference") return `A ${type}, without what it has.`;
  return shows === "identifier" ? `The id of a ${type}.` : `${many} the ids of ${type} records.`;
}

function showsOf({ contract, revision }: Making, operation: Operation): Shows {
  const { verb, shows, resource, relationship = "", abilities, listed } = operation;
  if (listed !== undefined && livesIn(listed, revision)) return "records";
  const many = contract.resources.get(resource)?.relationships[relationship]?.many ?? false;
  if (shows !== undefined) return shows;
  if (verb === "linkage") return many ? "identifiers" : "identifier";
  const plural = verb === "list" || (verb === "related" ? many : abilities.paging.length > 0);
  return plural ? "records" : "record";
}

function isPerhaps({ contract }: Making, operation: Operation, shows: Shows): boolean {
  const { verb, resource, relationship = "" } = operation;
  if (verb === "linkage") return shows === "identifier";
  const ends = contract.resources.get(resource)?.relationships[relationship];
  return verb === "related" && ends?.many === false && (ends.ifAny ?? ends.optional) === true;
}

const isPaged = ({ revision }: Making, { abilities, onePage }: Operation): boolean =>
  onePage === true || abilities.paging.some((each) => livesIn(each, revision));

function includable({ contract, revision }: Making, operation: Operation): string[] {
  const { abilities, answers, including = [] } = operation;
  const relationships = contract.resources.get(answers)?.relationships ?? {};
  const asked = abilities.include.filter((each) => livesIn(each, revision));
  const names = [...asked.map(({ name }) => name), ...including];
  return [...new Set(names.flatMap((name) => relationships[name]?.to ?? []))];
}

function includedSchema(making: Making, types: readonly string[]): JsonSchema {
  const schemas = types.map((type) => resourceSchema(making, type));
  return {
    ...listOf(schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas }),
    description: "Only where include asks for something.",
  };
}

function linksSchema({ components }: Making, paged: boolean): JsonSchema {
  const page = () => exactly({ self: url, next: nullable(url), prev: nullable(url) });
  return paged
    ? components.ref("schemas", "PageLinks", page)
    : components.ref("schemas", "DocumentLinks", () => exactly({ self: url }));
}
