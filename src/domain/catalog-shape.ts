import { boolean, list, literal, nullable, number, open, string } from "../contract/shape.ts";

/** The most bytes of JSON text that `custom_metadata` may have: 100 kB. */
const metadataBytesMax = 100_000;

/** How a catalog's things are known outside. @guess: 255 characters at most */
export const externalId = string({ minLength: 1, maxLength: 255, wellFormed: true });

/** What may be said of items and variants alike. */
export const looks = {
  "image_full_url?": nullable(string()),
  "image_thumbnail_url?": nullable(string()),
  "images?": nullable(list(string())),
  "custom_metadata?": nullable(open({ maxBytes: metadataBytesMax })),
  "published?": nullable(boolean()),
} as const;

/** Of a variant: whether it can be had when there is none left. */
export const inventoryPolicy = nullable(literal(0, 1, 2));

/** Attributes that an update may leave away, or of which it may say nothing by null. */
export const maybeText = nullable(string());
export const maybeNumber = nullable(number());

/** What stands where nothing is said, or null. */
export const unsaidItem = {
  price: null,
  image_full_url: "",
  image_thumbnail_url: "",
  images: [],
  custom_metadata: {},
  published: true,
} as const;

const { price: _, ...unsaidLooks } = unsaidItem;
/** A variant has a price. @guess: the policy */
export const unsaidVariant = { ...unsaidLooks, inventory_policy: 0 } as const;

/** The id of what is in the one catalog that there is (behaviour.md, 10). */
export const catalogId = (external: unknown): string => `$custom:::$default:::${String(external)}`;
