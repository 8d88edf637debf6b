import { describe, expect, it } from "vitest";
import { installing } from "../oauth/support.ts";

describe("a fault on an account with a clock of its own", () => {
  it.each([{ ttl: "10m" }, { between: ["+0s", "+10m"] as const }])(
    "acts for as long as it was planned: %j",
    async (when) => {
      const { emulator, get } = await installing();
      emulator.clock.of("First1").freeze("2027-01-01T00:00:00Z");
      const match = { account: "First1" };
      const { id } = emulator.faults.add({
        operation: "get_profiles",
        status: 503,
        match,
        ...when,
      } as never);
      expect(emulator.faults.list().find((fault) => fault.id === id)?.state).toBe("active");
      expect((await get("/api/profiles")).status).toBe(503);
    },
  );

  it("holds nobody for longer than it promised when time goes back", async () => {
    const { emulator, get } = await installing();
    await emulator.clock.advance("1h");
    emulator.faults.add({ operation: "get_profiles", status: 429, retryAfter: 2 });
    expect((await get("/api/profiles")).headers.get("retry-after")).toBe("2");
    emulator.clock.set("2026-07-20T12:00:00Z");
    await emulator.clock.advance("3s");
    expect((await get("/api/profiles")).status).toBe(200);
  });
});
