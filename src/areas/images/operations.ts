import { resource, stamps } from "../../contract/resource.ts";
import { action, get, list, listing, lookup, pages, range, update } from "../../contract/rows.ts";
import { boolean, literal, nullable, object, string } from "../../contract/shape.ts";
import { images } from "../../domain/collections.ts";
import { unbuiltImages } from "./unbuilt.ts";

export const image = resource("image", {
  path: "/api/images",
  collection: images.name,
  attributes: {
    name: { type: "string", nullable: false },
    image_url: { type: "string", nullable: false },
    format: { type: "string", nullable: false },
    size: { type: "integer", nullable: false },
    hidden: { type: "boolean", nullable: false },
    updated_at: { ...stamps.updated, from: "updated" },
  },
  fields: {
    id: { type: "string" },
    name: { type: "string" },
    format: { type: "string" },
    size: { type: "integer" },
    hidden: { type: "boolean" },
    updated_at: { type: "datetime" },
  },
  // @guess
  defaultSort: "id",
});

export const imageNameMax = 255;
const name = string({ minLength: 1, maxLength: imageNameMax });

const fromUrl = object({
  data: object({
    type: literal("image"),
    attributes: object({
      "name?": nullable(name),
      import_from_url: string({ minLength: 1 }),
      "hidden?": nullable(boolean()),
    }),
  }),
});

const changed = object({
  data: object({
    type: literal("image"),
    id: string(),
    attributes: object({ "name?": nullable(name), "hidden?": nullable(boolean()) }),
  }),
});

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
  update(image, "update_image", { ...reading, scopes: ["images:write"], body: changed }),
  ...unbuiltImages,
] as const;
