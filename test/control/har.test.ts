import { expect, it } from "vitest";
import type { Har } from "../../src/control/requests/har.ts";
import { emulate, newest } from "../support/emulate.ts";
import { RawClient } from "../support/raw.ts";

/** An emulator that was asked for something it has, refused something, and broke a connection. */
async function asked() {
  const { emulator } = await emulate();
  emulator.faults.add({ operation: "get_lists", connection: "close" });
  const ask = (path: string, init: RequestInit = {}) => {
    const own = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
    return emulator.fetch(path, { ...init, headers: { ...own, ...init.headers } });
  };
  await ask("/api/accounts?fields[account]=timezone");
  const body = '{"data":{"type":"event","attributes":{"emial":"x"}}}';
  await ask("/api/events", {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  await ask("/api/lists").catch(() => {});
  return emulator;
}

const pairs = (list: readonly { name: string; value: string }[]) =>
  Object.fromEntries(list.map(({ name, value }) => [name, value]));

it("the recorded requests are an HTTP archive with whole URLs, heads and bodies", async () => {
  const emulator = await asked();
  const { log } = emulator.requests.har();
  expect([log.version, log.creator.name]).toEqual(["1.2", "service-emulator"]);
  const [read, refused] = log.entries;
  expect(read?.request.url).toMatch(/^http:\/\/[^/]+\/api\/accounts\?fields\[account\]=timezone$/);
  expect(pairs(read?.request.queryString ?? [])).toEqual({ "fields[account]": "timezone" });
  expect([read?.response.status, read?.response.statusText]).toEqual([200, "OK"]);
  expect(JSON.parse(read?.response.content.text ?? "")).toHaveProperty("data.0.type", "account");
  expect(read?.startedDateTime).toBe(
    new Date(emulator.requests.list()[0]?.arrivedReal ?? 0).toISOString(),
  );
  expect(refused?.request.postData).toEqual({
    mimeType: "application/json",
    text: '{"data":{"type":"event","attributes":{"emial":"x"}}}',
  });
  expect(refused).toMatchObject({ response: { status: 400 }, _hint: expect.any(String) });
});

it("an exchange without a status has 0 in the archive, with the fault that broke it", async () => {
  const emulator = await asked();
  const broken = emulator.requests.har({ operation: "get_lists" }).log.entries;
  expect(broken.map(({ response, _faults }) => [response.status, _faults.length])).toEqual([
    [0, 1],
  ]);
});

it("what no URL can be made of is in the archive as it came", async () => {
  const { emulator } = await emulate({ port: 0 });
  for (const target of ["//", "//[/x?a=1", "/api/lists?page%5B=%zz"]) {
    const client = new RawClient(
      emulator.url,
      `GET ${target} HTTP/1.1\r\nHost: ${new URL(emulator.url).host}\r\n\r\n`,
    );
    await client.until(({ text }) => text.includes("\r\n\r\n"));
  }
  const targets = emulator.requests.list().map((each) => each.target);
  expect(targets).toHaveLength(3);
  const urls = emulator.requests.har().log.entries.map(({ request }) => request.url);
  expect(urls).toEqual(
    targets.map((target) => emulator.url + (target.startsWith("/") ? target : `/${target}`)),
  );
});

it("no secret is in the archive", async () => {
  const emulator = await asked();
  const text = JSON.stringify(emulator.requests.har());
  for (const secret of Object.values(emulator.keys)) expect(text).not.toContain(secret);
  expect(text).toMatch(/"authorization","value":"Service-API-Key pk_\w{4}…"/);
});

it("the control API has the same archive, of the requests that are asked for", async () => {
  const emulator = await asked();
  const answer = await emulator.fetch("/_emulator/har?failed=true&query=status:400");
  const one = (await answer.json()) as Har;
  const entries = emulator.requests.har({ status: 400 }).log.entries;
  const withoutHost = (text: string) => text.replaceAll(/https?:\/\/[^/"]+/g, "");
  expect(withoutHost(JSON.stringify(one.log.entries))).toBe(withoutHost(JSON.stringify(entries)));
});

it("an exchange has all that the developer tools of a browser ask of one", async () => {
  const emulator = await asked();
  const text = (await (await emulator.fetch("/_emulator/har")).text()) as string;
  const { log } = JSON.parse(text) as Har;
  const message = {
    httpVersion: expect.any(String),
    cookies: expect.any(Array),
    headers: expect.any(Array),
    headersSize: expect.any(Number),
    bodySize: expect.any(Number),
  };
  expect(log).toMatchObject({
    version: expect.any(String),
    creator: { name: expect.any(String), version: expect.any(String) },
  });
  expect(log.entries).toHaveLength(3);
  for (const entry of log.entries) {
    expect(entry).toMatchObject({
      startedDateTime: expect.any(String),
      time: expect.any(Number),
      request: {
        ...message,
        method: expect.any(String),
        url: expect.any(String),
        queryString: expect.any(Array),
      },
      response: {
        ...message,
        status: expect.any(Number),
        statusText: expect.any(String),
        redirectURL: expect.any(String),
        content: { size: expect.any(Number), mimeType: expect.any(String) },
      },
      cache: {},
      timings: { send: expect.any(Number), wait: expect.any(Number), receive: expect.any(Number) },
    });
    expect(Number.isNaN(Date.parse(entry.startedDateTime))).toBe(false);
    expect(URL.canParse(entry.request.url)).toBe(true);
  }
});
