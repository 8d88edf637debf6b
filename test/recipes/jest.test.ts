import { describe, expect, it } from "vitest";
import { createProject } from "../support/project.ts";

const jest = "node_modules/jest/bin/jest.js";
const installed = ["jest", "jest-environment-node"];

describe("with jest", () => {
  it("the documents' environment and its CommonJS test pass as they stand", async () => {
    const manifest = { name: "package.json", text: "{}" };
    const files = [manifest, "emulator-environment.mjs", "retry.test.js"];
    const { code, output } = await createProject(files, installed).node(jest);
    expect(output).toContain("✓ a client meets a 429");
    expect(code).toBe(0);
  });

  it("a CommonJS test within `exec` finds the emulator in its environment", async () => {
    const text = `
      test("asks", async () => {
        const { SERVICE_EMULATOR_URL, SERVICE_EMULATOR_API_KEY } = process.env;
        const headers = {
          authorization: "Service-API-Key " + SERVICE_EMULATOR_API_KEY,
          revision: "2026-07-15",
        };
        const { status } = await fetch(SERVICE_EMULATOR_URL + "/api/profiles", { headers });
        expect(status).toBe(200);
      });`;
    const files = [
      { name: "package.json", text: "{}" },
      { name: "ask.test.js", text },
    ];
    const { code, output } = await createProject(files, installed).exec(process.execPath, jest);
    expect(output).toContain("✓ asks");
    expect(code).toBe(0);
  });

  it("a test that is an ES module imports the library", async () => {
    const text = `
      import { createEmulator } from "service-emulator";
      test("boots", async () => {
        const emulator = await createEmulator({ fixtures: ["small"], port: 0 });
        const { status } = await fetch(emulator.url + "/_emulator/health");
        await emulator.close();
        expect(status).toBe(200);
      });`;
    const files = [
      { name: "package.json", text: '{ "type": "module" }' },
      { name: "boot.test.js", text },
    ];
    const project = createProject(files, installed);
    const { code, output } = await project.node("--experimental-vm-modules", jest);
    expect(output).toContain("✓ boots");
    expect(code).toBe(0);
  });
});
