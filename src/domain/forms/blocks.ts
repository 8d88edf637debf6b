import {
  byDefault,
  integer,
  literal,
  object,
  oneOf,
  string,
  type Shape,
} from "../../contract/shape.ts";
import { anyAction } from "./actions.ts";
import { additionalFields, centered, styled } from "./block.ts";
import { inputs } from "./inputs.ts";
import { shown } from "./shown.ts";
import { borderStyles, choice, devices, innerShadow, maybe, textStyles } from "./styles.ts";

/** The block that something is done with, beside those in which something is entered. */
const button = object({
  "action?": anyAction,
  "id?": maybe(),
  type: literal("button"),
  properties: object({
    ...additionalFields,
    "classname?": maybe(),
    "display_device?": devices,
    label: string(),
  }),
  "styles?": styled({
    "alignment?": centered,
    "border_styles?": borderStyles,
    "color?": maybe(),
    "drop_shadow?": innerShadow,
    "height?": byDefault<unknown>(oneOf(integer(), literal("auto")), 50),
    "hover_background_color?": maybe(),
    "hover_text_color?": maybe(),
    "text_styles?": textStyles,
    "width?": choice("fill", "fit"),
  }),
});

/** What a step of a form is made of. */
export const anyBlock: Shape = oneOf(button, ...inputs, ...shown);
