import { describe, expect, it } from "vitest";
import { data } from "../support/sending.ts";
import { readers, shop } from "./campaign-support.ts";

/** A shop of forty whose campaign `Trial` tries two subjects. */
async function trial(test: object = {}) {
  const ways = await shop(readers(40));
  const { emulator, get, send } = ways;
  emulator.rates.set({ deliver: 1, open: 0, click: 0, unsubscribe: 0, spam: 0 });
  await emulator.seed({
    metrics: [{ name: "Placed Order", id: "Order1" }],
    templates: [{ name: "Trial", html: '<a href="https://shop.example/">Shop</a>' }],
    campaigns: [
      {
        name: "Trial",
        template: "Trial",
        included: ["Readers"],
        ab_test: { variations: [{ subject: "Cats" }, { subject: "Dogs" }], ...test },
      },
    ],
  });
  const campaign = ways.idOf("campaign");
  const variations = (await get(`/api/campaigns/${campaign}/campaign-messages`)).many;
  const start = async (id = campaign) => {
    await send(id);
    await emulator.clock.advance("1m");
  };
  const mails = async () => emulator.outbox.list({ limit: 100 });
  const counts = async () => {
    const subjects = (await mails()).map(({ subject }) => subject);
    return ["Cats", "Dogs"].map((name) => subjects.filter((each) => each === name).length);
  };
  return { ...ways, campaign, variations, start, mails, counts };
}

describe("a campaign with an A/B test", () => {
  it("shows its strategy and its variations, and cannot be made by a client", async () => {
    const { show, campaign, variations, create } = await trial();
    expect((await show(campaign))["send_strategy"]).toEqual({ method: "ab_test_campaign" });
    const labels = variations.map(({ attributes }) => attributes["definition"] as object);
    expect(labels).toMatchObject([{ label: "Variation A" }, { label: "Variation B" }]);
    const made = await create({ send_strategy: { method: "ab_test_campaign" } });
    expect(made.status).toBe(400);
  });

  it("sends each person one of the variations, the same again in a clone", async () => {
    const { start, counts, mails, statusOf, campaign, post } = await trial();
    await start();
    const [cats = 0, dogs = 0] = await counts();
    expect([cats + dogs, cats > 8, dogs > 8]).toEqual([40, true, true]);
    expect(new Set((await mails()).map(({ to }) => to)).size).toBe(40);
    expect(await statusOf(campaign)).toBe("Sent");
    const clone = data("campaign", {}, { id: campaign });
    const { id } = (await post("/api/campaign-clone", clone)).data;
    await start(id);
    expect(await statusOf(id)).toBe("Cancelled: Smart Sending");
  });

  it("sends the best to those whom the test left out", async () => {
    const { emulator, start, counts, mails, statusOf, jobOf, campaign } = await trial({
      percentage: 50,
      wait: "2h",
      by: "clicks",
    });
    await start();
    const [cats = 0, dogs = 0] = await counts();
    expect([await statusOf(campaign), await jobOf(campaign)]).toEqual([
      "Variations Sent",
      "processing",
    ]);
    expect(cats + dogs).toBeLessThan(32);
    for (const { id, subject } of await mails()) {
      await (subject === "Dogs" ? emulator.outbox.click(id) : emulator.outbox.open(id));
    }
    await emulator.clock.advance("1h");
    expect(await counts()).toEqual([cats, dogs]);
    await emulator.clock.advance("1h");
    await emulator.clock.advance("1m");
    expect(await statusOf(campaign)).toBe("Sent");
    expect(await counts()).toEqual([cats, 40 - cats]);
    expect(emulator.campaigns.sends(campaign)[0]).toMatchObject({ recipients: 40, reached: 40 });
  });

  it("is told apart by its variations in reports", async () => {
    const { emulator, start, counts, mails, variations, post } = await trial();
    await start();
    const opened = (await mails()).filter(({ subject }) => subject === "Dogs").slice(0, 3);
    for (const { id } of opened) await emulator.outbox.open(id);
    const [cats, dogs] = await counts();
    const report = data("campaign-values-report", {
      statistics: ["recipients", "opens_unique"],
      timeframe: { key: "today" },
      conversion_metric_id: "Order1",
      group_by: ["campaign_id", "campaign_message_id", "variation", "variation_name"],
    });
    const { results } = (await post("/api/campaign-values-reports", report)).data
      .attributes as never as {
      results: { groupings: Record<string, string>; statistics: object }[];
    };
    const shown = results.map(({ groupings, statistics }) => [
      groupings["variation"],
      groupings["variation_name"],
      statistics,
    ]);
    const [a, b] = variations.map(({ id }) => id);
    expect(shown.sort((x, y) => String(x[1]).localeCompare(String(y[1])))).toEqual([
      [a, "Variation A", { recipients: cats, opens_unique: 0 }],
      [b, "Variation B", { recipients: dogs, opens_unique: 3 }],
    ]);
  });
});
