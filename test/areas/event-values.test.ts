import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";

describe("a number that JSON cannot write", () => {
  it("is refused as an event's value", async () => {
    const { post } = await emulate();
    const body = JSON.stringify(newEvent({ value: 12_345 })).replace("12345", "1e999");
    expect(refusalOf(await post("/api/events", body))).toEqual([
      400,
      "invalid",
      "/data/attributes/value",
    ]);
  });

  it("is refused as an external_id, so that no profile is without identifier", async () => {
    const { post } = await emulate();
    const body = '{"data":{"type":"profile","attributes":{"external_id":1e999}}}';
    expect((await post("/api/profiles", body)).status).toBe(400);
  });
});

it("the uuid of an event is a UUID", async () => {
  const { post, get } = await emulate();
  await post("/api/events", newEvent());
  const { many } = await get("/api/events");
  expect(many[0]?.attributes["uuid"]).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});
