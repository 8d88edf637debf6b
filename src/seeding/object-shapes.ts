import { propertyTypes, title, visibility } from "../domain/resources/custom-object.ts";
import { identifierType } from "../areas/custom-objects/shapes.ts";
import {
  described,
  type Infer,
  list,
  literal,
  number,
  object,
  open,
  record,
  string,
} from "../contract/shape.ts";

/** Where records come from, with what it is sent. */
export const dataSource = object({
  title,
  "visibility?": visibility,
  "description?": string(),
  "namespace?": string(),
  "records?": described(list(open()), "What it is sent at the start."),
});

/** A type, whose schema is published; its properties are read in the members of their names. */
export const objectType = object({
  title,
  "description?": string(),
  "namespace?": string(),
  source: described(string(), "The title of the data source whose records it is made of."),
  "id?": described(string(), "The member that is the id of an object. Default: id."),
  properties: described(record(literal(...propertyTypes)), "Their types, by their names."),
  "required?": described(list(string()), "The properties that an object must have."),
  "profiles?": described(
    record(object({ by: identifierType, member: string() })),
    "Relationships to profiles, by their names: which identifier, and the member that holds it.",
  ),
});

export type FixtureObjectType = Infer<typeof objectType>;

export const geofence = object({ latitude: number(), longitude: number(), radius: number() });
