import { describe, expect, it } from "vitest";
import { leftList } from "../../src/domain/consent/consent.ts";
import { profiles } from "../../src/domain/resources/profile.ts";
import { whyNot, type Wanted } from "../../src/domain/messages/audience.ts";
import { put } from "../../src/world/store/store.ts";
import { mailing, people } from "../support/mailing.ts";

const hourMs = 3_600_000;
const email: Wanted = { channel: "email", smartSending: true };
const sms: Wanted = { channel: "sms", smartSending: true };

/** A person who was never asked but for this, and why they are not sent a message. */
async function asked(person: string, wanted: Wanted) {
  const fixture = `
company_id: Tests1
sms: true
keys: [{ name: full, scopes: full }]
profiles: [${person}]
`;
  const { account, now } = await mailing({ fixture });
  const [profile] = [...account().table(profiles).all()];
  if (profile === undefined) throw new Error("nobody is there");
  return whyNot(account(), profile, wanted, now());
}

const phone = 'phone_number: "+12025550101"';
const suppressed = (reason: string) =>
  `{ email: a@example.com, suppression: [{ reason: ${reason}, at: 2026-01-01T00:00:00Z }] }`;

describe("who is sent a message", () => {
  it.each<[string, string, Wanted, string | undefined]>([
    ["who never said anything", "{ email: a@example.com }", email, undefined],
    ["who has no address", `{ ${phone} }`, email, "no-address"],
    [
      "who unsubscribed",
      "{ email: a@example.com, consent: { email: UNSUBSCRIBED } }",
      email,
      "no-consent",
    ],
    ["whose address bounces", suppressed("HARD_BOUNCE"), email, "suppressed"],
    ["who complained", suppressed("SPAM_COMPLAINT"), email, "suppressed"],
    ["whom the account suppresses", suppressed("USER_SUPPRESSED"), email, "suppressed"],
    ["who never asked for texts", `{ ${phone} }`, sms, "no-consent"],
    ["who asked for texts", `{ ${phone}, consent: { sms: SUBSCRIBED } }`, sms, undefined],
    ["who has no device", "{ email: a@example.com }", { ...email, channel: "push" }, "no-address"],
  ])("%s", async (_, person, wanted, why) => {
    expect(await asked(person, wanted)).toBe(why);
  });

  it("one who unsubscribed is, where the message ignores that, and one whose address bounces never", async () => {
    const ignoring = { ...email, ignoresConsent: true };
    const left = "{ email: a@example.com, consent: { email: UNSUBSCRIBED } }";
    expect(await asked(left, ignoring)).toBeUndefined();
    expect(await asked(suppressed("HARD_BOUNCE"), ignoring)).toBe("suppressed");
  });

  it("one who left a list is not sent what comes by that list, but what comes by another", async () => {
    const { account, person, now } = await mailing({ fixture: people });
    const ada = person("ada@example.com");
    const consent = leftList(ada.consent, "Friend", now());
    account().commit([put(profiles, { ...ada, consent })]);
    const why = (group: string) =>
      whyNot(account(), person("ada@example.com"), { ...email, group }, now());
    expect([why("Friend"), why("Family")]).toEqual(["left-list", undefined]);
  });

  it.each<[Wanted["channel"], number]>([
    ["email", 16],
    ["sms", 24],
  ])("one who was sent something by %s is not again within %i hours", async (channel, hours) => {
    const ways = await mailing();
    const ada = () => ways.person("ada@example.com");
    const why = (smartSending: boolean) =>
      whyNot(ways.account(), ada(), { channel, smartSending }, ways.now());
    ways.rates({ unsubscribe: 0, spam: 0, deliver: 1 });
    expect(why(true)).toBeUndefined();
    ways.mail(["ada@example.com"], { channel });
    expect([why(true), why(false)]).toEqual(["smart-sending", undefined]);
    await ways.advance(hours * hourMs - 1);
    expect(why(true)).toBe("smart-sending");
    await ways.advance(1);
    expect(why(true)).toBeUndefined();
  });

  it("what was sent by one channel does not count on another", async () => {
    const ways = await mailing();
    ways.mail(["ada@example.com"], { channel: "sms" });
    const ada = ways.person("ada@example.com");
    expect(whyNot(ways.account(), ada, email, ways.now())).toBeUndefined();
  });
});
