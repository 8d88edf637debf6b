import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import {
  account,
  definition,
  isAda,
  newProfile,
  newSegment,
  property,
  text,
} from "./segment-support.ts";

describe("a definition whose kind is a name that every object has", () => {
  it("does not stop every profile from being written", async () => {
    const { post } = await account();
    const made = await post("/api/segments", newSegment(definition([{ type: "constructor" }])));
    const profile = await post("/api/profiles", newProfile());
    expect([made.status, profile.status]).toEqual([400, 201]);
  });
});

describe("email in a definition", () => {
  it("is compared without regard to case", async () => {
    const { create, members, person } = await account();
    const id = await create(definition([property("email", text("equals", "ADA@example.com"))]));
    await person("ada");
    expect(await members(id)).toEqual(["ada"]);
  });
  it("a latitude sent as a text is a number", async () => {
    const { create, members, person } = await account();
    const id = await create(
      definition([
        property("location['latitude']", { type: "numeric", operator: "greater-than", value: 40 }),
      ]),
    );
    await person("ada", { location: { latitude: "48.1" } });
    expect(await members(id)).toEqual(["ada"]);
  });
  it("created is a text as it is read", async () => {
    const { create, members, person } = await account();
    const id = await create(definition([property("created", text("starts-with", "2026-07-20"))]));
    await person("ada");
    expect(await members(id)).toEqual(["ada"]);
  });
});

describe("fixture", () => {
  it("named and defined: the definition decides", async () => {
    const given = JSON.stringify(definition([isAda]));
    const { get } = await emulate({
      fixtures: [
        fixtureFile(`
company_id: Tests1
keys: [{ name: full, scopes: full }]
segments: [{ name: Some, id: Some01, definition: ${given}, profiles: [bob@example.com] }]
profiles:
  - { email: ada@example.com, first_name: Ada }
  - { email: bob@example.com }
`),
      ],
    });
    const { many } = await get("/api/segments/Some01/profiles");
    expect(many.map(({ attributes: { email } }) => email)).toEqual(["ada@example.com"]);
  });
  it("somebody who is added to the demo and meets a definition belongs to it", async () => {
    const events = Array.from(
      { length: 60 },
      (_, i) =>
        `  - { profile: zed@example.com, metric: Placed Order, time: -${i + 1}d, unique_id: z${i}, value: 500 }`,
    ).join("\n");
    const { get } = await emulate({
      fixtures: [
        "demo",
        fixtureFile(`
company_id: DEMO01
profiles: [{ email: zed@example.com }]
events:
${events}
`),
      ],
    });
    const p = (await get(`/api/profiles?filter=equals(email,"zed@example.com")`)).many[0];
    const { many } = await get(`/api/profiles/${p?.id}/segments`);
    expect(many.map(({ attributes: { name } }) => name)).toContain("VIP");
  });
});
