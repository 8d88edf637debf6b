import { ofAccount } from "../act.ts";
import { file, object } from "../../contract/shape.ts";
import { pictures } from "../../domain/objects/records.ts";
import { unknownId } from "../../emulation/problem.ts";
import { Bytes, type ControlOperation, everyAccountOf } from "../operation.ts";

/** The bytes of images, for whoever knows their URL: that is their secret. */
export const imageOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/images/{id}",
    does: "the bytes of an image or screenshot, as its URL in the API names it",
    query: object(ofAccount),
    answer: file(),
    open: true,
    run(call) {
      const [id = ""] = call.params;
      for (const account of everyAccountOf(call)) {
        const found = account.table(pictures).get(id);
        if (found !== undefined) {
          return new Bytes(Buffer.from(found.base64, "base64"), `image/${found.format}`);
        }
      }
      throw unknownId("image", id);
    },
  },
];
