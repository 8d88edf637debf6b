import { action, create, get, list, listing, lookup, pages, range } from "../../contract/rows.ts";
import { remove, update } from "../../contract/rows.ts";
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

const additional = {
  fields: ["template"],
  additionalFields: { template: ["definition"] },
} as const;
const reading = { scopes: ["templates:read"], tier: "L", ...additional } as const;
const writing = { scopes: ["templates:write"], tier: "L", ...additional } as const;
const dated = ["equals", ...range] as const;

export const operations = [
  list(template, "get_templates", {
    ...reading,
    filter: {
      id: lookup,
      name: listing("any", "contains", "equals"),
      created: dated,
      updated: dated,
    },
    sort: ["created", "id", "name", "updated"],
    unlessFiltered: { reusable: true },
    paging: [pages({ default: 10, max: 10 })],
  }),
  create(template, "create_template", writing),
  get(template, "get_template", reading),
  update(template, "update_template", writing),
  // These answers are recorded, though published as 204, 201 and 201 (recorded.md, 6).
  remove(template, "delete_template", { scopes: ["templates:write"], tier: "L", success: 200 }),
  action(template, "clone_template", {
    post: "/api/template-clone",
    scopes: ["templates:write"],
    tier: "L",
    fields: ["template"],
    body: clone,
    success: 200,
  }),
  action(template, "render_template", {
    post: "/api/template-render",
    scopes: ["templates:read"],
    tier: "S",
    fields: ["template"],
    body: rendered,
    success: 200,
  }),
  ...universalContentRows,
] as const;
