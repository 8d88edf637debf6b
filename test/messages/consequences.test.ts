import { describe, expect, it } from "vitest";
import { merge } from "../../src/domain/profiles/merge.ts";
import { react } from "../../src/domain/messages/happen.ts";
import { mailing } from "../support/mailing.ts";

const ada = "ada@example.com";
const none = { open: 0, click: 0, unsubscribe: 0, spam: 0 };

describe("what becomes of a message", () => {
  it("a hard bounce suppresses the person, and a soft one does not", async () => {
    const ways = await mailing();
    ways.rates({ deliver: 0, bounce: 1 });
    for (let count = 0; count < 12; count += 1) ways.mail([ada, "bob@gmail.com"]);
    for (const address of [ada, "bob@gmail.com"]) {
      const { id, consent } = ways.person(address);
      const types = ways.heard(id).map(({ properties }) => properties["Bounce Type"]);
      expect(new Set(types)).toEqual(new Set(["Hard", "Soft"]));
      expect(consent.suppression.map(({ reason }) => reason)).toEqual(["HARD_BOUNCE"]);
    }
  });

  it("a soft bounce alone changes nothing of the person", async () => {
    const ways = await mailing();
    ways.rates({ deliver: 0, bounce: 1 });
    const softly = () => {
      const before = ways.person(ada).consent;
      const [message] = ways.mail([ada]);
      return message?.failure === "Soft" ? [before, ways.person(ada).consent] : undefined;
    };
    let found = softly();
    for (let count = 0; found === undefined && count < 20; count += 1) found = softly();
    expect(found?.[1]).toBe(found?.[0]);
  });

  it("a mark as spam suppresses the person", async () => {
    const ways = await mailing();
    ways.rates({ ...none, deliver: 1, spam: 1 });
    ways.mail([ada]);
    expect(ways.person(ada).consent.suppression).toEqual([]);
    await ways.advance();
    const reasons = ways.person(ada).consent.suppression.map(({ reason }) => reason);
    expect(reasons).toEqual(["SPAM_COMPLAINT"]);
  });

  it.each([
    ["email", "Unsubscribed from Email Marketing"],
    ["sms", "Unsubscribed from SMS Marketing"],
  ] as const)(
    "unsubscribing by %s changes consent once, and is recorded",
    async (channel, metric) => {
      const ways = await mailing();
      ways.rates({ ...none, deliver: 1 });
      const [message] = ways.mail([ada], { channel });
      if (message === undefined) throw new Error("nothing was sent");
      for (let twice = 0; twice < 2; twice += 1) {
        react(ways.account(), message, { reaction: "unsubscribe" }, ways.now());
      }
      const { id, consent } = ways.person(ada);
      expect(consent[channel].state).toBe("UNSUBSCRIBED");
      const other = channel === "email" ? "sms" : "email";
      expect(consent[other].state).toBe("SUBSCRIBED");
      const found = ways.heard(id).filter((event) => event.metric === metric);
      expect(found).toHaveLength(1);
      expect(found[0]?.properties).toMatchObject({ $message: "M1", Method: "Message" });
    },
  );

  it("is recorded at the instant at which it happens", async () => {
    const ways = await mailing();
    ways.rates({ ...none, deliver: 1, open: 1, click: 1 });
    const [message] = ways.mail([ada]);
    await ways.advance();
    const { opened, clicked } = ways.row(message?.id ?? "");
    const second = (at: number | null) => Math.floor((at ?? 0) / 1000) * 1000;
    const heard = ways.heard(ways.person(ada).id);
    expect(heard.map(({ metric }) => metric)).toEqual([
      "Received Email",
      "Opened Email",
      "Clicked Email",
    ]);
    const { at = 0 } = message ?? {};
    const times = heard.map(({ after }) => after);
    expect(times).toEqual([0, second(opened) - at, second(clicked) - at]);
  });

  it("one that nobody got is neither opened nor clicked", async () => {
    const ways = await mailing();
    ways.rates({ deliver: 0, bounce: 1 });
    const [message] = ways.mail([ada]);
    if (message === undefined) throw new Error("nothing was sent");
    expect(react(ways.account(), message, { reaction: "click" }, ways.now())).toBe(false);
    expect(ways.row(message.id)).toMatchObject({ clicks: 0, clicked: null });
  });

  it("one whose opens are not tracked is not known to be opened", async () => {
    const ways = await mailing();
    ways.rates({ ...none, deliver: 1, open: 1 });
    const [message] = ways.mail([ada], { tracksOpens: false });
    await ways.advance();
    expect(ways.row(message?.id ?? "").opened).toBeNull();
    const metrics = ways.heard(ways.person(ada).id).map(({ metric }) => metric);
    expect(metrics).toEqual(["Received Email"]);
  });

  it("follows its person into the profile that they are merged into", async () => {
    const ways = await mailing();
    ways.rates({ ...none, deliver: 1, open: 1 });
    const [message] = ways.mail([ada]);
    const bob = ways.person("bob@gmail.com");
    merge(ways.account(), bob.id, ways.person(ada).id, ways.now());
    expect(ways.row(message?.id ?? "")).toMatchObject({ profile: bob.id, to: ada });
    await ways.advance();
    expect(ways.row(message?.id ?? "").opened).not.toBeNull();
    expect(ways.heard(bob.id).map(({ metric }) => metric)).toContain("Opened Email");
  });
});
