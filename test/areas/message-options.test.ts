import { describe, expect, it } from "vitest";
import { message } from "../support/campaign-successes.ts";
import type { Fields } from "../support/sending.ts";
import { newsletter } from "../support/newsletter.ts";
import { reader, shop } from "./campaign-support.ts";

/** What somebody gets by a campaign of text messages with these options. */
async function text(render_options: Fields | undefined, body = "Sale today") {
  const phone = { phone_number: "+14155550123", consent: { sms: "SUBSCRIBED" } } as const;
  const { create, send, emulator } = await shop([reader(1, phone)]);
  const definition = {
    channel: "sms",
    content: { body },
    ...(render_options && { render_options }),
  };
  const { data: made } = await create({}, [message({ definition })]);
  await send(made.id);
  const [sent] = await emulator.outbox.list({ channel: "sms" });
  const account = (emulator.state.get("account").records[0] as never)["contact_information"] as {
    organization_name: string;
    website_url: string;
  };
  const { text: shown } = await emulator.outbox.get(sent?.id ?? "");
  const names = { [account.organization_name]: "SHOP" };
  return Object.entries(names).reduce(
    (all, [name, short]) => all.replace(name, short),
    shown ?? "",
  );
}

const none = { add_org_prefix: false, add_info_link: false, add_opt_out_language: false };

describe("a text message", () => {
  it("begins with the organization's name and ends with a link to it, as long as it does not say otherwise", async () => {
    const link = String.raw`http://emulator.localhost/_emulator/links/[\w.]+`;
    const usual = new RegExp(`^SHOP: Sale today Info: ${link}$`);
    expect(await text(undefined)).toMatch(usual);
    expect(await text({ add_org_prefix: null, add_info_link: null })).toMatch(usual);
  });

  it.each([
    ["nothing", none, "Sale today"],
    ["the organization's name", { ...none, add_org_prefix: true }, "SHOP: Sale today"],
    ["how to opt out", { ...none, add_opt_out_language: true }, "Sale today Text STOP to opt out."],
  ])("has %s around its body", async (_, options, expected) => {
    expect(await text(options)).toBe(expected);
  });
});

it("an email shows who gets a copy of it", async () => {
  const { emulator, patch, messageOf, campaign, dispatch, mailTo } = await newsletter(
    {},
    { isSent: false },
  );
  const id = await messageOf(campaign);
  const content = { cc_email: "team@example.com", bcc_email: "archive@example.com" };
  const attributes = { definition: { channel: "email", content } };
  await patch(`/api/campaign-messages/${id}`, {
    data: { type: "campaign-message", id, attributes },
  });
  await dispatch();
  const sent = await mailTo("ada@example.com");
  expect(await emulator.outbox.get(sent.id)).toMatchObject({
    cc: "team@example.com",
    bcc: "archive@example.com",
  });
});
