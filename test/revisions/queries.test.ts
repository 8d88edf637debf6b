import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";

const at = (revision: string) => ({ headers: { revision } });

describe("a query in an older revision", () => {
  it.each([
    ["/api/campaigns?filter=equals(messages.channel,'email')&", "2026-01-15", "2026-04-15"],
    ["/api/events?", "2025-10-15", "2026-01-15"],
    ["/api/lists?", "2026-01-15", "2026-04-15"],
    ["/api/segments?", "2026-01-15", "2026-04-15"],
    ["/api/tag-groups?", "2026-01-15", "2026-04-15"],
    ["/api/tags?", "2026-01-15", "2026-04-15"],
  ])("%s cannot choose the size of its pages in %s, but in %s", async (path, older, newer) => {
    const { get } = await emulate();
    const sized = `${path}page[size]=5`;
    const { errors } = await get(sized, at(older));
    expect(errors[0]).toMatchObject({ status: 400, source: { parameter: "page[size]" } });
    expect((await get(sized, at(newer))).status).toBe(200);
  });

  it.each(["suppression", "list_suppressions"])(
    "sorts profiles by the time of their %s, which it cannot filter by yet",
    async (kind) => {
      const { get } = await emulate();
      const field = `subscriptions.email.marketing.${kind}.timestamp`;
      expect((await get(`/api/profiles?sort=-${field}`, at("2023-10-15"))).status).toBe(200);
      const filter = `filter=greater-than(${field},2020-01-01T00:00:00Z)`;
      const refused = await get(`/api/profiles?${filter}`, at("2023-10-15"));
      expect(refusalOf(refused)[0]).toBe(400);
    },
  );
});
