import {
  formatOf,
  noRoomFor,
  picture,
  pictureBytesMax,
  pictureFormats,
} from "../../domain/pictures.ts";
import { invalid, type Refusal } from "../../jsonapi/refusal.ts";
import { type Outcome, theNew } from "../../verbs/outcome.ts";
import { freshId } from "../../verbs/write.ts";
import type { Account } from "../../world/account.ts";
import { collectionOf } from "../../world/collection-of.ts";
import { put } from "../../world/store.ts";
import { type Image, image, imageNameMax } from "./operations.ts";

export const images = collectionOf(image);

/** What is said of an image that comes to be. */
export interface Upload {
  readonly name: string;
  readonly hidden?: boolean | null | undefined;
}

/** An image of these bytes. @param place where the body has them */
export function imageOf(
  account: Account,
  now: number,
  { bytes, place, ...upload }: Upload & { readonly bytes: Uint8Array; readonly place: string },
): Outcome {
  const format = formatOf(bytes);
  const refusal = refusalOf(account, bytes, format, place);
  if (refusal !== undefined || format === undefined) return refusal as Refusal;
  const { change, path } = picture(account, bytes, format);
  const made = imageRecord(account, now, upload, { format, size: bytes.length, image_url: path });
  account.commit([change, put(images, made)]);
  return theNew(made);
}

function refusalOf(
  account: Account,
  { length }: Uint8Array,
  format: string | undefined,
  place: string,
): Refusal | undefined {
  if (length > pictureBytesMax) {
    return invalid(place, `The image has more than ${pictureBytesMax} bytes.`);
  }
  if (format === undefined) {
    return invalid(place, `Expected an image: ${pictureFormats.join(", ")}.`);
  }
  const full = noRoomFor(account, length);
  return full === undefined ? undefined : invalid(place, full, roomHint);
}

const roomHint = "the emulator keeps no more: reset it, or use a new sandbox";

/** @param known what its bytes, or its URL, say of it */
export const imageRecord = (
  account: Account,
  now: number,
  { name, hidden }: Upload,
  known: Pick<Image, "format" | "size"> & { readonly image_url: string | ((id: string) => string) },
): Image => {
  const id = freshId(account, image, now);
  const { image_url: url } = known;
  return {
    id,
    seq: account.nextSeq(),
    ...known,
    image_url: typeof url === "string" ? url : url(id),
    name: freeName(account, name),
    hidden: hidden ?? false,
    updated: now,
  };
};

/** A name that no image has: one that is taken gets a number behind it. @guess: which */
function freeName(account: Account, wish: string): string {
  const table = account.table(images);
  for (let count = 0; ; count += 1) {
    const suffix = count === 0 ? "" : `_${count}`;
    const name = wish.slice(0, imageNameMax - suffix.length) + suffix;
    if (table.find(["name"], [name]) === undefined) return name;
  }
}
