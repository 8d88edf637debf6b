import { invalid } from "../../jsonapi/refusal.ts";
import type { ApiArea, AreaBehavior } from "../../verbs/call.ts";
import { theNew } from "../../verbs/outcome.ts";
import { freshId } from "../../verbs/write.ts";
import { collectionOf } from "../../world/collection-of.ts";
import { put } from "../../world/store.ts";
import { imageQuirks } from "./quirks.ts";
import { type Image, image, imageNameMax, operations } from "./operations.ts";

const formats = ["jpeg", "png", "gif"];

/** What a URL says of the image behind it. Nothing is fetched: a size is known of data alone. */
function readImage(text: string): Pick<Image, "name" | "format" | "size"> | undefined {
  const data = /^data:image\/(\w+);base64,([A-Za-z0-9+/]+=*)$/.exec(text);
  if (data !== null) {
    const [, format = "", bytes = ""] = data;
    return { name: "image", format, size: Buffer.byteLength(bytes, "base64") };
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  const name = url.pathname.split("/").at(-1) || "image";
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "png";
  const format = ending === "jpg" ? "jpeg" : ending;
  return { name: name.slice(0, imageNameMax), format, size: 0 };
}

/** Whether a URL leads nowhere: names that end in `.invalid` never exist (RFC 2606). */
const isUnreachable = (text: string): boolean =>
  URL.canParse(text) && /(^|\.)invalid$/.test(new URL(text).hostname);

const behavior: AreaBehavior<typeof operations> = {
  upload_image_from_url({ account, now, body }) {
    const { name, import_from_url, hidden } = body.data.attributes;
    const read = readImage(import_from_url);
    if (isUnreachable(import_from_url)) {
      return invalid("/data/attributes/import_from_url", "The image could not be fetched.");
    }
    if (read === undefined || !formats.includes(read.format)) {
      const detail = `Expected the URL of an image: ${formats.join(", ")}.`;
      return invalid("/data/attributes/import_from_url", detail);
    }
    const id = freshId(account, image, now);
    const made: Image = {
      id,
      seq: account.nextSeq(),
      ...read,
      name: name ?? read.name,
      image_url: `https://images.example.com/${account.id}/${id}.${read.format}`,
      hidden: hidden ?? false,
      updated: now,
    };
    account.commit([put(collectionOf(image), made)]);
    return theNew(made);
  },
};

export const imagesArea: ApiArea = {
  name: "images",
  resources: [image],
  operations,
  behavior,
  quirks: imageQuirks,
};
