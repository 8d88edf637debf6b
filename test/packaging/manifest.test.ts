import { expect, it } from "vitest";
import about from "../../package.json" with { type: "json" };

it("packing takes the script away that builds a clone, and puts the same one back", () => {
  const { scripts } = about;
  expect(scripts.prepack).toContain("npm pkg delete scripts.prepare");
  expect(scripts.postpack).toBe(`npm pkg set --no-json scripts.prepare=${scripts.prepare}`);
});
