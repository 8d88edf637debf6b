import { stamps } from "../../contract/attribute.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { action, create, get, list, listing, lookup, pages, range } from "../../contract/rows.ts";
import { remove, update } from "../../contract/rows.ts";
import { literal, nullable, object, open, string } from "../../contract/shape.ts";
import { universalContentRows } from "./universal-content.ts";

const inDefinition = [
  "id",
  "template_id",
  "styles",
  "body",
  "body.id",
  "body.sections",
  "body.styles",
  "body.styles.background_color",
  "body.styles.width",
  "body.properties",
  "body.properties.id",
  "body.properties.css_class",
];

const name = string({ minLength: 1, maxLength: 1000 });
/** With what it is edited: as text, or by drag and drop. @guess */
export const editor = literal("CODE", "SYSTEM_DRAGGABLE", "USER_DRAGGABLE");

export const template = resource("template", {
  path: "/api/templates",
  id: "short",
  attributes: {
    name: { shape: name, write: "always", required: true },
    editor_type: { shape: editor, write: "create", required: true },
    html: { shape: string(), write: "always", default: "" },
    text: { shape: nullable(string()), write: "always" },
    amp: { shape: nullable(string()), write: "always" },
    ...stamps,
    definition: { shape: nullable(open()), write: "always", additional: true, named: inDefinition },
  },
  natural: ["name"],
  orders: ["id", "name", "created", "updated"],
  // @guess
  defaultSort: "created",
});

export type Template = RecordOf<typeof template>;

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
