import { describe, expect, it } from "vitest";
import { ExpectationError } from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

const unmet = (act: () => void): string => {
  try {
    act();
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(ExpectationError);
    return (error as Error).message;
  }
};

describe("expectMet", () => {
  it("names every planned fault that met no request, in the words of its plan", async () => {
    const { emulator, get } = await emulate();
    const { faults } = emulator;
    expect(unmet(() => faults.expectMet())).toBe("");
    faults.add({ operation: "get_metrics", status: 503, times: 3 });
    faults.add({ path: "/api/lists*", match: { email: "a@b.c" }, delay: "1s" });
    faults.add({ area: "events", status: 500, between: ["+1h", "+2h"] });
    await get("/api/metrics");
    expect(unmet(() => faults.expectMet())).toBe(`2 faults met no request:
  fault-2: path /api/lists*, match {"email":"a@b.c"}, delay 1s
  fault-3: area events, status 500, between ["+1h","+2h"] (waiting)`);
    faults.remove("fault-2");
    expect(unmet(() => faults.expectMet())).toContain("1 fault met no request:");
    faults.clear();
    expect(unmet(() => faults.expectMet())).toBe("");
  });

  it("shows no key, and leaves out what came with a fixture", async () => {
    const file = fixtureFile("faults: [{ operation: get_metrics, status: 503 }]\n");
    const { emulator } = await emulate({ fixtures: [file] });
    expect(unmet(() => emulator.faults.expectMet())).toBe("");
    const authorization = `Service-API-Key ${emulator.keys.full}`;
    emulator.faults.add({ operation: "*", match: { header: { authorization } }, status: 503 });
    expect(unmet(() => emulator.faults.expectMet())).not.toContain(emulator.keys.full);
  });

  it("of a sandbox asks for its own faults alone", async () => {
    const { emulator } = await emulate();
    const sandbox = emulator.sandbox();
    emulator.faults.add({ operation: "get_metrics", status: 503 });
    expect(unmet(() => sandbox.faults.expectMet())).toBe("");
    sandbox.faults.add({ operation: "get_lists", status: 503 });
    expect(unmet(() => sandbox.faults.expectMet())).toContain("fault-2: get_lists");
    await sandbox.fetch("/api/lists");
    expect(unmet(() => sandbox.faults.expectMet())).toBe("");
  });
});
