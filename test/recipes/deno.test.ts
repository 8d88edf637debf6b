import { expect, it } from "vitest";
import { createProject, isInstalled } from "../support/project.ts";

// Deno finds no types behind a link to a clone: `npm run check:package` runs this, with the package that it has packed.
const isTried = isInstalled("deno") && process.env["RECIPES_PACKAGE"] !== undefined;

it.runIf(isTried)("the documents' test for deno test passes as it stands", async () => {
  const project = createProject(["retry.deno.test.js", { name: "package.json", text: "{}" }]);
  const { code, output } = await project.run("deno", "test", "--allow-all");
  expect(output).toMatch(/1 passed/);
  expect(code).toBe(0);
});
