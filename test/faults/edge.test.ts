import { describe, expect, it } from "vitest";
import type { FaultInput } from "../../src/index.ts";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

/** What a client sees of the answer of a fault. */
async function answered(fault: Partial<FaultInput>, options: Parameters<typeof emulate>[0] = {}) {
  const { emulator } = await emulate(options);
  emulator.faults.add({ operation: "*", ...fault });
  const response = await emulator.fetch("/api/metrics");
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: await response.text(), emulator };
}

const ofTheEdge = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };

describe("what a proxy before the service answers", () => {
  it.each([403, 429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527] as const)(
    "%i is a page of HTML without any header of the service",
    async (edge) => {
      const { status, headers, text } = await answered({ edge });
      const { "content-length": length, ...rest } = headers;
      expect(status).toBe(edge);
      expect(rest).toEqual({ ...ofTheEdge, "x-emulator-fault": "fault-1" });
      expect(length).toBe(String(Buffer.byteLength(text)));
      expect(text).toContain(`<title>${edge} `);
    },
  );

  it("does not say that it is a fault, if the emulator is not to", async () => {
    const { headers } = await answered({ edge: 502 }, { stealth: true });
    expect(Object.keys(headers).toSorted()).toEqual([
      "cache-control",
      "content-length",
      "content-type",
    ]);
  });

  it("has the Retry-After, the headers and the body that it is given", async () => {
    const { headers, text } = await answered({
      edge: 503,
      retryAfter: 2,
      headers: { "X-Cache": "MISS" },
      body: "<p>Later.</p>",
    });
    expect(headers).toMatchObject({ ...ofTheEdge, "retry-after": "2", "x-cache": "MISS" });
    expect(text).toBe("<p>Later.</p>");
  });

  it("is in the journal as what it is", async () => {
    const { emulator } = await answered({ edge: 502 });
    expect(emulator.requests.list()).toMatchObject([{ status: 502, injected: ["edge"] }]);
  });

  it("may be the answer of a request that was done", async () => {
    const { emulator, post, get } = await emulate();
    emulator.faults.add({ operation: "create_event", edge: 504, body: "{}", where: "after" });
    expect((await post("/api/events", newEvent())).status).toBe(504);
    expect((await get("/api/events")).many).toHaveLength(1);
  });

  it.each<[Partial<FaultInput>, string]>([
    [{ edge: 502, status: 503 }, "leave out status"],
    [{ edge: 500 as 502 }, "expected 403 or"],
    [{ edge: 502, retryAfter: 2 }, "retryAfter goes with status 429 or 503"],
    [{ edge: 502, connection: "reset" }, "reset sends nothing: leave out edge"],
    [{ edge: 429, limit: "burst" }, "limit goes with no edge"],
  ])("%j is refused", async (fault, told) => {
    const { emulator } = await emulate();
    expect(() => emulator.faults.add({ operation: "*", ...fault })).toThrow(told);
  });
});
