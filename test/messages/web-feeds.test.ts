import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { xmlIn } from "../../src/domain/feeds/xml.ts";
import { readers, shop } from "../areas/campaign-support.ts";
import { data } from "../support/sending.ts";
import { receive } from "../support/webhooks.ts";

const item = (title: string) => ({ title, price: 1.5 });
const html =
  "{% for each in feeds.News.items %}<p>{{ each.title }}</p>{% empty %}<p>none</p>{% endfor %}";

/** A shop whose letter shows a feed; `has` says what that has from now on. */
async function feeding(first: unknown, more: object = {}) {
  const now = { has: first };
  const { port, received } = await receive((response: ServerResponse) => {
    if (now.has === undefined) response.writeHead(503).end();
    else response.end(typeof now.has === "string" ? now.has : JSON.stringify(now.has));
  });
  const ways = await shop(readers(1));
  const { emulator, post, patch, get, draft, send, idOf } = ways;
  await patch(
    `/api/templates/${idOf("template")}`,
    data("template", { html }, { id: idOf("template") }),
  );
  const said = { name: "News", request_method: "get", content_type: "json", ...more };
  const feed = data("web-feed", { ...said, url: `http://127.0.0.1:${port}/news` });
  const made = (await post("/api/web-feeds", feed)).data;
  const status = async () =>
    (await get(`/api/web-feeds/${made.id}`)).data.attributes["status"] as string;
  const mail = async () => {
    const campaign = await draft({ send_options: { use_smart_sending: false } });
    await send(campaign);
    await emulator.clock.advance("1s");
    const [sent] = await emulator.outbox.list({ limit: 1 });
    return { ...(await emulator.outbox.get(sent?.id ?? "")), campaign };
  };
  const shown = async () => (await mail()).html?.match(/(?<=<p>).*?(?=<\/p>)/g);
  return { ...ways, made, now, received, status, mail, shown };
}

describe("a web feed", () => {
  it("is fetched once it is there, and has a status then", async () => {
    const { emulator, made, received, status } = await feeding({ items: [] });
    expect(made.attributes["status"]).toBeNull();
    await emulator.clock.advance("1s");
    expect([await status(), received.length]).toEqual(["ok", 1]);
  });

  it("is what a message shows, and is kept for a quarter of an hour", async () => {
    const { emulator, now, shown, received } = await feeding({ items: [item("Rain")] });
    expect(await shown()).toEqual(["Rain"]);
    now.has = { items: [item("Sun"), item("Snow")] };
    expect([await shown(), received.length]).toEqual([["Rain"], 1]);
    await emulator.clock.advance("15m");
    expect([await shown(), received.length]).toEqual([["Sun", "Snow"], 2]);
  });

  it("leaves a message as it was sent", async () => {
    const { emulator, now, mail } = await feeding({ items: [item("Rain")] });
    const { id } = await mail();
    now.has = { items: [item("Sun")] };
    await emulator.clock.advance("15m");
    await mail();
    expect((await emulator.outbox.get(id)).html).toContain("<p>Rain</p>");
  });

  it("may be XML, and asked for by POST", async () => {
    const rss = "<items><title>Rain</title></items><items><title>Sun &amp; wind</title></items>";
    const xml = `<?xml version="1.0"?><rss>${rss}</rss>`;
    const { shown } = await feeding(xml, { content_type: "xml", request_method: "post" });
    expect(await shown()).toEqual(["Rain", "Sun &amp; wind"]);
  });

  it("is there for render_template, too", async () => {
    const { emulator, post, idOf } = await feeding({ items: [item("Rain")] });
    await emulator.clock.advance("1s");
    const render = data("template", { context: {} }, { id: idOf("template") });
    const { attributes } = (await post("/api/template-render", render)).data;
    expect(attributes["html"]).toContain("<p>Rain</p>");
  });

  it("keeps what it had while it fails, and stops messages after three nights", async () => {
    const { emulator, now, shown, status, mail, show } = await feeding({ items: [item("Rain")] });
    expect([await shown(), await status()]).toEqual([["Rain"], "ok"]);
    now.has = undefined;
    const seen = [];
    for (const time of ["15m", "3h", "24h", "24h", "24h", "24h"]) {
      await emulator.clock.advance(time);
      const { campaign } = await mail();
      seen.push([await status(), (await show(campaign))["status"]]);
    }
    expect(seen).toEqual([
      ["warning_periodic_refresh_timeout", "Sent"],
      ["warning_nightly_refresh_timeout", "Sent"],
      ["critical_nightly_refresh_timeout", "Sent"],
      ["critical_nightly_refresh_timeout", "Sent"],
      ["disabled", "Cancelled: Misconfigured"],
      ["disabled", "Cancelled: Misconfigured"],
    ]);
    now.has = { items: [item("Sun")] };
    await emulator.clock.advance("24h");
    expect([await shown(), await status()]).toEqual([["Sun"], "ok"]);
  });

  it("that was never fetched is a variable that the message misses", async () => {
    const { mail } = await feeding("no JSON");
    const { html: said, findings } = await mail();
    expect(said).toContain("<p>none</p>");
    expect(findings.map(({ what }) => what)).toEqual(["feeds.News.items"]);
  });
});

describe("XML", () => {
  it.each([
    ["<a/>", ""],
    ["<a>&lt;b&gt; &#233;&#x21;</a>", "<b> é!"],
    ["<a><![CDATA[<b>]]></a>", "<b>"],
    ['<!DOCTYPE a><!-- c --><a x="1"><b>2</b><b>3</b></a>', { "@x": "1", b: ["2", "3"] }],
    ['<a><b y="1">2</b></a>', { b: { "@y": "1", "#text": "2" } }],
    ["<a><b></a>", undefined],
    ["<a></a><b></b>", undefined],
    ["</a>", undefined],
    ["a < b", undefined],
    ["", undefined],
  ])("%s", (text, read) => {
    const found = xmlIn(text);
    expect(found && JSON.parse(JSON.stringify(found))).toEqual(read);
  });

  it.each(["<a", "<!-- >", "<![CDATA[ >", '<a b="'])(
    "that goes on with %s is soon refused",
    (text) => {
      expect(xmlIn(text.repeat(200_000))).toBeUndefined();
    },
  );

  it("that would change what all objects have is refused", () => {
    expect(xmlIn("<a><__proto__><b>1</b></__proto__></a>")).toBeUndefined();
    expect(xmlIn("<a><constructor>1</constructor></a>")).toBeUndefined();
    expect(({} as { b?: string }).b).toBeUndefined();
  });

  it("whose entities grow without an end is refused", () => {
    const grow = Array.from(
      { length: 12 },
      (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
    );
    const text = `<!DOCTYPE a [<!ENTITY e0 "ha">${grow.join("")}]><a>&e12;</a>`;
    expect(JSON.stringify(xmlIn(text) ?? "").length).toBeLessThan(100_000);
  });
});
