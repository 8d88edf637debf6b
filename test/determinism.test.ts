import { expect, it } from "vitest";
import { metricNamed, newEvent, newProfile } from "./support/bodies.ts";
import { emulate } from "./support/emulate.ts";

/** Three hundred requests of every kind, good and bad, with what each is answered. */
async function run(seed: number) {
  const { emulator, ask } = await emulate({ fixtures: ["demo"], seed, rateLimits: "real" });
  const log: string[] = [];
  const send = async (...request: Parameters<typeof ask>) => {
    const { status, headers, text } = await ask(...request);
    log.push(`${status} ${JSON.stringify([...headers].sort())} ${text}`);
  };
  for (let n = 0; n < 30; n += 1) {
    const email = `person-${n % 20}@example.com`;
    await send("POST", "/api/profiles", { body: newProfile({ email }) });
    await send("POST", "/api/events", {
      body: newEvent({ metric: metricNamed(`M${n % 3}`) }, { email }),
    });
    await send("POST", "/api/profile-import", { body: newProfile({ email, title: `${n}` }) });
    await send("GET", `/api/profiles?page[size]=5&sort=${n % 2 ? "-created" : "email"}`);
    await send("GET", "/api/events?include=profile,metric&page[size]=3");
    await send("GET", `/api/metrics${n % 5 === 0 ? "?include=nothing" : ""}`);
    await send("GET", "/api/lists");
    await send("GET", "/api/accounts");
    await send("DELETE", "/api/profiles");
    await send("GET", "/api/segments", {
      key: n % 3 ? "unknown" : (emulator.keys["read-only"] ?? ""),
    });
    if (n % 10 === 9) emulator.clock.advance("700ms");
  }
  return log;
}

it("two boots with one seed answer the same 300 requests with the same bytes", async () => {
  const [first, second] = [await run(1), await run(1)];
  expect(first).toHaveLength(300);
  expect(first).toEqual(second);
});

it("another seed gives other ids", async () => {
  expect(await run(1)).not.toEqual(await run(2));
});
