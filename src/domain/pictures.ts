import type { Account } from "../world/account.ts";
import { pictureId } from "../world/ids.ts";
import { put } from "../world/store/store.ts";
import { pictures, type Picture } from "./objects/records.ts";

const beginnings = {
  jpeg: ["ffd8ff"],
  png: ["89504e470d0a1a0a"],
  gif: [Buffer.from("GIF87a").toString("hex"), Buffer.from("GIF89a").toString("hex")],
} as const;

export type PictureFormat = keyof typeof beginnings;

export const pictureFormats = Object.keys(beginnings) as readonly PictureFormat[];

export const pictureBytesMax = 5_000_000;

/** @guess upload_image_*: An account holds up to 50 MB of images. The service has room for more. */
const allBytesMax = 50_000_000;

export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  const first = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  return pictureFormats.find((format) => beginnings[format].some((each) => first.startsWith(each)));
}

/** Why an account has no room for so many bytes more, if it has none. */
export function noRoomFor(account: Account, bytes: number): string | undefined {
  let all = bytes;
  for (const { size } of account.table(pictures).all()) all += size;
  if (all <= allBytesMax) return undefined;
  return `The account's images would have more than ${allBytesMax} bytes.`;
}

/** Bytes as they are kept, and the path under which they are served. */
export function picture(account: Account, bytes: Uint8Array, format: PictureFormat) {
  const id = pictureId(account.secrets("picture"));
  const base64 = Buffer.from(bytes).toString("base64");
  const record: Picture = { id, seq: account.nextSeq(), format, size: bytes.length, base64 };
  return { change: put(pictures, record), path: picturePath + id };
}

const picturePath = "/_emulator/images/";

/** The id of the picture that is served under a path, if one is. */
export const pictureIn = (path: string): string | undefined =>
  path.startsWith(picturePath) ? path.slice(picturePath.length) : undefined;
