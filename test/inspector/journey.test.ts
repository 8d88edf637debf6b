import { describe, expect, it } from "vitest";
import { usingChromium } from "../support/browsers.ts";
import { event, inspected } from "../support/inspector.ts";
import { usingFirefox, type Visitor, withChromium, withFirefox } from "../support/visitor.ts";

const ada = "ada@example.com";

describe.each<[string, () => (url: string) => Promise<Visitor>]>([
  [
    "Chromium",
    () => {
      const browser = usingChromium();
      return (url) => withChromium(browser(), url);
    },
  ],
  [
    "Firefox",
    () => {
      const browser = usingFirefox();
      return (url) => withFirefox(browser(), url);
    },
  ],
])("a journey through the inspector in %s", (_, using) => {
  const visit = using();

  it("goes from a 429 to a planned fault, a retry, a moved clock and the verdict", async () => {
    const { emulator, send, url } = await inspected();
    const visitor = await visit(url);
    // A 429, and when its window opens.
    await send("/api/accounts");
    await send("/api/accounts");
    await visitor.sees("body", "opens 12:00:01.000");

    // A fault, by its form.
    await visitor.goes("Faults", "g", "f");
    await visitor.clicks("429 twice");
    await visitor.fills("#field-times", "1");
    await visitor.sees("body", "Would have met 0 of the 2 requests");
    await visitor.sees(
      "pre.body",
      "service-emulator faults add create_event --status 429 --retry-after 2 --times 1",
    );
    await visitor.presses("Control+Enter");
    await visitor.sees(".rows", "0 of 1");

    // Two attempts of one call: one too early, one after the clock was moved.
    const headers = { "x-emulator-test-id": "checkout" };
    const order = { method: "POST", body: event(ada), headers };
    expect((await send("/api/events", order)).status).toBe(429);
    expect((await send("/api/events", order)).status).toBe(429);
    await visitor.sees(".rows", "2 of 2");
    // Out of the field, where keys are letters.
    await visitor.goes("Time", "Escape", "g", "t");
    await visitor.clicks("60s");
    await visitor.sees("body", "12:01:00.000");
    expect((await send("/api/events", order)).status).toBe(202);

    // The retry, and what it is worth.
    await visitor.goes("Calls", "g", "c");
    await visitor.sees(".rows", ada, /early/, "retry-after");
    await visitor.goes("Report", "g", "r");
    const early = /attempt 2 came [\d.]+ s early/;
    await visitor.sees(".verdict", "Wait for Retry-After", "broken", early);
    expect(emulator.faults.list().at(-1)?.hits.count).toBe(2);
  });
});
