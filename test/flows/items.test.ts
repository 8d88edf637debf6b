import { describe, expect, it } from "vitest";
import { fixtureFile } from "../support/fixture.ts";
import { emulate } from "../support/emulate.ts";
import { data, type Fields, to } from "../support/sending.ts";

const shop = `
company_id: Tests1
templates: [{ name: Drop, id: Drop01, html: "<p>{{ event.title }} was {{ event.old_price }}</p>" }]
profiles:
  - { email: ada@example.com, consent: { email: SUBSCRIBED } }
  - { email: bob@example.com, consent: { email: SUBSCRIBED } }
`;

const looks = { title: "Lamp", description: "A lamp", url: "https://shop.example/lamp" };
const item = (price: number) => ({ price });

/** A shop with a lamp of two forms, of which people have done something, and a live flow. */
async function selling(trigger: Fields) {
  const ways = await emulate({ fixtures: [fixtureFile(shop)] });
  const { emulator, post, patch } = ways;
  const external = (external_id: string, more: Fields) => ({ external_id, ...looks, ...more });
  const made = await post(
    "/api/catalog-items",
    data("catalog-item", external("L", { price: 100 })),
  );
  const relationships = { item: to("catalog-item", made.data.id) };
  for (const name of ["L1", "L2"]) {
    const more = { sku: name, inventory_quantity: 10, price: 100 };
    await post(
      "/api/catalog-variants",
      data("catalog-variant", external(name, more), { relationships }),
    );
  }
  const definition = {
    triggers: [trigger],
    entry_action_id: "1",
    actions: [
      {
        temporary_id: "1",
        type: "send-email",
        data: {
          message: {
            subject_line: "{{ event.title }}: {{ event.price }}",
            template_id: "Drop01",
            smart_sending_enabled: false,
          },
        },
      },
    ],
  };
  const flow = await post("/api/flows", data("flow", { name: "Items", definition }));
  const { id } = flow.data;
  await patch(`/api/flows/${id}`, data("flow", { status: "live" }, { id }));
  return {
    ...ways,
    happens: (name: string, who: string, properties: Fields) =>
      post(
        "/api/events",
        data("event", {
          properties,
          metric: { data: { type: "metric", attributes: { name } } },
          profile: { data: { type: "profile", attributes: { email: `${who}@example.com` } } },
        }),
      ),
    change: async (type: "item" | "variant", name: string, attributes: Fields) => {
      const of = `$custom:::$default:::${name}`;
      await patch(`/api/catalog-${type}s/${of}`, data(`catalog-${type}`, attributes, { id: of }));
      await emulator.clock.advance("1s");
    },
    sent: async () =>
      (await emulator.outbox.list()).map(({ to: who, subject }) => `${who}: ${subject}`),
  };
}

const drop = (more: Fields = {}) => ({
  type: "price-drop",
  audience: ["viewed", "checkout-started"],
  price_drop_amount_value: 10,
  price_drop_amount_unit: "currency",
  trigger_filter: null,
  timeframe_days: 30,
  ...more,
});

const low = (more: Fields = {}) => ({
  type: "low-inventory",
  audience: ["added-to-cart"],
  product_level: "variant",
  inventory_count: 3,
  trigger_filter: null,
  timeframe_days: 30,
  ...more,
});

describe("a lower price lets those enter who", () => {
  it("have viewed the item or begun to buy it within the time, once for each drop", async () => {
    const { happens, change, sent } = await selling(drop());
    await happens("Viewed Product", "ada", { ProductID: "L" });
    await happens("Viewed Product", "ada", { ProductID: "L", again: true });
    await happens("Started Checkout", "bob", {
      Items: [{ ProductID: "other" }, { ProductID: "L" }],
    });
    await change("item", "L", item(90));
    expect((await sent()).toSorted()).toEqual([
      "ada@example.com: Lamp: 90",
      "bob@example.com: Lamp: 90",
    ]);
    await change("item", "L", item(80));
    expect(await sent()).toHaveLength(4);
  });

  it("have not viewed another, or viewed it too long ago, or added it to a cart alone", async () => {
    const { emulator, happens, change, sent } = await selling(drop());
    await happens("Viewed Product", "ada", { ProductID: "L" });
    await emulator.clock.advance("31d");
    await happens("Viewed Product", "ada", { ProductID: "M" });
    await happens("Added to Cart", "bob", { ProductID: "L" });
    await change("item", "L", item(50));
    expect(await sent()).toEqual([]);
  });

  it.for([
    ["currency", 91, 0],
    ["currency", 90, 1],
    ["percent", 91, 0],
    ["percent", 90, 1],
    ["currency", 120, 0],
  ] as const)("by %s, at a price of %i: %i", async ([price_drop_amount_unit, price, count]) => {
    const { happens, change, sent } = await selling(drop({ price_drop_amount_unit }));
    await happens("Viewed Product", "ada", { ProductID: "L" });
    await change("item", "L", item(price));
    expect(await sent()).toHaveLength(count);
  });

  it("fit what its trigger asks of the item", async () => {
    const filter = { type: "numeric", operator: "less-than", value: 60 };
    const condition = { type: "price-drop-property", metric_id: null, field: "price", filter };
    const trigger_filter = { condition_groups: [{ conditions: [condition] }] };
    const { happens, change, sent } = await selling(drop({ trigger_filter }));
    await happens("Viewed Product", "ada", { ProductID: "L" });
    await change("item", "L", item(80));
    expect(await sent()).toEqual([]);
    await change("item", "L", item(50));
    expect(await sent()).toEqual(["ada@example.com: Lamp: 50"]);
  });
});

describe("a low stock lets those enter who had to do with", () => {
  it("the variant, when it comes down to what is named", async () => {
    const { happens, change, sent } = await selling(low());
    await happens("Added to Cart", "ada", { SKU: "L1" });
    await happens("Added to Cart", "bob", { SKU: "L2" });
    await change("variant", "L1", { inventory_quantity: 4 });
    expect(await sent()).toEqual([]);
    await change("variant", "L1", { inventory_quantity: 3 });
    expect(await sent()).toEqual(["ada@example.com: Lamp: 100"]);
    await change("variant", "L1", { inventory_quantity: 2 });
    expect(await sent()).toHaveLength(1);
  });

  it("the item, when all of its variants do together", async () => {
    const { happens, change, sent } = await selling(low({ product_level: "product" }));
    await happens("Added to Cart", "ada", { ProductID: "L" });
    await change("variant", "L1", { inventory_quantity: 0 });
    expect(await sent()).toEqual([]);
    await change("variant", "L2", { inventory_quantity: 3 });
    expect(await sent()).toEqual(["ada@example.com: Lamp: 100"]);
  });
});
