import { expect, it } from "vitest";
import { createProject } from "../support/project.ts";

it("the documents' test for node:test passes as it stands", async () => {
  const project = createProject(["retry.test.mjs"]);
  const { code, output } = await project.node("--test");
  // TAP or the lines for people: which of them is printed differs from Node to Node.
  expect(output).toMatch(/a client meets a 429[^]*^\S+ pass 1$/m);
  expect(code).toBe(0);
});
