import { expect, it } from "vitest";
import { runHere } from "../support/cli.ts";
import { newsletter } from "../support/newsletter.ts";

/** A campaign that was sent, on a port. */
async function sent() {
  const ways = await newsletter({ port: 0 });
  const cli = (...words: string[]) => runHere([...words, "--url", ways.emulator.url]);
  return { ...ways, cli };
}

it("campaigns sends shows how many a campaign reached, by the beginning of its id", async () => {
  const { cli, campaign } = await sent();
  const { stdout } = await cli("campaigns", "sends", campaign.slice(0, 20));
  expect(stdout).toMatch(/^RUN +ASKED +ENDED +RECIPIENTS +REACHED +SKIPPED\n/);
  expect(stdout).toMatch(/\n1 .* 3 +3 *\n$/);
});

it("campaigns lists the campaigns, with what their last send has reached", async () => {
  const { cli, campaign } = await sent();
  const { stdout } = await cli("campaigns");
  expect(stdout).toMatch(new RegExp(`^ID +STATUS +REACHED +NAME.*\n${campaign} +Sent +3 +Summer`));
});

it("conversations lists whose they are, and says if there is none", async () => {
  const { cli, post } = await sent();
  expect((await cli("conversations")).stdout).toContain("so there is no conversation");
  const subscriptions = { whatsapp: { marketing: { consent: "SUBSCRIBED" } } };
  const attributes = { phone_number: "+12125550177", subscriptions };
  const profiles = { data: [{ type: "profile", attributes }] };
  const type = "profile-subscription-bulk-create-job";
  await post(`/api/${type}s`, { data: { type, attributes: { profiles } } });
  expect((await cli("conversations", "list")).stdout).toMatch(
    /^ID +CHANNEL +PHONE.*\n\S+ +whatsapp +\+12125550177/,
  );
});

it("settings shows what an account may, and sets words, truth values and JSON", async () => {
  const { cli, emulator } = await sent();
  expect((await cli("settings")).stdout).toMatch(/\nbillingLimit +false\n/);
  expect((await cli("settings", "set", "billingLimit", "true")).stdout).toMatch(
    /\nbillingLimit +true\n/,
  );
  await cli("settings", "set", "webhooks", "oauth-only");
  await cli("settings", "set", "verifiedSenders", '["shop.example"]');
  expect(emulator.settings.show()).toMatchObject({
    billingLimit: true,
    webhooks: "oauth-only",
    verifiedSenders: ["shop.example"],
  });
});

it("settings refuses a name that there is not, and a value that does not fit, in one line", async () => {
  const { cli } = await sent();
  for (const words of [
    ["bilingLimit", "true"],
    ["billingLimit", "perhaps"],
  ]) {
    const { code, stderr } = await cli("settings", "set", ...words);
    expect(code).not.toBe(0);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("billingLimit");
  }
});

it("conversations inbound refuses a conversation that is not there", async () => {
  const { cli } = await sent();
  const { code, stderr } = await cli("conversations", "inbound", "nobody", "Hello");
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining("nobody")]);
  expect(code).not.toBe(0);
});
