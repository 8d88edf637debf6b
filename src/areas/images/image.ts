import { stamps } from "../../contract/members.ts";
import { creation } from "../../contract/bodies.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { action, get, list, update } from "../../contract/rows.ts";
import { boolean, file, integer, object, string } from "../../contract/shape.ts";
import { formatOf, noRoomFor, picture, pictureBytesMax } from "../../domain/pictures.ts";
import { pictureFormats } from "../../domain/pictures.ts";
import { invalid } from "../../jsonapi/refusal.ts";
import { theNew } from "../../verbs/outcome.ts";
import { freshId } from "../../verbs/write.ts";
import type { Account } from "../../world/account.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { put } from "../../world/store/store.ts";

export const imageNameMax = 255;
const name = string({ minLength: 1, maxLength: imageNameMax });

/** What is known of an image; its bytes, if it has any, are a picture. */
export const image = resource("image", {
  path: "/api/images",
  id: "number",
  attributes: {
    name: { shape: name, write: "always" },
    image_url: { shape: string(), local: true },
    format: { shape: string() },
    size: { shape: integer() },
    hidden: { shape: boolean(), write: "always", default: false },
    updated_at: { ...stamps.updated, from: "updated" },
  },
  natural: ["name"],
  orders: ["id", "name", "format", "size", "updated_at"],
  // @guess get_images: Without `sort`, images are in the order of their ids.
  defaultSort: "id",
});

export type Image = RecordOf<typeof image>;

const fromUrl = object({ data: creation(image, { import_from_url: string({ minLength: 1 }) }) });

const upload = object({ file: file(), "name?": name, "hidden?": boolean() });

export const operations = [
  list(image, "get_images", { unlessFiltered: { hidden: false } }),
  action(image, "upload_image_from_url", { body: fromUrl }),
  get(image, "get_image"),
  update(image, "update_image"),
  action(image, "upload_image_from_file", { body: upload, formBytesMax: 6_000_000 }),
] as const;

const images = collectionOf(image);

interface Upload {
  readonly name: string;
  readonly hidden?: boolean | null | undefined;
  readonly bytes: Uint8Array;
  /** Where the body has them. */
  readonly place: string;
}

export function imageOf(account: Account, now: number, { bytes, place, name, hidden }: Upload) {
  const { length } = bytes;
  if (length > pictureBytesMax) {
    return invalid(place, `The image has more than ${pictureBytesMax} bytes.`);
  }
  const format = formatOf(bytes);
  if (format === undefined) {
    return invalid(place, `Expected an image: ${pictureFormats.join(", ")}.`);
  }
  const full = noRoomFor(account, length);
  if (full !== undefined) {
    return invalid(place, full, "the emulator keeps no more: reset it, or use a new sandbox");
  }
  const { change, path } = picture(account, bytes, format);
  const made: Image = {
    id: freshId(account, image, now),
    seq: account.nextSeq(),
    format,
    size: length,
    image_url: path,
    name: freeName(account, name),
    hidden: hidden ?? false,
    updated: now,
  };
  account.commit([change, put(images, made)]);
  return theNew(made);
}

/** A name that no image has. @guess upload_image_*: A name that is taken gets a number after it. */
function freeName(account: Account, wish: string): string {
  const table = account.table(images);
  for (let count = 0; ; count += 1) {
    const suffix = count === 0 ? "" : `_${count}`;
    const name = wish.slice(0, imageNameMax - suffix.length) + suffix;
    if (table.find(["name"], [name]) === undefined) return name;
  }
}
