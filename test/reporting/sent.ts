import { expect, onTestFinished } from "vitest";
import { wholeApi } from "../../src/areas/index.ts";
import { profiles } from "../../src/domain/collections.ts";
import { type Content, keptContent } from "../../src/domain/messages/content.ts";
import { react, type React } from "../../src/domain/messages/happen.ts";
import { changedRates, ratesOf, type Rates, setRates } from "../../src/domain/messages/rates.ts";
import type { Message } from "../../src/domain/messages/records.ts";
import { type Sent, send } from "../../src/domain/messages/send.ts";
import { loadRendering } from "../../src/domain/rendering/load.ts";
import type { Profile } from "../../src/domain/resources/profile.ts";
import { Emulation } from "../../src/emulation/emulation.ts";
import type { Emulator } from "../../src/index.ts";
import type { Incoming } from "../../src/pipeline/incoming.ts";
import { respond } from "../../src/pipeline/run.ts";
import { plant } from "../../src/seeding/plant.ts";
import { createFetch } from "../../src/server/fetch.ts";
import type { Account } from "../../src/world/account.ts";
import { planTexts } from "../seeding/support.ts";
import { email, message as ofCampaign, newCampaign } from "../support/campaign-successes.ts";
import { callers } from "../support/emulate.ts";

const said: Content = {
  channel: "email",
  name: "Summer",
  subject: "Summer",
  preview: null,
  from: "shop@example.com",
  fromLabel: "Shop",
  replyTo: null,
  html: '<p>Hi</p><a href="https://shop.example/a">A</a>',
  text: "Hi",
  tracksOpens: true,
  tracksClicks: true,
  linkParams: [],
};

const people = (count: number): string =>
  Array.from(
    { length: count },
    (_, place) =>
      `  - { email: reader-${place}@example.com, first_name: ${place % 2 === 0 ? "Ada" : "Eve"}, ` +
      `phone_number: "+120255501${String(place).padStart(2, "0")}", lists: [Readers], ` +
      `consent: { email: SUBSCRIBED, sms: SUBSCRIBED } }`,
  ).join("\n");

/** What only happens when somebody makes it happen. */
export const quiet: Rates = { deliver: 1, bounce: 0, open: 0, click: 0, unsubscribe: 0, spam: 0 };

/**
 * A shop whose campaigns are sent by the core, at once and to whom a test names, and what becomes of them is what it says.
 * The API answers as ever.
 */
export async function sentShop({
  zone = "UTC",
  at = Date.UTC(2026, 6, 20, 12),
  readers = 4,
  seed = 1,
} = {}) {
  await loadRendering();
  const plan = await planTexts(
    [
      `
company_id: Tests1
timezone: ${zone}
sms: true
keys: [{ name: full, scopes: full }]
lists: [{ id: Reader, name: Readers }, { id: Others, name: Others }]
metrics: [{ id: Order1, name: Placed Order }]
segments: [{ id: Adas01, name: Adas, definition: { condition_groups: [{ conditions: [{ type: profile-property, property: first_name, filter: { type: string, operator: equals, value: Ada } }] }] } }]
profiles:
${people(readers)}
`,
    ],
    seed,
  );
  const api = wholeApi();
  const mistakes: unknown[] = [];
  const failed = (error: unknown) => void mistakes.push(error);
  const settings = {
    seed,
    limits: "off",
    authScheme: "Service-API-Key",
    badKeyStatus: 401,
    frozenAt: at,
  } as const;
  const emulation = new Emulation(api, settings, "0", (world) => plant(world, plan), failed);
  onTestFinished(() => {
    emulation.world.stop();
    expect(mistakes).toEqual([]);
  });
  const [account] = [...emulation.world.accounts.values()] as [Account];
  const face = (incoming: Incoming) => respond(incoming, emulation.world, api, failed);
  const ways = callers({
    keys: { full: account.keys[0]?.secret },
    fetch: createFetch(face, () => "http://emulator.localhost"),
    revisions: { list: () => ({ revisions: [] }) },
  } as unknown as Emulator);
  setRates(account, quiet);
  const now = () => account.clock.now();
  const everybody = [...account.table(profiles).all()];
  return {
    ...ways,
    account,
    now,
    everybody,
    advance: async (ms: number) => await emulation.world.clock.advance(ms),
    rates: (change: Partial<Rates>) =>
      setRates(account, changedRates(ratesOf(account), change) as Rates),
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
      const { record, changes } = keptContent(account, { ...said, ...more });
      account.commit(changes);
      const recipients = to.map((profile) => ({
        profile: account.table(profiles).get(profile.id) ?? profile,
      }));
      return send(account, { groups: ["Reader"], content: record, ...sent }, recipients, now());
    },
    happens: (message: Message | undefined, reaction: React["reaction"]) =>
      react(account, message as Message, { reaction }, now()),
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
