import type { Dated } from "./links.ts";
import type { Job, Properties } from "./records.ts";

/** What items and variants have alike. */
interface Product extends Dated {
  readonly external_id: string;
  readonly title: string;
  readonly description: string;
  readonly price: number | null;
  readonly url: string;
  readonly image_full_url: string | null;
  readonly image_thumbnail_url: string | null;
  readonly images: readonly string[];
  readonly custom_metadata: Properties;
  readonly published: boolean;
  readonly updated: number;
}

export type CatalogItem = Product;

/** One of the forms in which an item is sold. */
export interface CatalogVariant extends Product {
  /** The id of its item. */
  readonly item: string;
  readonly sku: string;
  readonly inventory_policy: number;
  readonly inventory_quantity: number;
}

export interface CatalogCategory extends Dated {
  readonly external_id: string;
  readonly name: string;
  readonly updated: number;
}

/** A bulk creation, update or deletion of items, variants or categories. */
export interface CatalogJob extends Job {
  readonly failed_count: number;
  /** When it can be read no more. */
  readonly expires_at: number;
  readonly errors: readonly object[];
  /** The ids of those that it created, updated or deleted. */
  readonly done: readonly string[];
}
