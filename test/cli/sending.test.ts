import { expect, it } from "vitest";
import { runHere } from "../support/cli.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { newsletter } from "../support/newsletter.ts";
import { receive, webhookBody } from "../support/webhooks.ts";

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

/** A live flow for those who join a list, and somebody who has. */
async function welcomed() {
  const fixture = fixtureFile(`
company_id: MyShop
keys: [{ name: full, scopes: full }]
lists: [{ name: News, id: NewsL1 }]
templates: [{ name: Letter, html: "<p>Hello</p>" }]
profiles: [{ email: ada@example.com, consent: { email: SUBSCRIBED } }]
flows: [{ name: Welcome, list: News, status: live, emails: [{ subject: Hi, template: Letter, after: 4h }] }]
`);
  const ways = await emulate({ fixtures: [fixture], port: 0 });
  const [ada] = ways.emulator.state.get("profiles").records;
  const them = { data: [{ type: "profile", id: ada?.["id"] }] };
  await ways.post("/api/lists/NewsL1/relationships/profiles", them);
  const cli = (...words: string[]) => runHere([...words, "--url", ways.emulator.url]);
  return { ...ways, cli };
}

it("flows lists the flows, and shows at which action a profile waits", async () => {
  const { cli } = await welcomed();
  expect((await cli("flows")).stdout).toMatch(
    /^ID +STATUS +NAME +WAITING +COMPLETED +LEFT.*\n\S+ +live +Welcome +1 +0 +0/,
  );
  expect((await cli("flows", "runs", "Welcome")).stdout).toMatch(
    /^PROFILE +STATE +ACTION +UNTIL.*\nada@example.com +waiting +\d+ time-delay +2026-07-20T16:00:00/,
  );
  const none = await cli("flows", "runs", "Welcome", "--state", "left");
  expect(none.stdout).toBe("No profile is in this flow.\n");
});

it("an advance that is interrupted ends where it has got to, and its code says so", async () => {
  const { cli, emulator, post } = await welcomed();
  // What is under way when it is interrupted is waited for.
  const receiver = await receive((response) => {
    process.listeners("SIGINT").at(-1)?.("SIGINT");
    setTimeout(() => response.end(), 50);
  });
  await post("/api/webhooks", webhookBody({ endpoint_url: receiver.url }));
  emulator.deliveries.trigger("event:service.subscribed_to_list");
  const { code, stdout } = await cli("clock", "advance", "365d");
  expect(code).toBe(130);
  expect(stdout).toContain("2026-07-20T12:00:01+00:00  frozen");
  expect(await emulator.outbox.list()).toEqual([]);
  await emulator.clock.advance("4h");
  expect(await emulator.outbox.list()).toHaveLength(1);
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
