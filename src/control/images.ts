import { file } from "../contract/shape.ts";
import { pictures } from "../domain/collections.ts";
import { unknownId } from "../emulation/problem.ts";
import { Bytes, type ControlOperation } from "./operation.ts";

/** The bytes of images, for whoever knows their URL: that is their secret. */
export const imageOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/images/{id}",
    does: "the bytes of an image or screenshot, as its URL in the API names it",
    answer: file(),
    open: true,
    run({ emulation, params: [id = ""] }) {
      for (const account of emulation.world.everyAccount()) {
        const found = account.table(pictures).get(id);
        if (found !== undefined) {
          return new Bytes(Buffer.from(found.base64, "base64"), `image/${found.format}`);
        }
      }
      throw unknownId("image", id);
    },
  },
];
