import { operation } from "../act.ts";
import { file } from "../../contract/shape.ts";
import { pictures } from "../../domain/objects/records.ts";
import { unknownId } from "../../emulation/problem.ts";
import { type ControlOperation, everyAccountOf, WholeReply } from "../operation.ts";

const asIs = { "x-content-type-options": "nosniff", "cache-control": "no-store" } as const;

/** The bytes of images, for whoever knows their URL: that is their secret. */
export const imageOperations: readonly ControlOperation[] = [
  operation({
    on: "GET /_emulator/images/{id}",
    does: "the bytes of an image or screenshot, as its URL in the API names it",
    answer: file(),
    open: true,
    run(call) {
      const [id = ""] = call.params;
      for (const account of everyAccountOf(call)) {
        const found = account.table(pictures).get(id);
        if (found !== undefined) {
          const type = { "content-type": `image/${found.format}` };
          return new WholeReply(200, { ...type, ...asIs }, Buffer.from(found.base64, "base64"));
        }
      }
      throw unknownId("image", id);
    },
  }),
];
