import { creation } from "../../contract/bodies.ts";
import { stamps } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { action, get, list, update } from "../../contract/rows.ts";
import { boolean, file, integer, object, string } from "../../contract/shape.ts";
import { pictureBytesMax, formatOf, noRoomFor, picture } from "../../domain/pictures.ts";
import { pictureFormats } from "../../domain/pictures.ts";
import { invalid, invalidParameter, refused } from "../../jsonapi/refusal.ts";
import type { ApiArea, AreaBehavior } from "../../verbs/invocation.ts";
import { theChanged, theNew } from "../../verbs/outcome.ts";
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

type Image = RecordOf<typeof image>;

const fromUrl = object({ data: creation(image, { import_from_url: string({ minLength: 1 }) }) });

const upload = object({ file: file(), "name?": name, "hidden?": boolean() });

const operations = [
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
  readonly place: string;
}

function imageOf(account: Account, now: number, { bytes, place, name, hidden }: Upload) {
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

interface Update {
  readonly data: { readonly attributes: { readonly name?: string | null } };
}

const imageQuirks = {
  "image-name-lost": {
    operation: "update_image",
    act(call, go) {
      const outcome = go(call);
      const { name } = (call.body as Update).data.attributes;
      if (refused(outcome) || outcome.kind !== "one" || name != null) return outcome;
      const nameless = { ...(outcome.record as Image), name: null };
      call.account.commit([put(collectionOf(image), nameless as never)]);
      return theChanged(nameless);
    },
  },
  "image-size-zero": {
    operation: "get_images",
    act(call, go) {
      const isMeant = call.query.conditions.some(
        ({ name, operator, values }) =>
          name === "size" && operator === "greater-than" && values[0] === 0,
      );
      return isMeant ? invalidParameter("filter", "Expected a size of more than 0.") : go(call);
    },
  },
} satisfies ApiArea["quirks"];

const place = "/data/attributes/import_from_url";

const importing = {
  urlIn: ({ data }: { data: { attributes: { import_from_url: string } } }): string | undefined =>
    isFetched(data.attributes.import_from_url) ? data.attributes.import_from_url : undefined,
  bytesMax: pictureBytesMax,
};

/** Whether a URL leads somewhere. @guess upload_image_from_url: A URL that contains credentials is rejected. */
function isFetched(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

/** @guess upload_image_from_url: A `data:` URL is accepted. */
function bytesIn(url: string): { readonly bytes: Uint8Array } | undefined {
  const base64 = /^data:image\/\w+;base64,([A-Za-z0-9+/]+=*)$/.exec(url)?.[1];
  return base64 === undefined ? undefined : { bytes: Buffer.from(base64, "base64") };
}

/** What an image is called whose URL alone is known: the last part of its path. */
function nameIn(url: string): string {
  const { protocol, pathname } = new URL(url);
  const last = protocol === "data:" ? "" : pathname.split("/").at(-1);
  return (last || "image").slice(0, imageNameMax);
}

const lastPart = (name: string): string => name.split(/[/\\]/).at(-1) || "image";

const behavior: AreaBehavior<typeof operations> = {
  upload_image_from_url({ account, now, body, downloaded }) {
    const { name, import_from_url: url, hidden } = body.data.attributes;
    const bytes = downloaded ?? bytesIn(url);
    if (bytes === undefined) {
      return invalid(place, "Expected the URL of an image, with http:// or https://.");
    }
    if ("error" in bytes)
      return invalid(place, "The image could not be fetched.", `not fetched: ${bytes.error}`);
    return imageOf(account, now, { ...bytes, place, name: name ?? nameIn(url), hidden });
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
  downloads: { upload_image_from_url: importing },
  quirks: imageQuirks,
};
