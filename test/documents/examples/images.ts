import { type AreaExamples, made } from "../../support/areas/example.ts";
import { changing, creating } from "./bodies.ts";

const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==";

export const images: AreaExamples = {
  title: "Images",
  intro: "Images for messages. The emulator serves their bytes itself.",
  see: { images: "../../areas/images.md" },
  files: {
    "dot.png": {
      made: `printf '${dot}' | base64 -d > dot.png`,
      bytes: Buffer.from(dot, "base64"),
    },
  },
  ids: { images: "$IMAGE" },
  requests: {
    get_images: {
      query: "filter=equals(hidden,false)&sort=name",
      show: ["name", "format", "size"],
    },
    upload_image_from_url: {
      note: "A URL that leads elsewhere is fetched. A `data:` URL holds its bytes.",
      body: creating("image", {
        import_from_url: `data:image/png;base64,${dot}`,
        name: "Dot",
      }),
      keep: { IMAGE: made },
      show: ["name", "format", "size"],
    },
    upload_image_from_file: {
      form: { file: "@dot.png", name: "Dot from a file" },
      show: ["name", "format", "size"],
    },
    get_image: { show: ["name", "hidden"] },
    update_image: { body: changing("image", "$IMAGE", { name: "White dot", hidden: true }) },
  },
};
