import type { FixtureProfile } from "../../src/seeding/fixture/shape.ts";
import { type Asking, emulate } from "../support/emulate.ts";
import { email, newCampaign } from "../support/campaign-successes.ts";
import { data, type Fields, to } from "../support/sending.ts";

/** Somebody who may be sent mails, and is on the list. */
export const reader = (place: number, more: Partial<FixtureProfile> = {}): FixtureProfile => ({
  email: `reader-${place}@example.com`,
  lists: ["Readers"],
  consent: { email: "SUBSCRIBED" },
  ...more,
});

export const readers = (count: number, more: Partial<FixtureProfile> = {}) =>
  Array.from({ length: count }, (_, place) => reader(place, more));

/** A shop with a list of readers and a template, and ways to send campaigns. Everything is delivered. */
export async function shop(profiles: readonly FixtureProfile[] = readers(3), more: Fields = {}) {
  const emulated = await emulate(more);
  const { emulator, post, get, patch } = emulated;
  await emulator.seed({
    lists: [{ name: "Readers" }, { name: "Others" }],
    profiles: [...profiles],
    templates: [{ name: "Letter", html: "<p>Hello {{ first_name }}</p>" }],
  });
  const idOf = (type: string, which = 0) => String(emulator.state.get(type).records[which]?.id);
  const list = idOf("list");
  const create = async (
    campaign: Fields = {},
    messages: readonly unknown[] = [email()],
    asking: Asking = {},
  ) => await post("/api/campaigns", newCampaign(list, messages, campaign), asking);
  /** A draft of email with a template. */
  const draft = async (campaign: Fields = {}): Promise<string> => {
    const { data: made } = await create(campaign);
    await assign(await messageOf(made.id));
    return made.id;
  };
  const assign = async (message: string, template = idOf("template")) =>
    await post("/api/campaign-message-assign-template", {
      data: {
        type: "campaign-message",
        id: message,
        relationships: { template: to("template", template) },
      },
    });
  const send = async (id: string) =>
    await post("/api/campaign-send-jobs", { data: { type: "campaign-send-job", id } });
  const stop = async (id: string, action: string) =>
    await patch(`/api/campaign-send-jobs/${id}`, data("campaign-send-job", { action }, { id }));
  const show = async (id: string) => (await get(`/api/campaigns/${id}`)).data.attributes;
  const statusOf = async (id: string) => (await show(id))["status"];
  const jobOf = async (id: string) =>
    (await get(`/api/campaign-send-jobs/${id}`)).data.attributes["status"];
  const messageOf = async (id: string) =>
    (await get(`/api/campaigns/${id}/campaign-messages`)).many[0]?.id ?? "";
  const sends = (id: string) => emulator.campaigns.sends(id);
  return {
    ...emulated,
    idOf,
    list,
    create,
    draft,
    assign,
    send,
    stop,
    show,
    statusOf,
    jobOf,
    messageOf,
    sends,
  };
}
