import { expect, it } from "vitest";
import { createProject, isInstalled } from "../support/project.ts";

// Where there is none, `npm run check:package` has one, and runs this.
it.runIf(isInstalled("bun"))("the documents' test for bun test passes as it stands", async () => {
  const project = createProject(["retry.bun.test.js"]);
  const { code, output } = await project.run("bun", "test");
  expect(output).toMatch(/1 pass/);
  expect(code).toBe(0);
});
