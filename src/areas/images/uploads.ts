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
import { collectionOf } from "../../world/store/collection-of.ts";
import { put } from "../../world/store/store.ts";
import { type Image, image, imageNameMax } from "./operations.ts";

const images = collectionOf(image);

/** What is said of a new image. */
export interface Upload {
  readonly name: string;
  readonly hidden?: boolean | null | undefined;
}

/** An image of these bytes. @param place where the body has them */
export function imageOf(
  account: Account,
  now: number,
  { bytes, place, name, hidden }: Upload & { readonly bytes: Uint8Array; readonly place: string },
): Outcome {
  const format = formatOf(bytes);
  const refusal = refusalOf(account, bytes, format, place);
  if (refusal !== undefined || format === undefined) return refusal as Refusal;
  const { change, path } = picture(account, bytes, format);
  const made: Image = {
    id: freshId(account, image, now),
    seq: account.nextSeq(),
    format,
    size: bytes.length,
    image_url: path,
    name: freeName(account, name),
    hidden: hidden ?? false,
    updated: now,
  };
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

/** A name that no image has. @guess upload_image_*: A name that is taken gets a number after it. */
function freeName(account: Account, wish: string): string {
  const table = account.table(images);
  for (let count = 0; ; count += 1) {
    const suffix = count === 0 ? "" : `_${count}`;
    const name = wish.slice(0, imageNameMax - suffix.length) + suffix;
    if (table.find(["name"], [name]) === undefined) return name;
  }
}
