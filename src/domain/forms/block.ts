import { list, literal, nullable, object, string, type Shape } from "../../contract/shape.ts";
import { choice, devices, maybe, padding } from "./styles.ts";

/** What all blocks have. */

export type Parts = Readonly<Record<string, Shape>>;

/** In what a block differs from most of them. */
interface Otherwise {
  /** They may be left out. */
  readonly properties?: false;
  /** What it has beside its properties. */
  readonly beside?: Parts;
}

/** A block of a kind, with what its properties say beside those that all have. */
export const block = (
  type: string,
  properties: Parts,
  styles: Shape,
  otherwise: Otherwise = {},
): Shape =>
  object({
    ...otherwise.beside,
    "id?": maybe(),
    type: literal(type),
    [otherwise.properties === false ? "properties?" : "properties"]: object({
      "classname?": maybe(),
      "display_device?": devices,
      ...properties,
    }),
    "styles?": styles,
  });

/** How most blocks look, and what more is said of one. */
export const styled = (parts: Parts = {}): Shape =>
  object({ "background_color?": maybe(), "padding?": padding, ...parts });

export const aligned = choice("left", "center", "right");
export const centered = choice("center", "left", "right");

/** What a profile gets by the click, beside what was entered. */
export const additionalFields = {
  "additional_fields?": nullable(list(object({ name: string(), value: string() }))),
} as const;
