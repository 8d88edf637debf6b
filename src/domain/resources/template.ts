import { stamps } from "../../contract/members.ts";
import { type RecordOf, resource, namePattern } from "../../contract/resource.ts";
import { literal, nullable, string, list, object, open, type Shape } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { words } from "../../contract/words.ts";

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

const inDefinition = (
  "id template_id styles body body.id body.sections body.styles body.styles.background_color " +
  "body.styles.width body.properties body.properties.id body.properties.css_class"
).split(" ");

export const templateName = string({ minLength: 1, maxLength: 1000 });
/** @guess create_template: The `editor_type` is `CODE`, `SYSTEM_DRAGGABLE` or `USER_DRAGGABLE`. */
export const editor = literal("CODE", "SYSTEM_DRAGGABLE", "USER_DRAGGABLE");

export const template = resource("template", {
  path: "/api/templates",
  id: "short",
  attributes: {
    name: { shape: templateName, write: "always", required: true },
    editor_type: { shape: editor, write: "create", required: true },
    html: { shape: string(), write: "always", default: "" },
    text: { shape: nullable(string()), write: "always" },
    amp: { shape: nullable(string()), write: "always" },
    ...stamps,
    definition: {
      shape: nullable(designShape),
      write: "always",
      additional: true,
      named: inDefinition,
    },
  },
  // The message that it was copied for, and belongs to; not there: it may be used again.
  kept: { "message?": string() },
  natural: ["name"],
  fields: { reusable: { type: "boolean" } },
  orders: (["id", "name", "created", "updated"] as const).flatMap((order) => [
    order,
    ["reusable", order],
  ]),
  // @guess get_templates: Without `sort`, the oldest template comes first.
  defaultSort: "created",
});

export type Template = RecordOf<typeof template>;
export const templates = collectionOf(template, {
  keys: { reusable: ({ message }) => message === undefined },
});

const status = literal(
  ...words(`
  critical_nightly_refresh_timeout disabled ok refreshing warning_nightly_refresh_timeout
  warning_periodic_refresh_timeout
`),
);
const given = { write: "always", required: true } as const;

/** Content of a URL that templates read by its name. */
export const webFeed = resource("web-feed", {
  path: "/api/web-feeds",
  id: "number",
  attributes: {
    name: { shape: string({ minLength: 1, maxLength: 2000, pattern: namePattern }), ...given },
    url: { shape: string({ minLength: 1, maxLength: 2000 }), ...given },
    request_method: { shape: literal("get", "post"), ...given },
    content_type: { shape: literal("json", "xml"), ...given },
    ...stamps,
    // How its last refreshes went: none before the first (recorded).
    status: { shape: nullable(status) },
  },
  natural: ["name"],
  orders: ["created", "name", "updated"],
  // @guess get_web_feeds: Without `sort`, the oldest feed comes first.
  defaultSort: "created",
});

export type WebFeed = RecordOf<typeof webFeed>;
export const webFeeds = collectionOf(webFeed);
