import { expect, it } from "vitest";
import { createProject } from "../support/project.ts";

it("the documents' test for node:test passes as it stands", async () => {
  const project = createProject(["retry.test.mjs"]);
  const { code, output } = await project.node("--test");
  expect(output).toContain("ok 1 - a client meets a 429");
  expect(code).toBe(0);
});
