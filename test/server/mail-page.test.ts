import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { usingChromium } from "../support/browsers.ts";
import { mailing } from "../support/mailing.ts";

const ada = "ada@example.com";
const quiet = { deliver: 1, open: 0, click: 0, unsubscribe: 0, spam: 0 };

/** All by which a mail could try to act in the name of who looks at it. */
const hostile = (reset: string, elsewhere: string) => `<!doctype html>
<html><head><title>Mail</title>
<meta http-equiv="refresh" content="0;url=${elsewhere}refreshed">
<style>h1 { color: rgb(1, 2, 3) }</style></head><body>
<h1 style="margin: 7px" onclick="fetch('${reset}', { method: 'POST' })">Hi {{ person.first_name }}</h1>
<script>document.title = "ran"; fetch("${reset}", { method: "POST" });</script>
<img id="broken" src="${elsewhere}image" onerror="document.title = 'ran'">
<img id="inline" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
<form id="form" action="${reset}" method="post"><button>Go</button></form>
<iframe src="${elsewhere}frame"></iframe>
<object data="${elsewhere}object"></object>
<img src="/logo.png">
<link rel="stylesheet" href="${elsewhere}style">
<a id="away" href="${elsewhere}landing">Shop</a>
</body></html>`;

/** Somebody else's site, and what it was asked. */
async function elsewhere() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("<!doctype html><title>landed</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

/** A hostile mail on a socket, and where it is shown. */
async function mailed() {
  const ways = await mailing();
  ways.rates(quiet);
  const url = await ways.listen();
  const other = await elsewhere();
  const [sent] = ways.mail([ada], {
    html: hostile(`${url}/_emulator/reset`, other.url),
    text: null,
  });
  if (sent === undefined) throw new Error("nothing was sent");
  return { ...ways, url, other, sent, page: `${url}/_emulator/outbox/${sent.id}/html` };
}

describe("the page of a mail", () => {
  it("has a policy of its own, and no origin", async () => {
    const { page } = await mailed();
    const { headers } = await fetch(page);
    expect(headers.get("content-security-policy")?.split("; ")).toEqual([
      "default-src 'none'",
      "img-src 'self' data:",
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "sandbox allow-popups allow-popups-to-escape-sandbox",
    ]);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("shows a text message as text, whatever is in it", async () => {
    const { mail, fetch: ask } = await mailing();
    const text = "<script>1</script> & more";
    const [sent] = mail([ada], { channel: "sms", subject: null, html: null, text });
    const answer = await ask(`/_emulator/outbox/${sent?.id}/html`);
    const shown = await answer.text();
    expect(shown).toContain("<pre>&lt;script&gt;1&lt;/script&gt; &amp; more</pre>");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  });

  it("beyond loopback needs the control token, which a link in it does not", async () => {
    const ways = await mailing();
    ways.rates(quiet);
    const [sent] = ways.mail([ada]);
    const url = await ways.listen({ controlToken: "the-token", guardsReads: true });
    const path = `/_emulator/outbox/${sent?.id}/html`;
    expect((await fetch(url + path)).status).toBe(403);
    const token = { headers: { "x-emulator-token": "the-token" } };
    expect((await fetch(url + path, token)).status).toBe(200);
    const links = ways.shown(sent as never).links.map((link) => new URL(link.url).pathname);
    for (const link of links) {
      const { status } = await fetch(url + link, { redirect: "manual" });
      expect([200, 302]).toContain(status);
    }
    expect(ways.person(ada).consent.email.state).toBe("UNSUBSCRIBED");
  });

  it("is shown in a frame of the inspector by a URL that only the message has: looking opens nothing", async () => {
    const ways = await mailing();
    ways.rates(quiet);
    const [sent] = ways.mail([ada]);
    const url = await ways.listen({ controlToken: "the-token", guardsReads: true });
    const token = { headers: { "x-emulator-token": "the-token" } };
    const answer = await fetch(`${url}/_emulator/outbox/${sent?.id}`, token);
    const { frame, links } = (await answer.json()) as { frame: string; links: { kind: string }[] };
    expect(new URL(frame).origin).toBe(url);
    const shown = await fetch(frame);
    expect(shown.headers.get("content-security-policy")?.split("; ")).toEqual([
      "default-src 'none'",
      "img-src 'self' data:",
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      // The page reads which link is clicked; without scripts the mail itself can do nothing with it.
      "sandbox allow-same-origin",
    ]);
    const html = await shown.text();
    expect(html).toContain("Ada");
    expect(links.map(({ kind }) => kind)).toContain("open");
    expect(html).not.toMatch(/\.o"/);
    expect((await fetch(frame.replace(/\.\w{22}\./, `.${"x".repeat(22)}.`))).status).toBe(404);
  });

  it("leaves a mail's POST to unsubscribe from another site in peace, and nothing else", async () => {
    const ways = await mailing();
    ways.rates(quiet);
    const [sent] = ways.mail([ada]);
    const url = await ways.listen();
    const foreign = { method: "POST", headers: { origin: "https://mail.example" } };
    const links = ways.shown(sent as never).links;
    const leave = links.find(({ kind }) => kind === "unsubscribe")?.url ?? "";
    expect((await fetch(url + new URL(leave).pathname, foreign)).status).toBe(200);
    expect((await fetch(`${url}/_emulator/reset`, foreign)).status).toBe(403);
  });
});

describe("the page of a mail in a browser", () => {
  const browser = usingChromium();

  it("runs no script, calls nobody, and shows its styles and images", async () => {
    const { page: url, other, row, sent, emulation } = await mailed();
    const { world } = emulation;
    const page = await browser().newPage();
    await page.goto(url);
    await page.click("h1");
    await page.click("#form button");
    expect(await page.title()).toBe("Mail");
    expect(await page.textContent("h1")).toBe("Hi Ada");
    const look: unknown = await page.evaluate(
      "(({ color, marginTop }) => ({ color, marginTop }))(getComputedStyle(document.querySelector('h1')))",
    );
    expect(look).toEqual({ color: "rgb(1, 2, 3)", marginTop: "7px" });
    const loaded: unknown = await page.evaluate("document.querySelector('#inline').naturalWidth");
    expect(loaded).toBe(1);
    // Nobody was asked for anything, and nothing was reset.
    expect(other.asked).toEqual([]);
    expect(emulation.world).toBe(world);
    // Its picture is the emulator's own: whoever looks at the mail opens it.
    expect(row(sent.id).opens).toBe(1);
    // And what the mail asks of the service is no client's.
    expect(world.journal.list().map(({ target, sentBy }) => [target, sentBy])).toEqual([
      ["/logo.png", "browser"],
    ]);
    await page.close();
  });

  it("leads to the shop by the link that counts the click", async () => {
    const { page: url, other, row, sent } = await mailed();
    const page = await browser().newPage();
    await page.goto(url);
    await page.click("#away");
    await page.waitForURL(`${other.url}landing`);
    expect(await page.title()).toBe("landed");
    expect(row(sent.id).clicks).toBe(1);
    await page.close();
  });
});
