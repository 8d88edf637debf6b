import { action, create, get, list, remove, update } from "../../contract/rows.ts";
import { literal, nullable, object, open, string } from "../../contract/shape.ts";
import { template, templateName as name } from "../../domain/resources/template.ts";
import { universalContentRows } from "./universal-content.ts";

const clone = object({
  data: object({
    type: literal("template"),
    id: string(),
    attributes: object({ "name?": nullable(name) }),
  }),
});

const rendered = object({
  data: object({
    type: literal("template"),
    id: string(),
    attributes: object({ context: open() }),
  }),
});

export const operations = [
  list(template, "get_templates", {
    unlessFiltered: { reusable: true },
  }),
  create(template, "create_template"),
  get(template, "get_template"),
  update(template, "update_template"),
  // These answers are recorded, though published as 204, 201 and 201 (recorded.md, 6).
  remove(template, "delete_template", { success: 200 }),
  action(template, "clone_template", {
    body: clone,
    success: 200,
  }),
  action(template, "render_template", {
    body: rendered,
    success: 200,
  }),
  ...universalContentRows,
] as const;
