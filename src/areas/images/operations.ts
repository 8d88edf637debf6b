import { stamps } from "../../contract/members.ts";
import { creation } from "../../contract/bodies.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { action, get, list, update } from "../../contract/rows.ts";
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
  // @guess get_images: Without `sort`, images are in the order of their ids.
  defaultSort: "id",
});

export type Image = RecordOf<typeof image>;

/** An image is created from a URL, which is not kept. */
const fromUrl = object({ data: creation(image, { import_from_url: string({ minLength: 1 }) }) });

const upload = object({ file: file(), "name?": name, "hidden?": boolean() });

export const operations = [
  list(image, "get_images", {
    unlessFiltered: { hidden: false },
  }),
  action(image, "upload_image_from_url", { body: fromUrl }),
  get(image, "get_image"),
  update(image, "update_image"),
  action(image, "upload_image_from_file", {
    body: upload,
    formBytesMax: 6_000_000,
  }),
] as const;
