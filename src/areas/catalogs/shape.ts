import { boolean, list, literal, nullable, open, string } from "../../contract/shape.ts";

/** The most bytes of JSON text that `custom_metadata` may have: 100 kB. */
const metadataBytesMax = 100_000;

/** @guess create_catalog_*, bulk_create_catalog_*: An `external_id` has up to 255 characters. */
export const externalId = string({ minLength: 1, maxLength: 255, wellFormed: true });

/** What may be said of items and variants alike, and what stands where nothing is said, or null. */
export const looks = {
  image_full_url: { shape: nullable(string()), write: "always", default: "" },
  image_thumbnail_url: { shape: nullable(string()), write: "always", default: "" },
  images: { shape: list(string()), write: "always", default: [] },
  custom_metadata: {
    shape: nullable(open({ maxBytes: metadataBytesMax })),
    write: "always",
    default: {},
  },
  published: { shape: nullable(boolean()), write: "always", default: true },
} as const;

/** Of a variant: whether it can be had when there is none left. */
export const inventoryPolicy = nullable(literal(0, 1, 2));

/** The id of what is in the one catalog that there is (behaviour.md, 10). */
export const catalogId = (external: unknown): string => `$custom:::$default:::${String(external)}`;
