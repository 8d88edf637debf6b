import type { Faker } from "@faker-js/faker";
import type { Dice } from "../../world/dice.ts";

/** What generated people are made of, drawn once: a pool is drawn from much faster than faker. */
export type Pools = Awaited<ReturnType<typeof fillPools>>;

const shop = "https://shop.example.com";

/** Fills the pools, always alike for one position of the dice. Loads faker. */
export async function fillPools(dice: Dice, currency: string) {
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
    /** What "Active on Site" says. */
    visits: pages.flatMap((page) =>
      browsers.map((browser) => ({ page: `${shop}${page}`, browser })),
    ),
  };
}

const pages = ["/", "/new", "/sale", "/collections/summer", "/collections/basics", "/journal"];
const browsers = ["Chrome", "Safari", "Firefox", "Edge"];

export type Product = ReturnType<typeof productOf>;

/** A thing of the shop, with what its events say of it. They share one object, never changed. */
function productOf(name: string, index: number, faker: Faker, currency: string) {
  const category = faker.commerce.department();
  const cents =
    faker.number.int({ min: 8, max: 180 }) * 100 - faker.helpers.arrayElement([1, 5, 50]);
  const sku = `SKU-${1001 + index}`;
  const price = cents / 100;
  const slug = name.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  const about = { ProductName: name, SKU: sku, Categories: [category] };
  return {
    name,
    category,
    cents,
    viewed: { ...about, URL: `${shop}/products/${slug}`, Price: price },
    added: { ...about, Price: price, Quantity: 1, $value: price, $value_currency: currency },
    /** A line of a cart with one, two and three of it. */
    lines: [1, 2, 3].map((quantity) => ({
      ProductName: name,
      SKU: sku,
      Quantity: quantity,
      ItemPrice: price,
      RowTotal: (cents * quantity) / 100,
    })),
  };
}

/** Postal codes end as their country's do. */
const land = (country: string, locale: string, zipEnds: string) => {
  return { country, locale, zipEnds: zipEnds.split(" ") };
};
const us = land("United States", "en-US", "01 03 05 09 10 12 14 16 18 22");
const canada = land("Canada", "en-CA", "1 2 3 4 5 6 8 9");
const kingdom = land("United Kingdom", "en-GB", "1AA 2BD 3EF 4GH 6JL");

const eastern = "America/New_York";
const central = "America/Chicago";
const pacific = "America/Los_Angeles";

/** @param zip the beginning of its postal codes @param areaCodes those of telephone numbers that nobody's phone has */
const place = (
  of: typeof us,
  [city, region]: readonly [string, string],
  zip: string,
  timezone: string,
  areaCodes = "",
) => ({ ...of, city, region, zip, timezone, areaCodes: areaCodes.match(/\d+/g) ?? [] });

export type City = ReturnType<typeof place>;

export const cities: readonly City[] = [
  place(us, ["New York", "New York"], "100", eastern, "212 646 917"),
  place(us, ["Boston", "Massachusetts"], "021", eastern, "617 857"),
  place(us, ["Philadelphia", "Pennsylvania"], "191", eastern, "215 267"),
  place(us, ["Atlanta", "Georgia"], "303", eastern, "404 678"),
  place(us, ["Miami", "Florida"], "331", eastern, "305 786"),
  place(us, ["Chicago", "Illinois"], "606", central, "312 773"),
  place(us, ["Austin", "Texas"], "787", central, "512 737"),
  place(us, ["Houston", "Texas"], "770", central, "713 832"),
  place(us, ["Minneapolis", "Minnesota"], "554", central, "612"),
  place(us, ["Denver", "Colorado"], "802", "America/Denver", "303 720"),
  place(us, ["Phoenix", "Arizona"], "850", "America/Phoenix", "602 480"),
  place(us, ["Seattle", "Washington"], "981", pacific, "206"),
  place(us, ["Portland", "Oregon"], "972", pacific, "503 971"),
  place(us, ["San Francisco", "California"], "941", pacific, "415 628"),
  place(us, ["Los Angeles", "California"], "900", pacific, "213 323"),
  place(canada, ["Toronto", "Ontario"], "M5V 2T", "America/Toronto", "416 647"),
  place(canada, ["Vancouver", "British Columbia"], "V6B 1A", "America/Vancouver", "604"),
  place(kingdom, ["London", "England"], "SE1 ", "Europe/London"),
  place(kingdom, ["Manchester", "England"], "M1 ", "Europe/London"),
];

/** Line numbers 0100 to 0199 of the exchange 555 are kept free for fiction. */
const fictional = 100;

/** Where they do not suffice: other lines of 555, which is given to nobody. */
const spare = 8000;

/** In the form E.164, one after the other; undefined: there are no more. */
export function phoneNumber({ areaCodes }: City, place: number): string | undefined {
  if (areaCodes.length === 0) return undefined;
  const code = areaCodes[place % areaCodes.length];
  const line = Math.floor(place / areaCodes.length);
  if (line >= fictional + spare) return undefined;
  const digits = line < fictional ? 100 + line : 2000 + line - fictional;
  return `+1${code}555${String(digits).padStart(4, "0")}`;
}
