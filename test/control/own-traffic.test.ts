import { describe, expect, it } from "vitest";
import type { EmulatorOptions } from "../../src/index.ts";
import { Summary } from "../../src/cli/card/summary.ts";
import { requestLine } from "../../src/cli/card/request-line.ts";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

/** As the page of the inspector sends it, in a browser. */
const byInspector = { "x-emulator-page": "inspector", "sec-fetch-site": "same-origin" };
/** As a browser asks for what it is to show. */
const shown = (site: string, dest: string) => ({ "sec-fetch-site": site, "sec-fetch-dest": dest });
const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** What sent each request, by the journal. */
const sendersOf = async (
  path: string,
  init: RequestInit,
  options: EmulatorOptions = {},
): Promise<string[]> => {
  const { emulator } = await emulate(options);
  await emulator.fetch(path, init);
  return emulator.requests.list().map(({ sentBy }) => sentBy);
};

describe("what browsers ask of every server", () => {
  const paths = [
    "/favicon.ico",
    "/robots.txt",
    "/apple-touch-icon.png",
    "/apple-touch-icon-precomposed.png",
    "/.well-known/appspecific/com.chrome.devtools.json",
  ];

  it.each([...paths, "/favicon.ico?v=2", "/~checkout-7/favicon.ico"])(
    "%s has no content, and stays out of the journal",
    async (path) => {
      const { emulator } = await emulate();
      for (const method of ["GET", "HEAD"]) {
        const { status, headers } = await emulator.fetch(path, { method });
        expect([status, headers.get("content-type")]).toEqual([204, null]);
      }
      expect(emulator.requests.list()).toEqual([]);
    },
  );

  it("has no content on a socket, too", async () => {
    const { emulator } = await emulate({ port: 0 });
    expect((await fetch(`${emulator.url}/favicon.ico`)).status).toBe(204);
    expect(emulator.requests.list()).toEqual([]);
  });

  it.each([
    ["POST", "/favicon.ico"],
    ["GET", "/api/favicon.ico"],
  ])("%s %s is a request of a client like any other", async (method, path) => {
    expect(await sendersOf(path, { method })).toEqual(["client"]);
  });
});

describe("the journal says what sent a request:", () => {
  it.each<[string, string, string, RequestInit]>([
    ["the inspector", "inspector", "/api/profiles", { headers: byInspector }],
    [
      "the inspector over plain HTTP beyond loopback",
      "inspector",
      "/api/profiles",
      { headers: { "x-emulator-page": "inspector" } },
    ],
    [
      "a client on a page of another site that copies the header",
      "client",
      "/api/profiles",
      { headers: { ...byInspector, "sec-fetch-site": "cross-site" } },
    ],
    [
      "a client on a page of the same host, on another port",
      "client",
      "/client/events",
      { headers: { ...byInspector, "sec-fetch-site": "same-site" }, method: "POST" },
    ],
    [
      "a client that has a value of its own in the header",
      "client",
      "/api/profiles",
      { headers: { "x-emulator-page": "2" } },
    ],
    [
      "a script that reads as a browser does",
      "client",
      "/api/profiles",
      { headers: shown("same-origin", "empty") },
    ],
    ["a URL that was typed", "browser", "/api/profiles", { headers: shown("none", "document") }],
    [
      "a URL that was typed, beyond loopback",
      "browser",
      "/api/profiles",
      { headers: { accept: html } },
    ],
    ["a picture of a mail", "browser", "/logo.png", { headers: shown("cross-site", "image") }],
    [
      "a picture of a mail, beyond loopback",
      "browser",
      "/logo.png",
      { headers: { accept: "image/avif,image/webp,*/*;q=0.8" } },
    ],
    [
      "a client with the accepted types of Java",
      "client",
      "/api/profiles",
      { headers: { accept: "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2" } },
    ],
    [
      "a client with a key, whatever else it says",
      "client",
      "/api/profiles",
      { headers: { ...shown("none", "document"), accept: html, authorization: "x" } },
    ],
    [
      "a pixel of a client",
      "client",
      "/client/events?company_id=x",
      { headers: shown("cross-site", "image") },
    ],
    [
      "a browser that asks before it sends",
      "browser",
      "/client/events?company_id=x",
      {
        method: "OPTIONS",
        headers: { origin: "https://a.example", "access-control-request-method": "POST" },
      },
    ],
    [
      "an app that has a browser ask for consent",
      "client",
      "/oauth/authorize?client_id=x",
      { headers: shown("cross-site", "document") },
    ],
    [
      "the page on which a person decides",
      "consent page",
      "/oauth/authorize?client_id=x",
      { method: "POST", headers: shown("same-origin", "document") },
    ],
    [
      "the same page beyond loopback",
      "consent page",
      "/oauth/authorize?client_id=x",
      { method: "POST", headers: { accept: html } },
    ],
    [
      "a script that decides",
      "client",
      "/oauth/authorize?client_id=x",
      { method: "POST", headers: { accept: "*/*" } },
    ],
  ])("%s is %s", async (_, sender, path, init) => {
    expect(await sendersOf(path, init)).toEqual([sender]);
  });

  it("a line of the list has it unless it is a client", async () => {
    const { emulator, get } = await emulate();
    await get("/api/profiles");
    await get("/api/profiles", { headers: byInspector });
    const lines = emulator.requests.list().map((entry) => requestLine(entry, undefined));
    expect(lines.map((line) => line.includes("sent by the inspector"))).toEqual([false, true]);
  });
});

