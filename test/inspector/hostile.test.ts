import type { Browser } from "@playwright/test";
import { describe, expect, it } from "vitest";
import type { Defect, Found } from "../../src/index.ts";
import { usingChromium } from "../support/browsers.ts";
import { event, inspecting, overflowOf } from "../support/inspector.ts";
import { receive, webhookBody } from "../support/webhooks.ts";

const markup = `<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>\u202Eevil\u0005`;
const views =
  "live calls limits faults scenarios explore time data outbox deliveries revisions report".split(
    " ",
  );
const long = "x".repeat(10_000);

/** The result of an exploration in which every text is this one. */
function foundWith(text: string): Found {
  const defect: Defect = {
    name: text,
    oracle: "state",
    oracles: ["state"],
    sentence: text,
    causes: [text],
    silent: false,
    places: [],
    faults: [{ operation: "create_event", status: 500, headers: { "x-text": "y" } }],
    steps: [],
    exitCode: 0,
    failed: 1,
    repeats: 1,
    difference: [
      {
        collection: "list",
        what: "changed",
        name: text,
        expected: 1,
        found: 1,
        members: { [text]: { expected: text, found: text } },
        where: {},
      },
    ],
    missing: [{ line: text, expected: 1 }],
    timeline: [
      {
        before: 0,
        at: 0,
        operation: text,
        method: "GET",
        target: text,
        status: 500,
        retryAfterMs: null,
        injected: [text],
      },
    ],
    printed: { output: [text], errors: [text] },
    also: [],
    scenario: text,
    command: text,
    test: text,
  };
  const none = { survived: 0, gaveUp: 0, unmet: 0, left: 0 };
  return {
    seed: 1,
    shard: null,
    runs: 1,
    schedules: { tried: 1, ...none, defects: 1 },
    seconds: 1,
    requests: 1,
    counts: {},
    calls: {},
    notes: [text],
    defects: [defect],
    unsteady: [defect],
    matrix: [{ operation: text, kind: text, ...none, defects: 1 }],
    coverage: [],
  };
}

/** An emulator in which whatever a client or a user may choose is this text. */
async function filledWith(browser: Browser, text: string) {
  const inspected = await inspecting(browser, { fixtures: ["demo"], rateLimits: "off" });
  const { emulator, send } = inspected;
  const { url } = await receive();
  const post = (path: string, body: object, method = "POST") =>
    send(path, { method, body: JSON.stringify(body) });
  const people = emulator.state.get("profiles", {
    filter: 'equals(email,"ada.byron@example.com")',
  });
  const id = String(people.records[0]?.["id"]);
  const attributes = { first_name: text, last_name: text, properties: { [text]: text } };
  await post(`/api/profiles/${id}`, { data: { type: "profile", id, attributes } }, "PATCH");
  for (const type of ["list", "tag"] as const)
    await post(`/api/${type}s`, { data: { type, attributes: { name: text } } });
  const topic = "event:service.subscribed_to_list";
  await post("/api/webhooks", webhookBody({ endpoint_url: url, name: text }, [topic]));
  await post("/api/events", JSON.parse(event("ada.byron@example.com", text)) as object);
  await send(`/api/profiles?filter=${encodeURIComponent(text)}`);
  await send(`/~${encodeURIComponent(text.slice(0, 60))}/api/lists`);
  emulator.faults.add({ operation: "create_event", match: { body: { x: text } }, status: 500 });
  emulator.scenarios.begin({
    name: text.slice(0, 200),
    steps: [{ name: text.slice(0, 200), at: "+1h", fault: { operation: "*", status: 503 } }],
  });
  const drafts = emulator.state.get("campaigns").records.filter(({ status }) => status === "Draft");
  for (const each of drafts)
    await post("/api/campaign-send-jobs", { data: { type: "campaign-send-job", id: each["id"] } });
  emulator.deliveries.trigger(topic, { email: "ada.byron@example.com" });
  await emulator.clock.advance("5m");
  emulator.exploration.show(foundWith(text));
  const [mail] = await emulator.outbox.list({ to: "ada.byron@example.com" });
  const last = emulator.requests.show("last").id;
  const delivery = emulator.deliveries.list().at(-1)?.id ?? "";
  const places = [
    ...views,
    "data/collections/lists",
    "data/snapshots",
    `live/${last}`,
    `data/people/${id}`,
    `deliveries/${delivery}`,
    `outbox/${mail?.id ?? ""}`,
  ];
  return { ...inspected, places };
}

describe("texts of clients in the inspector", () => {
  const browser = usingChromium();

  it.each([
    ["markup that runs the other way", markup],
    ["10,000 characters", long],
  ])(
    "are text in every view: %s",
    async (_, text) => {
      const { emulator, look, places } = await filledWith(browser(), text);
      for (const width of [360, 1280]) {
        const page = await look({ width, height: 780 });
        for (const place of places) {
          await page.goto(`${emulator.url}/#/${place}`);
          await page.locator("h1").waitFor();
          await page
            .locator("main :is(button, a, table, b, h2, [role=row]):visible")
            .first()
            .waitFor();
          expect([place, await overflowOf(page)]).toEqual([place, 0]);
          expect([place, await page.locator("main :is(script, img)").count()]).toEqual([place, 0]);
        }
        await page.goto(`${emulator.url}/#/explore`);
        const head = await page.locator(".matrix thead").boundingBox();
        expect(head?.height).toBeLessThan(150);
        expect(await page.evaluate("'ran' in globalThis")).toBe(false);
      }
    },
    60_000,
  );
});
