import { describe, expect, it } from "vitest";
import { ControlError, ExpectationError, type MessageView } from "../../src/index.ts";
import { newsletter, quiet } from "../support/newsletter.ts";

const ada = "ada@example.com";

/** What an act rejects with. */
async function thrown(act: () => Promise<unknown>): Promise<Error> {
  try {
    await act();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

describe("the outbox of the library", () => {
  it("lists the messages, and has each as it was rendered", async () => {
    const { emulator, campaign } = await newsletter();
    const all = await emulator.outbox.list();
    expect(all.map(({ to }) => to).sort()).toEqual([
      ada,
      "reader-0@example.com",
      "reader-1@example.com",
    ]);
    const [mail] = await emulator.outbox.list({ to: ada, campaign, limit: 5 });
    const whole = await emulator.outbox.get(mail?.id ?? "");
    expect(whole).toMatchObject({ ...mail, subject: "Summer is here", name: "Summer" });
    expect(whole.html).toContain("<p>Hi Ada</p>");
  });

  it("clicks the first link, another by its number or its target, and opens", async () => {
    const { emulator, mailTo, get } = await newsletter();
    const { id } = await mailTo(ada);
    const { outbox } = emulator;
    expect((await outbox.open(id)).status).toBe("opened");
    expect((await outbox.click(id)).status).toBe("clicked");
    await outbox.click(id, 2);
    await outbox.click(id, "https://shop.example/new*");
    const { many } = await get('/api/metrics?filter=equals(integration.name,"Service")');
    const clicked = many.find(({ attributes }) => attributes["name"] === "Clicked Email");
    const events = await get(`/api/events?filter=equals(metric_id,"${clicked?.id}")`);
    const urls = events.many.map(
      ({ attributes }) => (attributes["event_properties"] as { URL: string }).URL.split("?")[0],
    );
    expect(urls.sort()).toEqual([
      "https://shop.example/new",
      "https://shop.example/new",
      "https://shop.example/sale",
    ]);
  });

  it("unsubscribes, which the profile shows", async () => {
    const { emulator, mailTo, get } = await newsletter();
    const { id, profile } = await mailTo(ada);
    expect((await emulator.outbox.unsubscribe(id)).status).toBe("unsubscribed");
    const query = "additional-fields[profile]=subscriptions";
    const { data } = await get(`/api/profiles/${profile}?${query}`);
    expect(data.attributes["subscriptions"]).toMatchObject({
      email: { marketing: { consent: "UNSUBSCRIBED" } },
    });
  });

  it("has links that fetch follows", async () => {
    const { emulator, mailTo } = await newsletter();
    const { links } = await mailTo(ada);
    const answer = await emulator.fetch(links[0]?.url ?? "", { redirect: "manual" });
    expect(answer.headers.get("location")).toBe(links[0]?.target);
    expect((await mailTo(ada)).status).toBe("clicked");
  });

  it.each([
    ["one that there is none of", "01NOTHING", undefined, "no message with id 01NOTHING"],
    ["a link that it does not have", undefined, 3, "no link 3; it has 1 https://shop.example/sale"],
    ["a target that none leads to", undefined, "https://other*", "no link https://other*"],
  ])("refuses to click %s", async (_, id, link, text) => {
    const { emulator, mailTo } = await newsletter();
    const given = id ?? (await mailTo(ada)).id;
    const error = await thrown(() => emulator.outbox.click(given, link));
    expect(error).toBeInstanceOf(ControlError);
    expect(error.message).toContain(text);
  });

  it("refuses to click a message that nobody got", async () => {
    const { emulator, dispatch } = await newsletter({}, { isSent: false });
    emulator.rates.set({ bounce: 1 });
    await dispatch();
    const [mail] = await emulator.outbox.list({ to: ada, status: "bounced" });
    const error = await thrown(() => emulator.outbox.click(mail?.id ?? ""));
    expect(error.message).toContain("bounced: it was not delivered");
  });

  it("is of a sandbox what its own campaigns sent", async () => {
    const { emulator } = await newsletter();
    const sandbox = emulator.sandbox({ from: "current" });
    const rows = await sandbox.outbox.list();
    expect(new Set(rows.map(({ account }) => account))).toEqual(new Set([sandbox.id]));
    await sandbox.outbox.open((await sandbox.outbox.list({ to: ada }))[0]?.id ?? "");
    await sandbox.outbox.expect({ to: ada, status: "opened" }).times(1);
    await emulator.outbox.expect({ status: "opened" }).never();
    sandbox.rates.set({ open: 0.5 });
    expect([sandbox.rates.show().open, emulator.rates.show().open]).toEqual([0.5, quiet.open]);
  });
});

describe("an expectation of messages", () => {
  it("counts exactly, at least, at most and none, and gives those that it counted", async () => {
    const { emulator } = await newsletter();
    const { outbox } = emulator;
    const summer = outbox.expect({ subject: "Summer*" });
    expect(await summer.times(3)).toEqual(await outbox.list());
    expect(await summer.atLeast(2)).toHaveLength(3);
    expect(await summer.atMost(3)).toHaveLength(3);
    await outbox.expect({ subject: "Winter*" }).never();
    expect((await thrown(() => summer.times(1))).message).toContain("3, expected 1");
    expect((await thrown(() => summer.never())).message).toContain("3, expected 0");
    expect((await thrown(() => summer.atLeast(4))).message).toContain("3, expected at least 4");
    expect((await thrown(() => summer.atMost(2))).message).toContain("3, expected at most 2");
  });

  it.each([
    [{ to: "ADA@example.com" }, { to: "eve@example.com" }],
    [{ subject: "*is here" }, { subject: "is here" }],
    [{ contains: "Hi Ada" }, { contains: "Hi Eve" }],
    [{ campaign: "Summer" }, { campaign: "Winter" }],
    [{ channel: "email" }, { channel: "sms" }],
    [{ status: "delivered" }, { status: "opened" }],
  ] as const)("may be about %j", async (right, wrong) => {
    const { emulator } = await newsletter();
    const all = await emulator.outbox.expect({ to: ada, ...right }).atLeast(1);
    expect(all.map(({ to }) => to)).toEqual([ada]);
    await emulator.outbox.expect({ to: ada, ...wrong }).never();
  });

  it("that fails shows the nearest misses, and which condition each failed", async () => {
    const { emulator, mailTo } = await newsletter();
    await emulator.outbox.open((await mailTo(ada)).id);
    const error = await thrown(() =>
      emulator.outbox.expect({ to: ada, subject: "Winter*", campaign: "Summer" }).times(1),
    );
    expect(error).toBeInstanceOf(ExpectationError);
    expect(error.message).toBe(
      [
        `to ${ada}, subject Winter*, campaign Summer: 0, expected 1`,
        "all but one condition:",
        `  email ${ada}  opened  "Summer is here"  but subject was Summer is here`,
      ].join("\n"),
    );
    const { misses } = error as ExpectationError<MessageView>;
    expect(misses).toMatchObject([{ entry: { to: ada }, but: "subject was Summer is here" }]);
  });

  it("to which nothing came near shows what was sent at all", async () => {
    const { emulator, dispatch } = await newsletter({}, { isSent: false });
    const expected = () => emulator.outbox.expect({ to: "eve@*", channel: "sms" }).times(1);
    expect((await thrown(expected)).message).toContain("there was no message");
    await dispatch();
    expect((await thrown(expected)).message).toContain("nothing came near; the last messages:\n");
  });

  it.each([
    [{ consent: { email: "UNSUBSCRIBED" } }, "has not consented, or has unsubscribed"],
    [{ suppression: [{ reason: "HARD_BOUNCE" }] }, "is suppressed"],
  ])("to somebody who cannot be sent anything says so: %j", async (more, why) => {
    const { emulator, dispatch } = await newsletter({}, { isSent: false });
    const eve = { email: "eve@example.com", lists: ["Readers"], ...more };
    await emulator.seed({ profiles: [eve as never] });
    await dispatch();
    const error = await thrown(() => emulator.outbox.expect({ to: "Eve@example.com" }).times(1));
    const line = `Eve@example.com cannot be sent email now: the profile ${why}`;
    expect(error.message.split("\n").at(-1)).toBe(line);
  });

  it("waits until there are so many, on the emulator's clock", async () => {
    const { emulator, dispatch } = await newsletter({}, { isSent: false });
    const waiting = emulator.outbox.expect({ campaign: "Summer" }).eventually({ count: 3 });
    await dispatch();
    expect(await waiting).toHaveLength(3);
  });

  it("waits for what becomes of them, too", async () => {
    const { emulator, mailTo } = await newsletter();
    const { id } = await mailTo(ada);
    const waiting = emulator.outbox.expect({ status: "clicked" }).eventually();
    await emulator.outbox.click(id);
    expect(await waiting).toMatchObject([{ id, status: "clicked" }]);
  });

  it("waits no longer than it is told, and says what there is", async () => {
    const { emulator } = await newsletter();
    const waiting = thrown(() =>
      emulator.outbox.expect({ to: ada, status: "opened" }).eventually({ within: "5s" }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    await emulator.clock.advance("6s");
    const { message } = await waiting;
    expect(message).toContain("0, expected at least 1 within 5s");
    expect(message).toContain("but status was delivered");
  });

  it.each([
    [{ subjct: "Summer" }, "subjct"],
    [{ channel: "mail" }, "channel"],
    [{ account: "Nobody" }, "no account with id Nobody"],
  ])("about %j is refused", async (which, text) => {
    const { emulator } = await newsletter();
    expect(() => emulator.outbox.expect(which as never)).toThrow(text);
    expect((await thrown(() => emulator.outbox.list(which as never))).message).toContain(text);
  });
});
