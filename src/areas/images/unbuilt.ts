import { unbuilt } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const unbuiltImages = [
  unbuilt("image", "upload_image_from_file", {
    post: "/api/image-upload",
    scopes: ["images:write"],
    limits: { burst: 3, steady: 100 },
    perDay: 500,
    fields: ["image"],
  }),
] as const;
