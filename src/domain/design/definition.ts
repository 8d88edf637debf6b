import { list, literal, nullable, object, open, type Shape, string } from "../../contract/shape.ts";

const id = () => nullable(string());
const many = <T extends Readonly<Record<string, Shape>>>(members: T) =>
  nullable(list(object(members)));
const known = { "id?": id(), "data_id?": id() };
/** Of what may stand for something that is universal. */
const either = { ...known, "universal_id?": id() };

const block = {
  content_type: literal("block"),
  type: string(),
  data: open(),
  "subblocks?": nullable(list(open())),
  ...either,
};
const column = { "data?": open(), "blocks?": many(block), ...known };
const row = { data: open(), "columns?": many(column), ...known };
const section = {
  content_type: literal("section"),
  type: literal("section"),
  data: open(),
  "rows?": many(row),
  ...either,
};

/** What was put together by drag and drop (published: `TemplateDefinition`). */
export const designShape = object({
  body: object({ properties: open(), styles: open(), "sections?": many(section), "id?": id() }),
  styles: list(open()),
  "id?": id(),
  "template_id?": id(),
});
