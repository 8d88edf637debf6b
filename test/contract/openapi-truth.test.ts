import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { api, describedIn } from "../support/described.ts";
import { emulate } from "../support/emulate.ts";

describe("the OpenAPI document", () => {
  const takes = (id: string, body: unknown, revision = "2026-07-15" as const) => {
    const operation = api.operations.get(id);
    if (operation === undefined) throw new Error(`no ${id}`);
    return describedIn(revision).takes(operation, body);
  };

  it.each(["2026-01-01T00:00:00+0000", "2026-01-01T00:00:00", "2026-01-01T00:00Z", "2026-01-01"])(
    "allows the datetime %s, which is taken",
    async (time) => {
      const { post } = await emulate();
      const body = newEvent({ time });
      expect((await post("/api/events", body)).status).toBe(202);
      expect(takes("create_event", body)).toBe(true);
    },
  );

  it("counts the characters of a text as the emulator does", async () => {
    const { post } = await emulate();
    const body = { data: { type: "profile", attributes: { external_id: "😀".repeat(200) } } };
    expect(takes("create_profile", body)).toBe(true);
    expect((await post("/api/profiles", body)).status).toBe(201);
  });

  it.each<[string, unknown]>([
    [
      "create_or_update_profile",
      {
        data: {
          type: "profile",
          attributes: { email: "a@b.co" },
          meta: { patch_properties: { unset: 5 } },
        },
      },
    ],
    ["create_segment", { data: { type: "segment", attributes: { name: "A", definition: 5 } } }],
    [
      "create_custom_metric",
      { data: { type: "custom-metric", attributes: { name: "A", definition: 5 } } },
    ],
  ])("forbids a body of %s that is refused for its form", async (id, body) => {
    const { post } = await emulate();
    expect((await post(api.operations.get(id)?.path ?? "", body)).status).toBe(400);
    expect(takes(id, body)).toBe(false);
  });
});
