import type { Faker } from "@faker-js/faker";
import type { Properties } from "../../domain/objects/records.ts";
import type { Dice } from "../../world/dice.ts";

/** A thing of the shop, with what its events say of it. They share one object, never changed. */
export interface Product {
  readonly name: string;
  readonly sku: string;
  readonly category: string;
  readonly cents: number;
  readonly viewed: Properties;
  readonly added: Properties;
  /** A line of a cart with one, two and three of it. */
  readonly lines: readonly Properties[];
}

/** What generated people are made of, drawn once: a pool is drawn from much faster than faker. */
export interface Pools {
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  readonly streets: readonly string[];
  readonly companies: readonly string[];
  readonly titles: readonly string[];
  readonly products: readonly Product[];
  /** What "Active on Site" says. */
  readonly visits: readonly Properties[];
}

const shop = "https://shop.example.com";

/** Fills the pools, always alike for one position of the dice. Loads faker. */
export async function fillPools(dice: Dice, currency: string): Promise<Pools> {
  const { faker: shared } = await import("@faker-js/faker/locale/en");
  // One of our own: to seed the shared one would disturb whoever else uses it in this process.
  const faker = new (shared.constructor as typeof Faker)({
    locale: shared.rawDefinitions,
    seed: dice.word(),
  });
  const some = (count: number, draw: () => string) => [
    ...new Set(Array.from({ length: count }, draw)),
  ];
  const names = some(60, () => faker.commerce.productName());
  return {
    firstNames: some(300, () => faker.person.firstName()),
    lastNames: some(400, () => faker.person.lastName()),
    streets: some(120, () => faker.location.street()),
    companies: some(60, () => faker.company.name()),
    titles: some(40, () => faker.person.jobTitle()),
    products: names.map((name, index) => productOf(name, index, faker, currency)),
    visits: pages.flatMap((page) =>
      browsers.map((browser) => ({ page: `${shop}${page}`, browser })),
    ),
  };
}

const pages = ["/", "/new", "/sale", "/collections/summer", "/collections/basics", "/journal"];
const browsers = ["Chrome", "Safari", "Firefox", "Edge"];

function productOf(name: string, index: number, faker: Faker, currency: string): Product {
  const category = faker.commerce.department();
  const cents =
    faker.number.int({ min: 8, max: 180 }) * 100 - faker.helpers.arrayElement([1, 5, 50]);
  const sku = `SKU-${String(1001 + index)}`;
  const price = cents / 100;
  const slug = name.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  const about = { ProductName: name, SKU: sku, Categories: [category] };
  return {
    name,
    sku,
    category,
    cents,
    viewed: { ...about, URL: `${shop}/products/${slug}`, Price: price },
    added: { ...about, Price: price, Quantity: 1, $value: price, $value_currency: currency },
    lines: [1, 2, 3].map((quantity) => ({
      ProductName: name,
      SKU: sku,
      Quantity: quantity,
      ItemPrice: price,
      RowTotal: (cents * quantity) / 100,
    })),
  };
}
