import { expect, it } from "vitest";
import { newsletter } from "../support/newsletter.ts";

it("whom a campaign skips since they were sent another is told of in an event, once a campaign", async () => {
  const { emulator, get, draft, send } = await newsletter();
  const second = await draft({ send_options: { use_smart_sending: true } });
  await send(second);
  await emulator.clock.advance("1m");
  await emulator.outbox.expect({ campaign: second }).never();
  const { many } = await get("/api/metrics");
  const skipped = many.find(({ attributes }) => attributes["name"] === "Skipped Send");
  const events = await get(`/api/events?filter=equals(metric_id,"${skipped?.id}")`);
  expect(events.many.map(({ attributes }) => attributes["event_properties"])).toEqual(
    Array.from({ length: 3 }, () =>
      expect.objectContaining({ "Campaign Name": "Summer", "Skip Reason": "Smart Sending" }),
    ),
  );
});
