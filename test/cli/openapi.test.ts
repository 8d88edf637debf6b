import { describe, expect, it } from "vitest";
import { runHere } from "../support/cli.ts";

describe("openapi", () => {
  it("prints the newest revision, without a running emulator", async () => {
    const { code, stdout } = await runHere(["openapi"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      openapi: "3.1.0",
      info: { version: "2026-07-15" },
      servers: [{ url: "http://127.0.0.1:4010" }],
    });
  });

  it("prints another revision, for another address", async () => {
    const line = ["openapi", "--revision", "2023-10-15", "--url", "https://emulator.test"];
    const { stdout } = await runHere(line);
    const document = JSON.parse(stdout);
    expect(document.info.version).toBe("2023-10-15");
    expect(document.servers).toEqual([{ url: "https://emulator.test" }]);
    expect(document.paths).not.toHaveProperty("/api/profile-import");
  });

  it("prints the control API", async () => {
    const { stdout } = await runHere(["openapi", "--control"]);
    expect(JSON.parse(stdout).paths).toHaveProperty("/_emulator/faults");
  });

  it.each([
    [
      ["--revision", "2025-10-1"],
      "no revision '2025-10-1': did you mean 2025-10-15? The oldest is 2023-10-15, the newest 2026-07-15",
    ],
    [
      ["--revision", "2022-10-17"],
      "revision 2022-10-17 is retired: the oldest served is 2023-10-15",
    ],
    [["--control", "--revision", "2025-10-15"], "--revision: the control API has none"],
  ])("refuses %j", async (flags, message) => {
    const { code, stdout, stderr } = await runHere(["openapi", ...flags]);
    expect([code, stdout, stderr]).toEqual([2, "", `service-emulator: ${message}\n`]);
  });
});
