import { stamps } from "../../contract/attribute.ts";
import { creation } from "../../contract/bodies.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { action, get, list, listing, lookup, pages, range, update } from "../../contract/rows.ts";
import { boolean, file, integer, object, string } from "../../contract/shape.ts";

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
  // @guess
  defaultSort: "id",
});

export type Image = RecordOf<typeof image>;

/** An image is created from a URL, which is not kept. */
const fromUrl = object({ data: creation(image, { import_from_url: string({ minLength: 1 }) }) });

const upload = object({ file: file(), "name?": name, "hidden?": boolean() });

const reading = { scopes: ["images:read"], tier: "M", fields: ["image"] } as const;

export const operations = [
  list(image, "get_images", {
    ...reading,
    filter: {
      id: lookup,
      updated_at: range,
      format: lookup,
      name: listing("any", "contains", "ends-with", "equals", "starts-with"),
      size: range,
      hidden: lookup,
    },
    sort: ["format", "id", "name", "size", "updated_at"],
    unlessFiltered: { hidden: false },
    paging: [pages({ default: 20, max: 100 })],
  }),
  action(image, "upload_image_from_url", {
    post: "/api/images",
    scopes: ["images:write"],
    limits: { burst: 3, steady: 100 },
    perDay: 100,
    fields: ["image"],
    body: fromUrl,
    success: 201,
  }),
  get(image, "get_image", reading),
  update(image, "update_image", { ...reading, scopes: ["images:write"] }),
  action(image, "upload_image_from_file", {
    post: "/api/image-upload",
    scopes: ["images:write"],
    limits: { burst: 3, steady: 100 },
    perDay: 500,
    fields: ["image"],
    body: upload,
    formBytesMax: 6_000_000,
    success: 201,
  }),
] as const;
