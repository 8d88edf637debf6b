import { expect, it } from "vitest";
import { createProject } from "../support/project.ts";

const playwright = "node_modules/@playwright/test/cli.js";

it("the documents' configuration and test for Playwright pass as they stand", async () => {
  const files = ["playwright.config.ts", "retry.spec.ts"];
  const { code, output } = await createProject(files, ["@playwright/test"]).node(
    playwright,
    "test",
  );
  expect(output).toContain("1 passed");
  expect(code).toBe(0);
});

it("within `exec`, Playwright's configuration and web servers find the emulator's URL", async () => {
  const server = `require("node:http").createServer((_, answer) => answer.end(process.env.SERVICE_EMULATOR_URL))
    .listen(0, "127.0.0.1", function () { console.log("APP http://127.0.0.1:" + this.address().port); });`;
  const config = `
    export default {
      use: { baseURL: process.env.SERVICE_EMULATOR_URL },
      webServer: { command: "node app.cjs", wait: { stdout: /APP (?<APP_URL>\\S+)/ } },
    };`;
  const text = `
    import { expect, test } from "@playwright/test";
    test("asks both", async ({ request }) => {
      expect((await request.get("/_emulator/health")).status()).toBe(200);
      expect(await (await request.get(process.env.APP_URL)).text()).toBe(process.env.SERVICE_EMULATOR_URL);
    });`;
  const files = [
    { name: "app.cjs", text: server },
    { name: "playwright.config.ts", text: config },
    { name: "both.spec.ts", text },
  ];
  const { code, output } = await createProject(files, ["@playwright/test"]).exec(
    process.execPath,
    playwright,
    "test",
  );
  expect(output).toContain("1 passed");
  expect(code).toBe(0);
});
