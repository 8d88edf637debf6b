import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { meantId } from "../../src/control/messages/meant.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

const idOf = ({ headers }: { headers: Headers }) => headers.get("x-service-req-id") as string;

describe("an exchange in the journal", () => {
  it("tells everything that is needed to explain a run", async () => {
    const { emulator, post } = await emulate();
    const headers = { "x-emulator-test-id": "t-7" };
    const answer = await post("/api/profiles?x=1", newProfile(), { headers });
    const shown = emulator.requests.show(idOf(answer));
    expect(shown).toMatchObject({
      method: "POST",
      target: "/api/profiles?x=1",
      operation: "create_profile",
      account: "Tests1",
      key: "full",
      testId: "t-7",
      revision: "2026-07-15",
      status: 400,
      stage: "query",
      faults: [],
      injected: [],
      lostStatus: null,
      repeats: null,
      durationMs: expect.any(Number),
      left: false,
      pace: 1,
      arrivedReal: expect.any(Number),
      arrivedWorld: Date.parse("2026-07-20T12:00:00Z"),
      bodyBytes: Buffer.byteLength(answer.text),
      written: [],
      request: { headers: { "content-type": "application/json" }, body: newProfile() },
      response: { headers: { "x-service-req-id": idOf(answer) } },
    });
  });

  it("hides what opens something: keys in headers, targets and bodies, tokens, cookies", async () => {
    const { emulator, ask } = await emulate();
    const secret = emulator.keys["full"] as string;
    const answer = await ask("POST", `/api/events?api_key=${secret}&client_secret=s3cret`, {
      body: { note: secret, refresh_token: "s3cret", nested: { client_secret: "s3cret" } },
      headers: { cookie: "s3cret", "x-emulator-token": "s3cret" },
    });
    const text = JSON.stringify(emulator.requests.show(idOf(answer)));
    expect(text).not.toContain(secret);
    expect(text).not.toContain("s3cret");
    expect(text).toContain(`Service-API-Key ${secret.slice(0, 7)}…`);
  });

  it("keeps the beginning of a long body, and says that there was more", async () => {
    const { emulator, post } = await emulate();
    const answer = await post(
      "/api/events",
      newEvent({ properties: { text: "x".repeat(20_000) } }),
    );
    const { request } = emulator.requests.show(idOf(answer));
    expect(request.truncated).toBe(true);
    expect(request.body).toHaveLength(10_000);
    const short = await post("/api/events", newEvent());
    expect(emulator.requests.show(idOf(short)).request.truncated).toBe(false);
  });

  it("has the body of its answer, without what opens something", async () => {
    const { emulator, get } = await emulate();
    const secret = emulator.keys["full"] as string;
    const answer = await get("/api/profiles");
    expect(emulator.requests.show(idOf(answer)).response).toMatchObject({
      body: JSON.parse(answer.text),
      truncated: false,
    });
    const refused = await get(`/api/profiles?sort=${secret}`);
    const shown = JSON.stringify(emulator.requests.show(idOf(refused)).response);
    expect(shown).toContain("Cannot sort by");
    expect(shown).not.toContain(secret);
  });

  it("keeps the beginning of a long answer, and of the last answers only", async () => {
    const { emulator, post, get } = await emulate();
    const text = "x".repeat(9000);
    const written = await post("/api/profiles", newProfile({ properties: { text, more: text } }));
    const { response } = emulator.requests.show(idOf(written));
    expect(response.body).toHaveLength(10_000);
    expect(response.truncated).toBe(true);
    for (let n = 0; n < 250; n += 1) await get("/api/profiles");
    expect(emulator.requests.show(idOf(written)).response).toMatchObject({
      body: undefined,
      truncated: true,
    });
    expect(emulator.requests.show("last").response.body).toHaveLength(10_000);
  });

  it("has no body where none was sent", async () => {
    const { emulator, ask } = await emulate();
    await emulator.fetch("/api/profiles", {
      method: "HEAD",
      headers: { authorization: `Service-API-Key ${emulator.keys["full"]}` },
    });
    const nothing = { body: undefined, truncated: false };
    expect(emulator.requests.show("last").response).toMatchObject(nothing);
    emulator.faults.add({ operation: "get_profiles", connection: "reset" });
    await ask("GET", "/api/profiles").catch(() => undefined);
    expect(emulator.requests.show("last").response).toMatchObject(nothing);
  });

  it("is named by the beginning of its id, and the last one by last", async () => {
    const { emulator, get } = await emulate();
    const [first, second] = [idOf(await get("/api/profiles")), idOf(await get("/api/lists"))];
    const { requests } = emulator;
    expect(requests.show(first.slice(0, 8)).id).toBe(first);
    expect(requests.show(second.slice(0, 8).toUpperCase()).id).toBe(second);
    expect(requests.show("last").id).toBe(second);
    expect(() => requests.show(first.slice(0, 3))).toThrow("no request with id");
    requests.clear();
    expect(() => requests.show("last")).toThrow("there was no request yet");
  });

  it("says which there are where the beginning of an id names several", async () => {
    const ids = ["abcd-1111", "abcd-2222", "efgh-3333"];
    expect(() => meantId("request", "abcd", ids)).toThrow(
      "2 ids of a request begin with abcd: abcd-1111, abcd-2222",
    );
    expect(meantId("request", "abcd-1", ids)).toBe("abcd-1111");
    expect(meantId("request", "abcd", ["abcd", ...ids])).toBe("abcd");
  });

  it("is found by whether it failed", async () => {
    const { emulator, get } = await emulate();
    await get("/api/profiles");
    await get("/api/profiles/none");
    emulator.faults.add({ operation: "get_lists", connection: "reset" });
    await get("/api/lists").catch(() => undefined);
    const failed = emulator.requests.list({ failed: true });
    expect(failed.map(({ status }) => status)).toEqual([404, null]);
    expect(emulator.requests.list({ failed: false }).map(({ status }) => status)).toEqual([200]);
  });

  it("is found by key, test id, fault and time", async () => {
    const { emulator, get } = await emulate();
    await get("/api/metrics", { key: emulator.keys["read-only"] as string });
    await emulator.clock.advance("10s");
    const fault = emulator.faults.add({ operation: "get_metrics", status: 503, skip: 1 });
    await get("/api/metrics", { headers: { "x-emulator-test-id": "a" } });
    await get("/api/metrics");
    const count = async (query: string) => {
      const response = await emulator.fetch(`/_emulator/requests?${query}`);
      return ((await response.json()) as { requests: unknown[] }).requests.length;
    };
    expect(await count("key=read-only")).toBe(1);
    expect(await count("testId=a")).toBe(1);
    expect(await count(`fault=${fault.id}`)).toBe(1);
    expect(await count("since=2026-07-20T12:00:10Z")).toBe(2);
    expect(await count("until=2026-07-20T12:00:10Z")).toBe(1);
    expect(await count("key=full&status=503")).toBe(1);
  });

  it("is not looked for by a stage that there is none of", async () => {
    const { emulator } = await emulate();
    const answer = await emulator.fetch("/_emulator/requests?stage=limits");
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('"nearest":"limit"');
    expect((await emulator.fetch("/_emulator/requests?stage=limit")).status).toBe(200);
  });

  it("is unknown once the journal was emptied", async () => {
    const { emulator, get } = await emulate();
    const id = idOf(await get("/api/metrics"));
    emulator.requests.clear();
    expect(() => emulator.requests.show(id)).toThrow(`no request with id ${id}`);
  });
});

