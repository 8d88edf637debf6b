import { lookup, pages, planned, range } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const plannedImages = [
  planned("image", "get_images", {
    get: "/api/images",
    scopes: ["images:read"],
    tier: "M",
    filter: {
      id: lookup,
      updated_at: range,
      format: lookup,
      name: ["any", "contains", "ends-with", "equals", "starts-with"],
      size: range,
      hidden: lookup,
    },
    sort: ["format", "id", "name", "size", "updated_at"],
    fields: ["image"],
    paging: [pages({ default: 20, max: 100 })],
  }),
  planned("image", "upload_image_from_url", {
    post: "/api/images",
    scopes: ["images:write"],
    limits: { burst: 3, steady: 100 },
    perDay: 100,
    fields: ["image"],
  }),
  planned("image", "get_image", {
    get: "/api/images/{id}",
    scopes: ["images:read"],
    tier: "M",
    fields: ["image"],
  }),
  planned("image", "update_image", {
    patch: "/api/images/{id}",
    scopes: ["images:write"],
    tier: "M",
    fields: ["image"],
  }),
  planned("image", "upload_image_from_file", {
    post: "/api/image-upload",
    scopes: ["images:write"],
    limits: { burst: 3, steady: 100 },
    perDay: 500,
    fields: ["image"],
  }),
] as const;
