import type { ApiArea, AreaBehavior } from "../../verbs/call.ts";
import { imageQuirks } from "./quirks.ts";
import { image, imageNameMax, operations } from "./operations.ts";
import { imported, importing } from "./from-url.ts";
import { imageOf } from "./uploads.ts";

/** The last part of a path, as some clients send one for the name of a file. */
const lastPart = (name: string): string => name.split(/[/\\]/).at(-1) || "image";

const behavior: AreaBehavior<typeof operations> = {
  upload_image_from_url(call) {
    const { name, import_from_url: url, hidden } = call.body.data.attributes;
    return imported(call, { url, name, hidden });
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
