import { type Answer, type Asking, emulate } from "../support/emulate.ts";
import type { EmulatorOptions } from "../../src/index.ts";

/** The id of what has this external id. */
export const idOf = (externalId: string) => `$custom:::$default:::${externalId}`;

type Attributes = Readonly<Record<string, unknown>>;

const identifier = (type: string) => (externalId: string) => ({ type, id: idOf(externalId) });

/** Identifiers in a body, by external ids. */
export const items = (...ids: string[]) => ({ data: ids.map(identifier("catalog-item")) });
export const categories = (...ids: string[]) => ({ data: ids.map(identifier("catalog-category")) });

/** What bodies say of one thing. */
export const item = (externalId: string, more: Attributes = {}, inCategories?: string[]) => ({
  type: "catalog-item",
  attributes: {
    external_id: externalId,
    title: `Item ${externalId}`,
    description: "Of cotton",
    url: `https://shop.example.com/${externalId}`,
    ...more,
  },
  ...(inCategories && { relationships: { categories: categories(...inCategories) } }),
});

export const variant = (externalId: string, of: string, more: Attributes = {}) => ({
  type: "catalog-variant",
  attributes: {
    external_id: externalId,
    title: `Variant ${externalId}`,
    description: "In red",
    url: `https://shop.example.com/${externalId}`,
    sku: `SKU-${externalId}`,
    inventory_quantity: 3,
    price: 12.5,
    ...more,
  },
  relationships: { item: { data: { type: "catalog-item", id: idOf(of) } } },
});

export const category = (externalId: string, more: Attributes = {}, withItems?: string[]) => ({
  type: "catalog-category",
  attributes: { external_id: externalId, name: `Category ${externalId}`, ...more },
  ...(withItems && { relationships: { items: items(...withItems) } }),
});

export const path = (url: string | null | undefined) =>
  url ? url.replace(/^http:\/\/[^/]+/, "") : undefined;

/** External ids of an answer's resources or identifiers. */
export const namesOf = ({ many }: Answer) => many.map(({ id }) => id.replace(/^.*:::/s, ""));

/** An emulator, ways to fill its catalog, and the paths of its things. */
export async function catalog(options: EmulatorOptions = {}) {
  const ways = await emulate(options);
  const { post, get } = ways;
  const made = async (at: string, data: unknown, asking?: Asking) => {
    const answer = await post(at, { data }, asking);
    if (answer.status !== 201) throw new Error(`${at}: ${answer.text}`);
    return answer;
  };
  return {
    ...ways,
    addItem: (...given: Parameters<typeof item>) => made("/api/catalog-items", item(...given)),
    addVariant: (...given: Parameters<typeof variant>) =>
      made("/api/catalog-variants", variant(...given)),
    addCategory: (...given: Parameters<typeof category>) =>
      made("/api/catalog-categories", category(...given)),
    names: async (at: string) => namesOf(await get(at)),
    remove: (at: string, body?: unknown) => ways.ask("DELETE", at, { body }),
  };
}

export const itemAt = (externalId: string) =>
  `/api/catalog-items/${encodeURIComponent(idOf(externalId))}`;
export const variantAt = (externalId: string) =>
  `/api/catalog-variants/${encodeURIComponent(idOf(externalId))}`;
export const categoryAt = (externalId: string) =>
  `/api/catalog-categories/${encodeURIComponent(idOf(externalId))}`;
