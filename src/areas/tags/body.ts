import { boolean, list, literal, nullable, object, string } from "../../contract/shape.ts";

const name = string({ minLength: 1, maxLength: 255 });

export const newTag = object({
  data: object({
    type: literal("tag"),
    attributes: object({ name }),
    "relationships?": object({
      "tag-group?": object({
        "data?": object({ type: literal("tag-group"), id: string() }),
      }),
    }),
  }),
});

export const updatedTag = object({
  data: object({ type: literal("tag"), id: string(), attributes: object({ name }) }),
});

export const newTagGroup = object({
  data: object({
    type: literal("tag-group"),
    attributes: object({ name, "exclusive?": nullable(boolean()) }),
  }),
});

export const updatedTagGroup = object({
  data: object({
    type: literal("tag-group"),
    id: string(),
    attributes: object({ name, "return_fields?": nullable(list(string())) }),
  }),
});

/** What gets a tag, or loses it. @guess: 100 at most */
export const targets = <const T extends string>(type: T) =>
  object({ data: list(object({ type: literal(type), id: string() }), { min: 1, max: 100 }) });
