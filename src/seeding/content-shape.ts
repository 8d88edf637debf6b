import { imageNameMax } from "../areas/images/operations.ts";
import { editor } from "../domain/resources/template.ts";
import { definition, screenshotStatus } from "../areas/templates/universal-content.ts";
import { boolean, described, type Infer, object, open, string } from "../contract/shape.ts";
import { id, instant, text } from "./shape-parts.ts";

export const templateShape = object({
  "id?": id(),
  name: text(),
  "editor_type?": described(editor, "Default: CODE."),
  "html?": described(string(), "The HTML body, in the template language."),
  "text?": string(),
  "amp?": string(),
  "definition?": described(open(), "Of an editor_type that is drawn by drag and drop."),
  "created?": instant(),
});

export const universalContentShape = object({
  "id?": id(),
  name: text(),
  definition: described(definition, "A block, as the API has it."),
  "screenshot_status?": described(screenshotStatus, "Default: completed."),
  "created?": instant(),
});

export const imageShape = object({
  "id?": id(),
  name: string({ minLength: 1, maxLength: imageNameMax }),
  data: described(string({ minLength: 1 }), "The bytes of a PNG, JPEG or GIF, in base64."),
  "hidden?": boolean(),
  "created?": instant(),
});

export type FixtureTemplate = Infer<typeof templateShape>;
export type FixtureImage = Infer<typeof imageShape>;
