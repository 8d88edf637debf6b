import { lookup, pages, unbuilt, range } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const unbuiltTemplates = [
  unbuilt("template-universal-content", "get_all_universal_content", {
    get: "/api/template-universal-content",
    scopes: ["templates:read"],
    tier: "L",
    since: "2024-10-15",
    filter: {
      id: lookup,
      name: lookup,
      created: range,
      updated: range,
      "definition.content_type": ["equals"],
      "definition.type": ["equals"],
    },
    sort: ["created", "id", "name", "updated"],
    fields: ["template-universal-content"],
    paging: [pages({ default: 20, max: 100 })],
  }),
  unbuilt("template-universal-content", "create_universal_content", {
    post: "/api/template-universal-content",
    scopes: ["templates:write"],
    tier: "L",
    since: "2024-10-15",
    fields: ["template-universal-content"],
  }),
  unbuilt("template-universal-content", "get_universal_content", {
    get: "/api/template-universal-content/{id}",
    scopes: ["templates:read"],
    tier: "L",
    since: "2024-10-15",
    fields: ["template-universal-content"],
  }),
  unbuilt("template-universal-content", "update_universal_content", {
    patch: "/api/template-universal-content/{id}",
    scopes: ["templates:write"],
    tier: "L",
    since: "2024-10-15",
    fields: ["template-universal-content"],
  }),
  unbuilt("template-universal-content", "delete_universal_content", {
    delete: "/api/template-universal-content/{id}",
    scopes: ["templates:write"],
    tier: "L",
    since: "2024-10-15",
  }),
  unbuilt("template", "render_template", {
    post: "/api/template-render",
    scopes: ["templates:read"],
    tier: "S",
    fields: ["template"],
  }),
] as const;
