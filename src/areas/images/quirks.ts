import { invalidParameter, refused } from "../../jsonapi/refusal.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { theChanged } from "../../verbs/outcome.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { put } from "../../world/store/store.ts";
import { type Image, image } from "./operations.ts";

interface Update {
  readonly data: { readonly attributes: { readonly name?: string | null } };
}

export const imageQuirks = {
  "image-name-lost": {
    operation: "update_image",
    act(call, go) {
      const outcome = go(call);
      const { name } = (call.body as Update).data.attributes;
      if (refused(outcome) || outcome.kind !== "one" || name != null) return outcome;
      const nameless = { ...(outcome.record as Image), name: null };
      call.account.commit([put(collectionOf(image), nameless as never)]);
      return theChanged(nameless);
    },
  },
  "image-size-zero": {
    operation: "get_images",
    act(call, go) {
      const isMeant = call.query.conditions.some(
        ({ name, operator, values }) =>
          name === "size" && operator === "greater-than" && values[0] === 0,
      );
      return isMeant ? invalidParameter("filter", "Expected a size of more than 0.") : go(call);
    },
  },
} satisfies ApiArea["quirks"];
