import type { EmulatorOptions } from "../../src/index.ts";
import { dotUrl } from "../support/form.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

export type Fields = Record<string, unknown>;

/** A body with one thing in it. */
export const body = (type: string, attributes: Fields = {}, beside: Fields = {}) => ({
  data: { type, attributes, ...beside },
});

export const to = (type: string, id: string) => ({ data: { type, id } });

/** An account with a person, a list that she is in, two metrics and an event. */
export async function shop(options: EmulatorOptions = {}) {
  const fixture = `
company_id: Tests1
keys: [{ name: full, scopes: full }, { name: events-only, scopes: ["events:write"] }]
metrics:
  - { name: Placed Order, id: PlaceA }
  - { name: Clicked Email, id: ClickB }
lists: [{ name: News, id: NewsLs }]
profiles: [{ email: ada@example.com, id: 01HZZZZZZZZZZZZZZZZZZZZZZZ, lists: [News] }]
events:
  - { metric: Placed Order, profile: ada@example.com, id: Event000001, value: 3,
      time: 2026-07-01T12:00:00Z, properties: { Gift: true } }
`;
  return emulate({
    fixtures: [fixtureFile(fixture)],
    frozenAt: "2026-07-20T12:00:00.123Z",
    ...options,
  });
}

export const ada = "01HZZZZZZZZZZZZZZZZZZZZZZZ";

/** Valid bodies, by the path that takes them. */
export const bodies: Readonly<Record<string, Fields>> = {
  "/api/profiles": body("profile", { email: "bob@example.com" }),
  "/api/lists": body("list", { name: "Offers" }),
  "/api/segments": body("segment", {
    name: "Buyers",
    definition: {
      condition_groups: [
        {
          conditions: [
            {
              type: "profile-property",
              property: "email",
              filter: { type: "existence", operator: "is-set" },
            },
          ],
        },
      ],
    },
  }),
  "/api/templates": body("template", { name: "Hello", editor_type: "CODE", html: "<p>hi</p>" }),
  "/api/web-feeds": body("web-feed", {
    name: "Weather",
    url: "https://example.com/feed",
    request_method: "get",
    content_type: "json",
  }),
  "/api/images": body("image", { import_from_url: dotUrl, name: "a.png" }),
  "/api/coupons": body("coupon", { external_id: "SALE" }),
  "/api/catalog-items": body("catalog-item", {
    external_id: "shirt",
    title: "Shirt",
    description: "Of cotton",
    url: "https://shop.example.com/shirt",
  }),
  "/api/catalog-variants": body(
    "catalog-variant",
    {
      external_id: "red",
      title: "Red shirt",
      description: "Of cotton",
      url: "https://shop.example.com/shirt",
      sku: "red",
      inventory_quantity: 3,
      price: 12,
    },
    { relationships: { item: to("catalog-item", "$custom:::$default:::shirt") } },
  ),
  "/api/catalog-categories": body("catalog-category", { external_id: "tops", name: "Tops" }),
  "/api/custom-metrics": body("custom-metric", {
    name: "Orders",
    definition: { aggregation_method: "count", metric_groups: [{ metric_id: "PlaceA" }] },
  }),
  "/api/tags": body("tag", { name: "Summer" }),
  "/api/profile-suppression-bulk-create-jobs": body("profile-suppression-bulk-create-job", {
    profiles: { data: [{ type: "profile", attributes: { email: "ada@example.com" } }] },
  }),
  "/api/profile-bulk-import-jobs": body(
    "profile-bulk-import-job",
    { profiles: { data: [{ type: "profile", attributes: { email: "eve@example.com" } }] } },
    { relationships: { lists: { data: [{ type: "list", id: "NewsLs" }] } } },
  ),
  "/api/catalog-item-bulk-create-jobs": body("catalog-item-bulk-create-job", {
    items: {
      data: ["hat", "sock"].map((external_id) => ({
        type: "catalog-item",
        attributes: { external_id, title: "A", description: "B", url: "https://c.example.com" },
      })),
    },
  }),
  "/api/coupon-code-bulk-create-jobs": body("coupon-code-bulk-create-job", {
    "coupon-codes": {
      data: [
        {
          type: "coupon-code",
          attributes: { unique_code: "X1" },
          relationships: { coupon: to("coupon", "SALE") },
        },
      ],
    },
  }),
};
