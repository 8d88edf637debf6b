import { image, imageNameMax } from "../../areas/images/index.ts";
import { withScreenshot } from "../../areas/templates/screenshots.ts";
import { definition, screenshotStatus } from "../../areas/templates/universal-content.ts";
import { universalContent } from "../../areas/templates/universal-content.ts";
import { boolean, described, object, open, phrase, string } from "../../contract/shape.ts";
import type { Infer } from "../../contract/shape.ts";
import { formatOf, picture, pictureBytesMax, pictureFormats } from "../../domain/pictures.ts";
import { editor, template } from "../../domain/resources/template.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { put } from "../../world/store/store.ts";
import { text } from "../fixture/shape-parts.ts";
import type { Place } from "../fixture/place.ts";
import { dated, kind, unchanged, written } from "./kind.ts";

const templateShape = object({
  name: text(),
  "editor_type?": described(editor, "Default: CODE."),
  "html?": phrase("The HTML body, in the template language."),
  "text?": string(),
  "amp?": string(),
  "definition?": described(open(), "Of an editor_type that is drawn by drag and drop."),
  ...dated,
});
export type FixtureTemplate = Infer<typeof templateShape>;

export const templates = kind({
  noun: "template",
  says: "Templates of messages.",
  type: template.type,
  called: "name",
  ids: "group",
  shape: templateShape,
  planned: (said) => ({ editor_type: "CODE" as const, html: "", ...said }),
  changes: (account, record) => [written(account, template.type, record)],
});

export const universal_content = kind({
  noun: "universal content",
  says: "Blocks that several templates share.",
  type: universalContent.type,
  called: "name",
  ids: "hex",
  shape: object({
    name: text(),
    definition: described(definition, "A block, as the API has it."),
    "screenshot_status?": described(screenshotStatus, "Default: completed."),
    ...dated,
  }),
  planned: ({ name, definition: says, screenshot_status = "completed" }) => {
    return { name, definition: says, screenshot_status };
  },
  changes(account, record) {
    const made = { ...unchanged(account, record), screenshot_url: "" };
    return withScreenshot(account, made, record.screenshot_status);
  },
});

const imageShape = object({
  name: string({ minLength: 1, maxLength: imageNameMax }),
  data: described(string({ minLength: 1 }), "The bytes of a PNG, JPEG or GIF, in base64."),
  "hidden?": boolean(),
  ...dated,
});

export const images = kind({
  noun: "image",
  says: "Images, with their bytes.",
  type: image.type,
  called: "name",
  ids: "number",
  shape: imageShape,
  planned: ({ name, data, hidden = false }, place) => {
    return { name, hidden, ...bytesOf(data, place.at("data")) };
  },
  changes(account, { base64, created, ...record }) {
    const bytes = Buffer.from(base64, "base64");
    const { change, path } = picture(account, bytes, record.format);
    const made = { ...record, seq: account.nextSeq(), updated: created, image_url: path };
    return [change, put(collectionOf(image), made)];
  },
});

function bytesOf(data: string, place: Place) {
  const base64 = data.replace(/^data:image\/\w+;base64,/, "").replaceAll(/\s/g, "");
  const bytes = Buffer.from(base64, "base64");
  const format = formatOf(bytes);
  if (format === undefined)
    throw place.error(`expected the bytes of an image in base64: ${pictureFormats.join(", ")}`);
  if (bytes.length > pictureBytesMax)
    throw place.error(`an image has at most ${pictureBytesMax} bytes, not ${bytes.length}`);
  return { format, size: bytes.length, base64: bytes.toString("base64") };
}
