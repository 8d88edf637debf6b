import { invalid } from "../../jsonapi/refusal.ts";
import { pictureFormats } from "../../domain/pictures.ts";
import type { ApiArea, AreaBehavior } from "../../verbs/call.ts";
import { theNew } from "../../verbs/outcome.ts";
import { put } from "../../world/store.ts";
import { imageQuirks } from "./quirks.ts";
import { image, imageNameMax, operations } from "./operations.ts";
import { imageOf, imageRecord, images } from "./uploads.ts";

const fromUrl = "/data/attributes/import_from_url";

/** The bytes of a URL that holds them; undefined: it holds none. */
function bytesIn(url: string): Uint8Array | undefined {
  const base64 = /^data:image\/\w+;base64,([A-Za-z0-9+/]+=*)$/.exec(url)?.[1];
  return base64 === undefined ? undefined : Buffer.from(base64, "base64");
}

/** What a URL says of the image behind it: nothing is fetched. */
function readUrl(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  const name = url.pathname.split("/").at(-1) || "image";
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "png";
  const written = ending === "jpg" ? "jpeg" : ending;
  const format = pictureFormats.find((each) => each === written);
  return format && { name: name.slice(0, imageNameMax), format };
}

/** Whether a URL leads nowhere: names that end in `.invalid` never exist (RFC 2606). */
const isUnreachable = (text: string): boolean =>
  URL.canParse(text) && /(^|\.)invalid$/.test(new URL(text).hostname);

/** The last part of a path, as some clients send one for the name of a file. */
const lastPart = (name: string): string => name.split(/[/\\]/).at(-1) || "image";

const behavior: AreaBehavior<typeof operations> = {
  upload_image_from_url({ account, now, body }) {
    const { name, import_from_url: url, hidden } = body.data.attributes;
    const bytes = bytesIn(url);
    if (bytes !== undefined) {
      return imageOf(account, now, { bytes, place: fromUrl, name: name ?? "image", hidden });
    }
    if (isUnreachable(url)) return invalid(fromUrl, "The image could not be fetched.");
    const read = readUrl(url);
    if (read === undefined) {
      return invalid(fromUrl, `Expected the URL of an image: ${pictureFormats.join(", ")}.`);
    }
    const { format } = read;
    const at = (id: string) => `https://images.example.com/${account.id}/${id}.${format}`;
    const upload = { name: name ?? read.name, hidden };
    const made = imageRecord(account, now, upload, { format, size: 0, image_url: at });
    account.commit([put(images, made)]);
    return theNew(made);
  },

  upload_image_from_file({ account, now, body: { file, name, hidden } }) {
    const { bytes } = file;
    const given = name ?? lastPart(file.name).slice(0, imageNameMax);
    return imageOf(account, now, { bytes, place: "/file", name: given, hidden });
  },
};

export const imagesArea: ApiArea = {
  name: "images",
  resources: [image],
  operations,
  behavior,
  quirks: imageQuirks,
};
