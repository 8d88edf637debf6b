import type { Content } from "../../src/domain/messages/content.ts";
import { react, type React } from "../../src/domain/messages/happen.ts";
import type { Message } from "../../src/domain/messages/records.ts";
import { type Sent, send } from "../../src/domain/messages/send.ts";
import { type Profile, profiles } from "../../src/domain/resources/profile.ts";
import type { Emulator } from "../../src/index.ts";
import { email, message as ofCampaign, newCampaign } from "../support/campaign-successes.ts";
import { callers } from "../support/emulate.ts";
import { mailing, noon } from "../support/mailing.ts";
import { quiet } from "../support/newsletter.ts";

const people = (count: number): string =>
  Array.from(
    { length: count },
    (_, place) =>
      `  - { email: reader-${place}@example.com, first_name: ${place % 2 === 0 ? "Ada" : "Eve"}, ` +
      `phone_number: "+120255501${String(place).padStart(2, "0")}", lists: [Readers], ` +
      `consent: { email: SUBSCRIBED, sms: SUBSCRIBED } }`,
  ).join("\n");

/**
 * A shop whose campaigns are sent by the core, at once and to whom a test names, and what becomes of them is what it says.
 * The API answers as ever.
 */
export async function sentShop({ zone = "UTC", at = noon, readers = 4, seed = 1 } = {}) {
  const fixture = `
company_id: Tests1
timezone: ${zone}
sms: true
keys: [{ name: full, scopes: full }]
lists: [{ id: Reader, name: Readers }, { id: Others, name: Others }]
metrics: [{ id: Order1, name: Placed Order }]
segments: [{ id: Adas01, name: Adas, definition: { condition_groups: [{ conditions: [{ type: profile-property, property: first_name, filter: { type: string, operator: equals, value: Ada } }] }] } }]
profiles:
${people(readers)}
`;
  const {
    account: accountOf,
    fetch,
    rates,
    content,
    now,
    emulation,
  } = await mailing({ fixture, seed, at });
  const account = accountOf();
  const ways = callers({
    keys: { full: account.keys[0]?.secret },
    fetch,
    revisions: { list: () => ({ revisions: [] }) },
  } as unknown as Emulator);
  rates({ ...quiet, bounce: 0 });
  const everybody = [...account.table(profiles).all()];
  return {
    ...ways,
    account,
    now,
    rates,
    everybody,
    advance: async (ms: number) => await emulation.world.clock.advance(ms),
    /** A campaign with one message, which is a draft for ever. */
    async campaign(name = "Summer", channel: "email" | "sms" = "email") {
      const message =
        channel === "email"
          ? email()
          : ofCampaign({ definition: { channel, content: { body: "Hi" } } });
      const { data } = await ways.post(
        "/api/campaigns",
        newCampaign("Reader", [message], { name }),
      );
      const made = data.relationships["campaign-messages"]?.data as { id: string }[] | undefined;
      return { campaign: data.id, message: made?.[0]?.id ?? "" };
    },
    /** Sends a campaign's message to some people. */
    mail(
      sent: Pick<Sent, "campaign" | "message"> & Partial<Sent>,
      to: readonly Profile[] = everybody,
      more: Partial<Content> = {},
    ): Message[] {
      const recipients = to.map((profile) => ({
        profile: account.table(profiles).get(profile.id) ?? profile,
      }));
      const said = content({ name: "Summer", ...more });
      return send(account, { groups: ["Reader"], content: said, ...sent }, recipients, now());
    },
    happens: (message: Message | undefined, reaction: React["reaction"]) =>
      react(account, message as Message, { reaction }, now()),
    subscribe: ({ email }: Profile) =>
      ways.post("/api/profile-subscription-bulk-create-jobs", {
        data: {
          type: "profile-subscription-bulk-create-job",
          attributes: {
            profiles: {
              data: [
                {
                  type: "profile",
                  attributes: {
                    email,
                    subscriptions: { email: { marketing: { consent: "SUBSCRIBED" } } },
                  },
                },
              ],
            },
          },
        },
      }),
    order: (profile: Profile, value: number) =>
      ways.post("/api/events", {
        data: {
          type: "event",
          attributes: {
            properties: {},
            value,
            unique_id: `${profile.id} ${now()} ${value}`,
            metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
            profile: { data: { type: "profile", id: profile.id, attributes: {} } },
          },
        },
      }),
  };
}