/** The events of a stream, one a line. */
async function* eventsOf(response: Response) {
  const lines = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream());
  for await (const text of lines) {
    for (const event of text.split("\n\n")) {
      const [, data] = /^data: (.*)/m.exec(event) ?? [];
      if (data !== undefined) yield JSON.parse(data) as { operation: string };
    }
  }
}

describe("the stream, narrowed to requests,", () => {
  it.each(["socket", "fetch"])("tells of requests as they are answered, over %s", async (face) => {
    const { emulator, get } = await emulate({ port: 0 });
    const url = `${emulator.url}/_emulator/stream?types=request&operation=get_metrics`;
    const response = await (face === "socket" ? fetch(url) : emulator.fetch(url));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const events = eventsOf(response);
    await get("/api/profiles");
    await get("/api/metrics");
    expect((await events.next()).value).toMatchObject({ operation: "get_metrics", status: 200 });
    await get("/api/metrics");
    expect((await events.next()).value).toMatchObject({ operation: "get_metrics" });
    await events.return(undefined);
  });

  it("is refused with a filter that does not exist", async () => {
    const { emulator } = await emulate();
    expect((await emulator.fetch("/_emulator/stream?statu=1")).status).toBe(400);
  });

  it("goes on over a reset, and ends with the emulator", async () => {
    const { emulator, get } = await emulate({ port: 0 });
    const response = await fetch(`${emulator.url}/_emulator/stream?types=request`);
    const events = eventsOf(response);
    emulator.reset();
    await get("/api/metrics");
    expect((await events.next()).value).toMatchObject({ operation: "get_metrics" });
    await emulator.close();
    await expect(events.next()).rejects.toThrow("terminated");
  });

  it("is no burden once its reader has gone", async () => {
    const { emulator, get } = await emulate({ port: 0 });
    const { hostname, port } = new URL(emulator.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /_emulator/stream?types=request HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    await once(socket, "data");
    socket.destroy();
    await once(socket, "close");
    for (let n = 0; n < 20; n += 1) await get("/api/metrics");
    expect(emulator.requests.list()).toHaveLength(20);
  });
});
