import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { account, definition, inGroup, inLast, ordered } from "./segment-support.ts";

describe("a segment with a span of time", () => {
  it("that is made after what happened lets go of people in time", async () => {
    const { emulator, create, members, order } = await account();
    await order("ada");
    const id = await create(definition([ordered(1, inLast(7))]));
    expect(await members(id)).toEqual(["ada"]);
    await emulator.clock.advance("30d");
    expect(await members(id)).toEqual([]);
  });
  it("that is defined anew lets go of people in time", async () => {
    const { emulator, create, members, order, redefine } = await account();
    const id = await create(definition([ordered(5)]));
    await order("ada");
    await redefine(id, { definition: definition([ordered(1, inLast(7))]) });
    expect(await members(id)).toEqual(["ada"]);
    await emulator.clock.advance("30d");
    expect(await members(id)).toEqual([]);
  });
  it("that is active again lets go of people in time", async () => {
    const { emulator, create, members, order, redefine } = await account();
    const id = await create(definition([ordered(1, inLast(7))]));
    await redefine(id, { is_active: false });
    await order("ada");
    await redefine(id, { is_active: true });
    expect(await members(id)).toEqual(["ada"]);
    await emulator.clock.advance("30d");
    expect(await members(id)).toEqual([]);
  });
  it("of a list: made after they joined", async () => {
    const { emulator, create, members, person, post } = await account();
    const ada = await person("ada");
    await post("/api/lists/NewsLs/relationships/profiles", {
      data: [{ type: "profile", id: ada }],
    });
    const id = await create(definition([{ ...inGroup(true, "NewsLs"), ...inLast(1) }]));
    expect(await members(id)).toEqual(["ada"]);
    await emulator.clock.advance("2d");
    expect(await members(id)).toEqual([]);
  });
  it("of a fixture lets go of people in time", async () => {
    const given = JSON.stringify(definition([ordered(1, inLast(7))]));
    const { emulator, get } = await emulate({
      fixtures: [
        fixtureFile(`
company_id: Tests1
keys: [{ name: full, scopes: full }]
metrics: [{ name: Placed Order, id: Order1 }]
segments: [{ name: Some, id: Some01, definition: ${given} }]
profiles: [{ email: ada@example.com }]
events: [{ profile: ada@example.com, metric: Placed Order, time: -1d }]
`),
      ],
    });
    const count = async () => (await get("/api/segments/Some01/profiles")).many.length;
    expect(await count()).toBe(1);
    await emulator.clock.advance("30d");
    expect(await count()).toBe(0);
  });
  it("after a merge lets go of people in time", async () => {
    const { emulator, create, members, person, order, merge } = await account();
    const id = await create(definition([ordered(1, inLast(7))]));
    const [ada, bob] = [await person("ada"), await person("bob")];
    await order("ada");
    await merge(bob, ada);
    expect(await members(id)).toEqual(["bob"]);
    await emulator.clock.advance("30d");
    expect(await members(id)).toEqual([]);
  });
});
