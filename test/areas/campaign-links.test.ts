import { expect, it } from "vitest";
import type { Fields } from "../support/sending.ts";
import { newsletter } from "../support/newsletter.ts";

const own = [
  { type: "static", name: "utm_source", value: "summer" },
  { type: "static", name: "utm_medium", value: "mail" },
  { type: "dynamic", name: "who", value: "profile_id" },
];

/** Where the first link of Ada's mail leads, of a campaign with these tracking options. */
async function target(tracking_options: Fields, account?: Fields) {
  const { emulator, patch, campaign, dispatch, mailTo } = await newsletter({}, { isSent: false });
  await patch(`/api/campaigns/${campaign}`, {
    data: { type: "campaign", id: campaign, attributes: { tracking_options } },
  });
  if (account !== undefined) {
    const id = emulator.companyId;
    await patch(`/api/tracking-settings/${id}`, {
      data: { type: "tracking-setting", id, attributes: account },
    });
  }
  await dispatch();
  const { links, profile } = await mailTo("ada@example.com");
  const { searchParams } = new URL(links[0]?.target ?? "");
  return { params: Object.fromEntries(searchParams), profile };
}

it("a link has the parameters of its campaign, also of the person", async () => {
  const { params, profile } = await target({
    add_tracking_params: true,
    custom_tracking_params: own,
  });
  expect(params).toEqual({ utm_source: "summer", utm_medium: "mail", who: profile });
});

it("a link has the account's parameters, where its campaign has none of its own", async () => {
  const utm_campaign = { campaign: { type: "dynamic", value: "campaign_name" } };
  const { params } = await target({ add_tracking_params: true }, { utm_campaign });
  expect(params).toEqual({ utm_source: "email", utm_medium: "email", utm_campaign: "Summer" });
});

it.each([{}, { add_tracking_params: false }])(
  "a link has the account's, where that adds them by itself, with the options %j",
  async (options) => {
    const { params } = await target(options, { auto_add_parameters: true });
    expect(params).toEqual({ utm_source: "email", utm_medium: "email" });
  },
);

it("a link has none, where its campaign does not want any", async () => {
  const { params } = await target({ add_tracking_params: false, custom_tracking_params: own });
  expect(params).toEqual({});
});
