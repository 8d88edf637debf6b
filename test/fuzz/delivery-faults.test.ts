import fc from "fast-check";
import { expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { runs } from "../support/fuzz.ts";
import { receive, webhookBody } from "../support/webhooks.ts";

const topic = "event:service.subscribed_to_list";

const outcome = fc.oneof(
  fc.record({ reorder: fc.integer({ min: 2, max: 4 }) }),
  fc.record({ delay: fc.constantFrom("1s", "30s", "2m") }),
  fc.record(
    {
      batch: fc.integer({ min: 1, max: 3 }),
      duplicate: fc.integer({ min: 2, max: 3 }),
      reorder: fc.integer({ min: 2, max: 4 }),
      signature: fc.constantFrom("wrong" as const, "missing" as const),
      timestamp: fc.constantFrom("-10m", "1h"),
    },
    { requiredKeys: ["batch"] },
  ),
);
const fault = fc.record({
  skip: fc.integer({ min: 0, max: 2 }),
  times: fc.constantFrom(1, 2, 5),
  sequence: fc.array(fc.oneof(outcome, fc.constant("pass" as const)), {
    minLength: 1,
    maxLength: 3,
  }),
});
/** How many events come, and how long nothing comes then. */
const wave = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom("1s", "500ms", "40s"));

it("whatever faults do to calls but to drop them, every event arrives", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fault, { minLength: 1, maxLength: 3 }),
      fc.array(wave, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 2, max: 5 }),
      async (faults, waves, failing) => {
        const { url, received } = await receive((response, _, count) => {
          response.statusCode = count % failing === 0 ? 500 : 200;
          response.end();
        });
        const { emulator, post } = await emulate();
        await post("/api/webhooks", webhookBody({ endpoint_url: url }, [topic]));
        for (const each of faults) emulator.faults.add({ delivery: "*", ...each });
        const sent: string[] = [];
        for (const [count, pause] of waves) {
          for (let made = 0; made < count; made += 1) {
            sent.push(emulator.deliveries.trigger(topic).event);
          }
          await emulator.clock.advance(pause);
        }
        await emulator.clock.advance("6h");
        const arrived = received.flatMap(({ json }) => json.data.map((x) => x.payload.data.id));
        expect([...new Set(arrived)].sort()).toEqual(sent.sort());
        const states = new Set(emulator.deliveries.list().map(({ state }) => state));
        expect([...states]).toEqual(["delivered"]);
        await emulator.close();
      },
    ),
    { numRuns: Math.ceil(runs / 40) },
  );
});
