import { describe, expect, it } from "vitest";
import { patternOf } from "../../src/domain/filters/text.ts";
import { metricNamed } from "../support/bodies.ts";
import { refusalOf } from "../support/emulate.ts";
import { account, definition, newSegment, ordered, property, text } from "./segment-support.ts";

const at = "/data/attributes/definition/condition_groups/0/conditions/0";
const written = (operator: string, pattern: string) =>
  definition([property("properties['p']", text(operator, pattern))]);

describe("a regular expression", () => {
  it.each(["regex", "nregex"])(
    "that an engine that goes back would never be done with is answered: %s",
    async (operator) => {
      const { create, members, person } = await account();
      const id = await create(written(operator, "^(a+)+$"));
      const long = "a".repeat(10_000);
      await person("ada", { properties: { p: `${long}b` } });
      await person("bob", { properties: { p: long } });
      expect(await members(id)).toEqual([operator === "regex" ? "bob" : "ada"]);
    },
  );

  it.each([
    ["looks ahead", "a(?=b)"],
    ["looks behind", "(?<=a)b"],
    ["refers back", "(a)\\1"],
    ["is none", "[a-"],
    ["is too large", "(a{500}b{500}){2}c{500}d{900}"],
  ])("that %s is refused with its place", async (_what, pattern) => {
    const { post } = await account();
    const byProfile = await post("/api/segments", newSegment(written("regex", pattern)));
    expect(refusalOf(byProfile)).toEqual([400, "invalid", `${at}/filter/value`]);
    const metric_filters = [{ property: "p", filter: text("nregex", pattern) }];
    const byEvent = await post(
      "/api/segments",
      newSegment(definition([ordered(1, { metric_filters })])),
    );
    expect(refusalOf(byEvent)).toEqual([400, "invalid", `${at}/metric_filters/0/filter/value`]);
    const groups = [{ metric_id: "Order1", metric_filters }];
    const attributes = {
      name: "Some",
      definition: { aggregation_method: "count", metric_groups: groups },
    };
    const custom = await post("/api/custom-metrics", {
      data: { type: "custom-metric", attributes },
    });
    expect(refusalOf(custom)[2]).toMatch(/metric_groups\/0\/metric_filters\/0\/filter\/value$/);
  });

  it("is looked for anywhere in a text, of events too, and in emails whatever their case", async () => {
    const { create, members, person, order } = await account();
    await person("ada", { properties: { p: "order 4711 of Ada" } });
    const metric_filters = [{ property: "p", filter: text("regex", "^x\\d+$") }];
    const ids = [
      await create(written("regex", "\\b\\d{4}\\b")),
      await create(written("regex", "^\\d{4}$")),
      await create(definition([property("email", text("regex", "^ADA@\\w+"))])),
      await create(definition([ordered(1, { metric_filters })])),
    ];
    await order("ada", { properties: { p: "x12" }, metric: metricNamed("Placed Order") });
    const found = await Promise.all(ids.map((id) => members(id)));
    expect(found).toEqual([["ada"], [], ["ada"], ["ada"]]);
  });

  it.each(["(a*)*b$", "(a|aa)+$", "(a|a?)+$", "^(([a-z])+.)+[A-Z]([a-z])+$"])(
    "is answered where another engine would try 2 ** 40 ways: %s",
    (pattern) => {
      const read = patternOf(`^${pattern.replace(/^\^/, "")}`);
      expect("isIn" in read && read.isIn(`${"a".repeat(40)}!`)).toBe(false);
    },
  );
});
