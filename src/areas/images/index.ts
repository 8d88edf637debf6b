import type { ApiArea, AreaBehavior } from "../../verbs/invocation.ts";
import { image, imageNameMax, operations, type Image, imageOf } from "./image.ts";
import { pictureBytesMax } from "../../domain/pictures.ts";
import { invalid, invalidParameter, refused } from "../../jsonapi/refusal.ts";
import { theChanged } from "../../verbs/outcome.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { put } from "../../world/store/store.ts";

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
  /** Of what was fetched, or of what the URL holds itself. */
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
