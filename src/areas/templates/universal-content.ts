import { stamps } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { create, get, list, remove, update } from "../../contract/rows.ts";
import {
  any,
  boolean,
  during,
  integer,
  literal,
  nullable,
  number,
  oneOf,
  type Shape,
  string,
} from "../../contract/shape.ts";
import { blockOf, htmlBlock, section, textBlock } from "./blocks.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

/** What a client may write. */
const written = ["button", "drop_shadow", "horizontal_rule", "image", "spacer"] as const;
/** What may be shown beside that: a client cannot write it, and a fixture can. */
const shown = [
  ...(["coupon", "header", "product", "review", "social", "split", "table"] as const),
  ...(["unsupported", "video"] as const),
] as const;

const life = { since: "2025-04-15" } as const;
const blocks = <const T extends string, D>(types: readonly T[], data: Shape<D>) =>
  types.map((type) => during(blockOf(type, data), life));
const unknown = nullable(oneOf(string(), integer(), number(), boolean()));

/** Those of text came first. */
const newDefinition = oneOf(htmlBlock, textBlock, ...blocks(written, any()));

export const definition = oneOf(
  htmlBlock,
  textBlock,
  ...blocks(written, any()),
  ...blocks(shown, unknown),
  during(section, life),
);

export const screenshotStatus = literal(
  "completed",
  "failed",
  "generating",
  "never_generated",
  "not_renderable",
  "stale",
);

export const universalContent = resource("template-universal-content", {
  path: "/api/template-universal-content",
  id: "hex",
  attributes: {
    name: {
      shape: string({ minLength: 1, maxLength: 1000 }),
      write: "always",
      required: true,
    },
    definition: { shape: definition, body: newDefinition, write: "always", required: true },
    // With microseconds in every answer (recorded).
    created: { ...stamps.created, fraction: "always" },
    updated: { ...stamps.updated, fraction: "always" },
    screenshot_status: { shape: screenshotStatus, default: "generating" },
    screenshot_url: { shape: string(), default: "", local: true },
  },
  natural: ["name"],
  fields: {
    "definition.content_type": { type: "string", values: ["block", "section"] },
    "definition.type": {
      type: "string",
      values: ["html", "text", ...written, ...shown].toSorted(),
    },
  },
  orders: ["id", "name", "created", "updated"],
  // @guess get_all_universal_content: Without `sort`, the oldest content comes first.
  defaultSort: "created",
});

export type UniversalContent = RecordOf<typeof universalContent>;

export const universalContents = collectionOf(universalContent, {
  keys: {
    "definition.content_type": ({ definition: { content_type } }) => content_type,
    "definition.type": ({ definition: { type } }) => type,
  },
});

export const universalContentRows = [
  list(universalContent, "get_all_universal_content"),
  create(universalContent, "create_universal_content"),
  get(universalContent, "get_universal_content"),
  update(universalContent, "update_universal_content"),
  remove(universalContent, "delete_universal_content"),
] as const;
