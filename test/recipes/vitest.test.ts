import { expect, it } from "vitest";
import { createProject } from "../support/project.ts";

it("the documents' test for vitest passes as it stands, in a project with no configuration", async () => {
  const project = createProject(["retry.test.ts"], ["vitest"]);
  const { code, output } = await project.node("node_modules/vitest/vitest.mjs", "run");
  expect(output).toContain("1 passed");
  expect(code).toBe(0);
});
