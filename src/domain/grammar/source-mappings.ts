// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  boolean, integer, list, literal, nullable, number, object, oneOf, string, type Shape
} from "../../contract/shape.ts";

/** Where the properties and relationships of an object come from, in the records of a data source. */

export type IdentifierType = "anonymous" | "email" | "external-id" | "service-id" | "phone";
export const identifierType: Shape<IdentifierType> = literal(
  "anonymous", "email", "external-id", "service-id", "phone"
);
export type PropertyMapping =
  { readonly id: number; readonly type: "constant"; readonly value: number | string | boolean } |
  {
    readonly id: number; readonly type: "simple";
    readonly source: {
      readonly source_id: string; readonly id_path: string; readonly data_path: string
    }
  };
export const propertyMapping: Shape<PropertyMapping> = oneOf(
  object({
    id: integer(), type: literal("constant"), value: oneOf(integer(), number(), string(), boolean())
  }),
  object({
    id: integer(), type: literal("simple"),
    source: object({ source_id: string(), id_path: string(), data_path: string() })
  })
);
export interface RelationshipMapping {
  readonly relationship_id: string; readonly type: "simple";
  readonly source:
    {
      readonly type: "custom-object"; readonly source_id: string; readonly id_path: string;
      readonly related_id_path: string;
      readonly update_strategy?: "additive" | "replace_from_origin" | null
    } |
    {
      readonly type: "profile"; readonly source_id: string; readonly id_path: string;
      readonly related_id_paths: readonly {
        readonly identifier_type: IdentifierType; readonly path: string
      }[];
      readonly update_strategy?: "additive" | "replace_from_origin" | null
    }
}
export const relationshipMapping: Shape<RelationshipMapping> = object({
  relationship_id: string(), type: literal("simple"),
  source: oneOf(
    object({
      type: literal("custom-object"), source_id: string(), id_path: string(),
      related_id_path: string(),
      "update_strategy?": nullable(literal("additive", "replace_from_origin"))
    }),
    object({
      type: literal("profile"), source_id: string(), id_path: string(),
      related_id_paths: list(object({ identifier_type: identifierType, path: string() })),
      "update_strategy?": nullable(literal("additive", "replace_from_origin"))
    })
  )
});
