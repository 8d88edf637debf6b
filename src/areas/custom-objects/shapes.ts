import {
  boolean,
  type Infer,
  integer,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  string,
} from "../../contract/shape.ts";

const strategy = nullable(literal("additive", "replace_from_origin"));

/** Where a property's value comes from: it is always the same, or read in the records of a data source. */
export const propertyMapping = oneOf(
  object({
    id: integer(),
    type: literal("constant"),
    value: oneOf(integer(), number(), string(), boolean()),
  }),
  object({
    id: integer(),
    type: literal("simple"),
    source: object({ source_id: string(), id_path: string(), data_path: string() }),
  }),
);

export type PropertyMapping = Infer<typeof propertyMapping>;

export const identifierType = literal("anonymous", "email", "external-id", "service-id", "phone");

/** Whom or what an object is related to, as the records of a data source say it. */
export const relationshipMapping = object({
  relationship_id: string(),
  type: literal("simple"),
  source: oneOf(
    object({
      type: literal("custom-object"),
      source_id: string(),
      id_path: string(),
      related_id_path: string(),
      "update_strategy?": strategy,
    }),
    object({
      type: literal("profile"),
      source_id: string(),
      id_path: string(),
      related_id_paths: list(object({ identifier_type: identifierType, path: string() })),
      "update_strategy?": strategy,
    }),
  ),
});

export type RelationshipMapping = Infer<typeof relationshipMapping>;
export type IdentifierType = Infer<typeof identifierType>;
