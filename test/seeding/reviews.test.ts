import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { planText } from "./support.ts";

const base = `
company_id: Tests1
keys: [{ name: full, scopes: full }]
profiles: [{ email: ada@example.com }]
catalog_items: [{ external_id: shirt, title: Shirt, description: Warm, url: "https://example.com/shirt" }]
`;
const id = "01JZDEM0REV1EW000000000001";
const said = "email: ada@example.com, author: Ada, content: Warm";
const shop = `${base}
reviews:
  - { id: ${id}, ${said}, rating: 5, product: shirt, status: featured, verified: true, created: -3d,
      public_reply: { content: Thanks, author: Shop }, smart_quote: Warm }
  - { email: bob@example.com, author: Bob, content: Thin, rating: 1, status: rejected, rejection_reason: fake, created: -2d }
  - { ${said}, review_type: question, status: pending, created: -1d }
`;

describe("reviews of a fixture", () => {
  it("are there in their states, with their items and people, also after a reset", async () => {
    const { emulator, get } = await emulate({ fixtures: [fixtureFile(shop)] });
    for (let round = 0; round < 2; round += 1) {
      const { many } = await get("/api/reviews?sort=created");
      expect(many.map((each) => each.attributes["status"])).toEqual([
        { value: "featured" },
        { value: "rejected", rejection_reason: { reason: "fake" } },
        { value: "pending" },
      ]);
      const created = "2026-07-17T12:00:00+00:00";
      expect(many[0]).toMatchObject({
        id,
        attributes: {
          verified: true,
          created,
          product: { name: "Shirt", external_id: "shirt" },
          smart_quote: "Warm",
          public_reply: { content: "Thanks", author: "Shop", updated: created },
        },
        relationships: { events: { data: [] } },
      });
      emulator.reset();
    }
  });

  it("go with the people who wrote them", async () => {
    const { emulator, get, post } = await emulate({ fixtures: [fixtureFile(shop)] });
    const person = { data: { type: "profile", attributes: { email: "ada@example.com" } } };
    await post("/api/data-privacy-deletion-jobs", {
      data: { type: "data-privacy-deletion-job", attributes: { profile: person } },
    });
    await emulator.clock.advance("1h");
    const { many } = await get("/api/reviews");
    expect(many.map((each) => each.attributes["email"])).toEqual(["bob@example.com"]);
  });

  it("are shown with the state", async () => {
    const { emulator } = await emulate({ fixtures: [fixtureFile(shop)] });
    const { records } = emulator.state.get("reviews", { filter: "equals(status,'featured')" });
    expect(records).toMatchObject([{ id, state: "featured", author: "Ada" }]);
  });

  it.each([
    [`{ ${said}, product: shrit }`, "unknown catalog item 'shrit' (did you mean shirt?)"],
    [`{ ${said}, review_type: rating }`, "needs a rating from 1 to 5"],
    [`{ ${said}, review_type: question, rating: 2 }`, "a question has no rating"],
    [`{ ${said}, rejection_reason: fake }`, "expected status: rejected"],
    [`{ ${said}, created: 3d }`, "expected a time in the past"],
    [`{ ${said}, id: first }`, "not 'first'"],
    ["{ author: Ada, content: Warm, email: ada }", "email"],
  ])("%s is refused", async (review, what) => {
    await expect(planText(`${base}reviews: [${review}]`)).rejects.toThrow(what);
  });
});
