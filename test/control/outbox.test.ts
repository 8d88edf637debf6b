import { describe, expect, it } from "vitest";
import { mailing } from "../support/mailing.ts";

const ada = "ada@example.com";
const quiet = { deliver: 1, open: 0, click: 0, unsubscribe: 0, spam: 0 };

/** An outbox with mails of two campaigns and a text message, and the control API before it. */
async function filled() {
  const ways = await mailing();
  ways.rates(quiet);
  const [first] = ways.mail([ada, "bob@gmail.com"]);
  const [second] = ways.mail([ada], { name: "Sale", subject: "Sale" }, { campaign: "C2" });
  const [text] = ways.mail(
    [ada],
    { channel: "sms", subject: null, html: null, name: "Text" },
    { message: "M3", flow: "F1" },
  );
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await ways.fetch(`/_emulator/${path}`, { redirect: "manual", ...init });
    const body = await response.text();
    const isJson = response.headers.get("content-type") === "application/json";
    return { response, body, json: (isJson ? JSON.parse(body) : undefined) as never };
  };
  const ids = async (query: string) => {
    const { json } = await call(`outbox${query}`);
    return (json as { messages: { id: string }[] }).messages.map(({ id }) => id);
  };
  const id = (message: { id: string } | undefined) => message?.id ?? "";
  return { ...ways, call, ids, first: id(first), second: id(second), text: id(text) };
}

describe("the outbox", () => {
  it("lists the messages with their links, the newest last", async () => {
    const { call, first } = await filled();
    const { json } = await call("outbox");
    const { messages } = json as { messages: readonly Record<string, unknown>[] };
    expect(messages).toHaveLength(4);
    expect(messages[0]).toEqual({
      id: first,
      account: "Tests1",
      channel: "email",
      to: ada,
      profile: expect.stringMatching(/^\w{26}$/),
      campaign: "C1",
      flow: null,
      message: "M1",
      name: "Welcome",
      subject: "Hello Ada",
      status: "delivered",
      at: "2026-07-20T12:00:00+00:00",
      links: [
        { kind: "click", url: linkUrl("c0"), target: "https://shop.example/a" },
        { kind: "click", url: linkUrl("c1"), target: "https://shop.example/b?x=1&y=2" },
        { kind: "open", url: linkUrl("o"), target: null },
        { kind: "unsubscribe", url: linkUrl("u"), target: null },
      ],
    });
  });

  it.each([
    ["to, in any case", "?to=ADA@example.com", 2],
    ["to, with a star", "?to=*@gmail.com", 1],
    ["a campaign's id", "?campaign=C2", 1],
    ["a campaign's name", "?campaign=Sale", 1],
    ["a flow", "?flow=F1", 1],
    ["a channel", "?channel=email", 3],
    ["a limit", "?limit=2", 2],
    ["two of them", "?campaign=C1&to=ada@example.com", 1],
    ["an account", "?account=Tests1", 4],
  ])("is narrowed by %s", async (_, query, count) => {
    const { ids } = await filled();
    expect(await ids(query)).toHaveLength(count);
  });

  it("has the newest where there are more than its limit", async () => {
    const { ids, second, text } = await filled();
    expect(await ids("?limit=2")).toEqual([second, text]);
  });

  it.each([
    ["?limit=0", "limit"],
    ["?limit=1001", "limit"],
    ["?limit=", "limit"],
    ["?limit=many", "limit"],
    ["?channel=mail", "channel"],
    ["?to=", "to"],
    ["?account=Nobody", "id"],
    ["/01NOTHING", "id"],
    ["/01NOTHING/html", "id"],
  ])("refuses %s", async (query, path) => {
    const { call } = await filled();
    const { response, json } = await call(`outbox${query}`);
    expect([400, 404]).toContain(response.status);
    expect(json).toMatchObject({ error: { path } });
  });

  it("has each message as it was rendered, by the beginning of its id, too", async () => {
    const { call, first } = await filled();
    const { json } = await call(`outbox/${first}`);
    const whole = json as { text: string; html: string };
    expect(whole).toMatchObject({ from: "shop@example.com", fromLabel: "Shop", preview: null });
    expect(whole.text).toMatch(/^Hi Ada: http:\/\/emulator\.localhost\/_emulator\/links\/\S+\.c0$/);
    expect(whole.html).toMatch(/<p>Hi Ada<\/p><a href="http:\S+\.c0">A<\/a>/);
    expect((await call(`outbox/${first.slice(0, 25)}`)).json).toEqual(json);
  });
});

describe("the rates", () => {
  const call = async (body?: object) => {
    const { fetch, account, emulation } = await mailing();
    void account;
    const init = body === undefined ? {} : { method: "PUT", body: JSON.stringify(body) };
    const response = await fetch("/_emulator/rates", init);
    const json: unknown = await response.json();
    const kept: unknown = await (await fetch("/_emulator/rates")).json();
    emulation.reset();
    const reset: unknown = await (await fetch("/_emulator/rates")).json();
    return { status: response.status, json, kept, reset };
  };
  const usual = {
    deliver: 0.98,
    bounce: 0.02,
    open: 0.35,
    click: 0.04,
    unsubscribe: 0.003,
    spam: 0.0005,
  };

  it("are the service's, until they are set, and again after a reset", async () => {
    const { status, json, kept, reset } = await call({ open: 1 });
    expect([status, json, kept, reset]).toEqual([
      200,
      { ...usual, open: 1 },
      { ...usual, open: 1 },
      usual,
    ]);
  });

  it.each([
    [{ deliver: 1 }, { deliver: 1, bounce: 0 }],
    [{ bounce: 1 }, { deliver: 0, bounce: 1 }],
    [{ deliver: 0 }, { deliver: 0, bounce: 0.02 }],
    [
      { deliver: 0.5, bounce: 0.5 },
      { deliver: 0.5, bounce: 0.5 },
    ],
  ])("make room for %j", async (change, wanted) => {
    expect((await call(change)).json).toEqual({ ...usual, ...wanted });
  });

  it.each([
    [{ open: 1.1 }, "open"],
    [{ open: -1 }, "open"],
    [{ open: "half" }, "open"],
    [{ opens: 1 }, "opens"],
  ])("refuse %j, and stay as they were", async (change, path) => {
    const { status, json, kept } = await call(change);
    expect([status, json, kept]).toEqual([
      400,
      { error: expect.objectContaining({ path }) as unknown },
      usual,
    ]);
  });

  it("refuse more than all, and say what to do", async () => {
    const { status, json } = await call({ deliver: 0.9, bounce: 0.3 });
    const message =
      "0.3 with deliver 0.9 is more than 1 together: set bounce to 0.1 or less, or lower deliver";
    expect([status, json]).toEqual([400, { error: { message, path: "bounce" } }]);
  });
});

const linkUrl = (what: string): unknown =>
  expect.stringMatching(
    new RegExp(`^http://emulator\\.localhost/_emulator/links/[0-9A-Z]{26}\\.\\w{22}\\.${what}$`),
  );