describe("what no client sent", () => {
  it("is graded by no report", async () => {
    const { emulator, get } = await emulate();
    for (let time = 0; time < 3; time += 1) {
      await get("/api/profiles", { key: "pk_wrong", headers: byInspector });
      await emulator.fetch("/api/profiles", { headers: shown("none", "document") });
    }
    const card = await emulator.report();
    expect(card.run.requests).toBe(0);
    expect(card.rules.map(({ verdict }) => verdict)).not.toContain("failed");
    await get("/api/profiles");
    expect((await emulator.report()).run.requests).toBe(1);
  });

  it("is no request in the summary of exec", async () => {
    const { emulator, get } = await emulate();
    const summary = new Summary(emulator);
    await get("/api/profiles", { headers: byInspector });
    await get("/api/profiles");
    expect(summary.text()).toContain("saw 1 request");
  });

  it("is expected by nobody", async () => {
    const { emulator, get } = await emulate();
    await get("/api/profiles", { headers: byInspector });
    const clients = await get("/api/profiles");
    const met = emulator.requests.expect({ operation: "get_profiles" }).times(1);
    expect(met.map(({ id }) => id)).toEqual([clients.headers.get("x-service-req-id")]);
  });

  it("writes nothing twice: that is for the client to do", async () => {
    const { emulator, post } = await emulate();
    emulator.faults.add({ operation: "create_event", where: "after", connection: "reset" });
    const event = newEvent();
    await post("/api/events", event).catch(() => {});
    await emulator.clock.advance("1s");
    await post("/api/events", event, { headers: byInspector });
    const doubled = () => emulator.requests.list().map(({ duplicates }) => duplicates?.records);
    expect(doubled()).toEqual([undefined, undefined]);
    expect(emulator.faults.list()[0]?.doubledWrites).toBe(0);
    await emulator.clock.advance("1s");
    await post("/api/events", event);
    expect(doubled()).toEqual([undefined, undefined, 1]);
  });

  it("meets the faults that are planned, and fills the windows, as what a client sends does", async () => {
    const { emulator, get } = await emulate({ rateLimits: "real" });
    emulator.faults.add({ operation: "get_profiles", status: 503 });
    expect((await get("/api/profiles", { headers: byInspector })).status).toBe(503);
    expect((await get("/api/profiles")).status).toBe(200);
  });
});
