import { expect, onTestFinished } from "vitest";
import { wholeApi } from "../../src/areas/index.ts";
import { controlOperations } from "../../src/control/operations.ts";
import { outboxFace } from "../../src/control/messages/outbox-face.ts";
import { createControl, isControl } from "../../src/control/respond.ts";
import { events, metrics } from "../../src/domain/resources/event.ts";
import { type Content, keptContent } from "../../src/domain/messages/content.ts";
import { changedRates, ratesOf, type Rates, setRates } from "../../src/domain/messages/fate.ts";
import { type Message, messages } from "../../src/domain/messages/records.ts";
import { type Sent, send } from "../../src/domain/messages/send.ts";
import { renderedMessage } from "../../src/domain/messages/rendered-message.ts";
import { loadRendering } from "../../src/domain/rendering/load.ts";
import { type Profile, profiles } from "../../src/domain/resources/profile.ts";
import { Emulation } from "../../src/emulation/emulation.ts";
import type { Incoming } from "../../src/pipeline/incoming.ts";
import { respond } from "../../src/pipeline/stages.ts";
import { plant } from "../../src/seeding/plant/plant.ts";
import type { Guard } from "../../src/server/guard.ts";
import { openSocket } from "../../src/server/open-socket.ts";
import { createFetch } from "../../src/server/fetch.ts";
import type { Account } from "../../src/world/account.ts";
import { planTexts } from "../seeding/support.ts";

export const noon = Date.UTC(2026, 6, 20, 12);
const origin = "http://emulator.localhost";

/** Three people, of whom the last cannot get email. */
export const people = `
company_id: Tests1
sms: true
keys: [{ name: full, scopes: full }]
lists: [{ id: Friend, name: Friends }, { id: Family, name: Family }]
profiles:
  - { email: ada@example.com, first_name: Ada, phone_number: "+12025550101", consent: { email: SUBSCRIBED, sms: SUBSCRIBED } }
  - { email: bob@gmail.com, first_name: Bob, external_id: bob-1, consent: { email: SUBSCRIBED } }
  - { phone_number: "+12025550103", consent: { sms: UNSUBSCRIBED } }
`;

const welcome: Content = {
  channel: "email",
  name: "Welcome",
  subject: "Hello {{ first_name|default:'you' }}",
  preview: null,
  from: "shop@example.com",
  fromLabel: "Shop",
  replyTo: null,
  html: '<p>Hi {{ person.first_name }}</p><a href="https://shop.example/a">A</a> <a href="https://shop.example/b?x=1&amp;y=2">B</a> {% unsubscribe %}',
  text: "Hi {{ person.first_name }}: https://shop.example/a",
  tracksOpens: true,
  tracksClicks: true,
  linkParams: [],
};

/** An event as tests look at it. */
export interface Heard {
  readonly metric: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** In milliseconds since noon. */
  readonly after: number;
}

/** An emulation on a frozen clock, whose core sends messages directly, with the control API before it. */
export async function mailing({ fixture = people, seed = 1, at = noon } = {}) {
  await loadRendering();
  const mistakes: unknown[] = [];
  const plan = await planTexts([fixture], seed);
  const api = wholeApi();
  const settings = {
    seed,
    limits: "off",
    authScheme: "Service-API-Key",
    badKeyStatus: 401,
    frozenAt: at,
  } as const;
  const failed = (error: unknown) => void mistakes.push(error);
  const emulation = new Emulation(
    api,
    settings,
    "0",
    (world) => {
      plant(world, plan);
    },
    failed,
  );
  onTestFinished(() => {
    emulation.world.stop();
    expect(mistakes).toEqual([]);
  });
  const control = createControl(
    emulation,
    { onError: failed, onNote: () => {} },
    controlOperations,
  );
  const face = (incoming: Incoming) =>
    isControl(incoming.target.replace(/\?.*/s, ""))
      ? control(incoming)
      : respond(incoming, emulation.world, api, failed);
  const account = (): Account => [...emulation.world.accounts.values()][0] as Account;
  const now = () => account().clock.now();
  const person = (address: string): Profile => {
    const found = [...account().table(profiles).all()].find(
      ({ email, phone_number }) => email === address || phone_number === address,
    );
    if (found === undefined) throw new Error(`nobody has ${address}`);
    return found;
  };
  const content = (more: Partial<Content> = {}) => {
    const { record, changes } = keptContent(account(), { ...welcome, ...more });
    account().commit(changes);
    return record;
  };
  return {
    emulation,
    account,
    now,
    person,
    outbox: outboxFace({ emulation, origin }),
    fetch: createFetch(face, () => origin),
    rates: (change: Partial<Rates>) =>
      setRates(account(), changedRates(ratesOf(account()), change) as Rates),
    /** Sends the welcome mail, or one that differs from it, to those with these addresses. */
    mail(to: readonly string[], more: Partial<Content> = {}, sent: Partial<Sent> = {}): Message[] {
      const recipients = to.map((address) => ({ profile: person(address) }));
      const said = { campaign: "C1", message: "M1", content: content(more), ...sent };
      return send(account(), said, recipients, now());
    },
    /** The same on a port of its own. */
    async listen(guard: Partial<Guard> = {}) {
      const service = (incoming: Incoming) => respond(incoming, emulation.world, api, failed);
      const bytesMaxOf = () => 1_000_000;
      const socket = await openSocket(
        { service, control, bytesMaxOf, onError: failed },
        { allowedHosts: [], controlToken: undefined, guardsReads: false, ...guard },
        { port: 0, host: undefined, tls: undefined, unref: false },
      );
      onTestFinished(() => socket.close());
      return socket.url;
    },
    content,
    row: (id: string) => account().table(messages).get(id) as Message,
    shown: (message: Message) =>
      renderedMessage(account(), account().table(messages).get(message.id) as Message, origin),
    /** The events of a person, in the order in which they happened. */
    heard(profile: string): Heard[] {
      const range = { prefix: [profile] };
      return [...account().table(events).scan(["profile_id", "datetime"], range)].map((event) => ({
        metric: account().table(metrics).get(event.metric)?.name ?? "",
        properties: event.properties as Heard["properties"],
        after: event.time - noon,
      }));
    },
    /** Until all that was to come has come. */
    async advance(ms = 30 * 24 * 3_600_000) {
      await emulation.world.clock.advance(ms);
    },
  };
}
