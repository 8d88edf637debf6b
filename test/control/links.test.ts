import { describe, expect, it } from "vitest";
import { forgotten } from "../../src/domain/every-collection.ts";
import { mailing } from "../support/mailing.ts";

const ada = "ada@example.com";
const quiet = { deliver: 1, open: 0, click: 0, unsubscribe: 0, spam: 0 };

/** A mail to Ada, and what its links answer. */
async function mailed(more: object = {}) {
  const ways = await mailing();
  ways.rates(quiet);
  const [sent] = ways.mail([ada], more);
  if (sent === undefined) throw new Error("nothing was sent");
  const { links } = ways.shown(sent);
  const ask = async (url: string, method = "GET", init: RequestInit = {}) => {
    const response = await ways.fetch(url, { method, redirect: "manual", ...init });
    return { response, status: response.status, body: await response.text() };
  };
  const urlOf = (kind: string, at = 0) => links.filter((link) => link.kind === kind)[at]?.url ?? "";
  const metrics = () => ways.heard(sent.profile ?? "").map(({ metric }) => metric);
  return { ...ways, sent, ask, urlOf, metrics };
}

const methods = ["GET", "HEAD"];

describe("the links of a message", () => {
  it("a click leads to its target, and is recorded with it", async () => {
    const { ask, urlOf, sent, heard, row } = await mailed();
    const { response, status } = await ask(urlOf("click", 1));
    expect([status, response.headers.get("location")]).toEqual([
      302,
      "https://shop.example/b?x=1&y=2",
    ]);
    expect(row(sent.id)).toMatchObject({ clicks: 1, clicked: sent.at });
    const event = heard(sent.profile ?? "").at(-1);
    expect(event).toMatchObject({
      metric: "Clicked Email",
      properties: { URL: "https://shop.example/b?x=1&y=2", $message: "M1" },
    });
  });

  it("each click counts, and the first says when", async () => {
    const { ask, urlOf, sent, row, advance } = await mailed();
    await ask(urlOf("click"));
    await advance(1000);
    await ask(urlOf("click"));
    expect(row(sent.id)).toMatchObject({ clicks: 2, clicked: sent.at });
  });

  it("an open is a picture of one pixel", async () => {
    const { ask, urlOf, sent, row, metrics } = await mailed();
    const { response, status } = await ask(urlOf("open"));
    expect([status, response.headers.get("content-type")]).toEqual([200, "image/gif"]);
    expect(row(sent.id).opens).toBe(1);
    expect(metrics()).toEqual(["Received Email", "Opened Email"]);
  });

  it.each(["GET", "POST"])(
    "a %s unsubscribes by the link to unsubscribe, and says so",
    async (method) => {
      const { ask, urlOf, person, metrics } = await mailed();
      const oneClick = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
      const { status, body } = await ask(urlOf("unsubscribe"), method, {
        ...(method === "POST" && { body: oneClick }),
      });
      expect([status, body]).toEqual([200, expect.stringContaining(`${ada} unsubscribed`)]);
      expect(person(ada).consent.email.state).toBe("UNSUBSCRIBED");
      expect(metrics()).toContain("Unsubscribed from Email Marketing");
    },
  );

  it("a view shows the mail, and changes nothing", async () => {
    const ways = await mailed({ html: "<p>Hi</p>{% web_view %}" });
    const url = /href="([^"]*\.v)"/.exec(ways.shown(ways.sent).html ?? "")?.[1] ?? "";
    const { response, body } = await ways.ask(url);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(body).toBe(ways.shown(ways.sent).html);
    expect(ways.row(ways.sent.id)).toEqual(ways.sent);
  });

  it.each(["click", "open", "unsubscribe"])(
    "HEAD of a link to %s changes nothing",
    async (kind) => {
      const { ask, urlOf, sent, row, metrics } = await mailed();
      const { status, body } = await ask(urlOf(kind), "HEAD");
      expect([status, body]).toEqual([kind === "click" ? 302 : 200, ""]);
      expect(row(sent.id)).toEqual(sent);
      expect(metrics()).toEqual(["Received Email"]);
    },
  );

  it.each(["click", "open"])("POST of a link to %s is refused", async (kind) => {
    const { ask, urlOf, sent, row } = await mailed();
    expect((await ask(urlOf(kind), "POST")).status).toBe(405);
    expect(row(sent.id)).toEqual(sent);
  });

  it.each([
    ["another secret", (url: string) => url.replace(/\.\w{22}\./, `.${"a".repeat(22)}.`)],
    ["another message", (url: string) => url.replace(/links\/\w{26}/, `links/${"0".repeat(26)}`)],
    ["a link that it does not have", (url: string) => url.replace(/c0$/, "c9")],
    ["an act that there is none of", (url: string) => url.replace(/c0$/, "x")],
    ["half of it", (url: string) => url.slice(0, -10)],
    ["more than it", (url: string) => `${url}0`.replace("c00", "c0.o")],
  ])("with %s is the control API's 404", async (_, damaged) => {
    const { ask, urlOf, sent, row } = await mailed();
    for (const method of methods) {
      expect((await ask(damaged(urlOf("click")), method)).status).toBe(404);
    }
    expect(JSON.parse((await ask(damaged(urlOf("click")))).body)).toMatchObject({
      error: { message: expect.stringContaining("no link with id") as unknown },
    });
    expect(row(sent.id)).toEqual(sent);
  });

  it.each([
    ["javascript:alert(1)", "[no link]"],
    ["http://[broken", "leads to no web address: http://[broken"],
    ["https://shop.example/ä b", "https://shop.example/%C3%A4%20b"],
    ["https://shop.example", "https://shop.example"],
  ])("to %s leads nowhere but to the web", async (target, wanted) => {
    const { ask, urlOf } = await mailed({ html: `<a href="${target}">A</a>`, text: null });
    if (wanted === "[no link]") return expect(urlOf("click")).toBe("");
    const { response, status, body } = await ask(urlOf("click"));
    const location = response.headers.get("location");
    expect(location ?? body).toContain(wanted);
    expect(status).toBe(location === null ? 200 : 302);
  });

  it("of a deleted person lead where they led, and nothing is written", async () => {
    const { ask, urlOf, account, person, row, sent } = await mailed();
    account().commit(forgotten(account(), person(ada)));
    const before = row(sent.id);
    expect((await ask(urlOf("click"))).response.headers.get("location")).toBe(
      "https://shop.example/a",
    );
    expect((await ask(urlOf("unsubscribe"))).body).toContain("You unsubscribed");
    expect(row(sent.id)).toEqual(before);
  });

  it("are no requests to the service: the journal has none of them", async () => {
    const { ask, urlOf, emulation } = await mailed();
    await ask(urlOf("click"));
    await ask(urlOf("unsubscribe"), "POST");
    expect(emulation.world.journal.list({})).toEqual([]);
  });
});
