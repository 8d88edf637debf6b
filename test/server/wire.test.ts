import { once } from "node:events";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate, newest } from "../support/emulate.ts";
import { message, RawClient } from "../support/raw.ts";

interface Message {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Takes what came over a connection apart, by lengths alone. @param methods of the requests, in their order */
function messagesIn(bytes: Buffer, methods: readonly string[]): Message[] {
  const found: Message[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf("\r\n\r\n", at);
    if (end < 0) break;
    const [first = "", ...lines] = bytes.toString("latin1", at, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(": ", 1)[0]?.toLowerCase(), line.replace(/^[^:]*: /, "")]),
    );
    const isHead = methods[found.length] === "HEAD";
    const length = isHead ? 0 : Number(headers["content-length"] ?? 0);
    at = end + 4 + length;
    if (at > bytes.length) break;
    found.push({
      status: Number(first.split(" ")[1]),
      headers,
      body: bytes.subarray(end + 4, at),
    });
  }
  return found;
}

async function listening() {
  const { emulator, ...rest } = await emulate({ port: 0 });
  const headers = {
    authorization: `Service-API-Key ${emulator.keys["full"]}`,
    revision: newest,
  };
  const { url = "" } = emulator;
  const all = (methods: readonly string[]) => (client: RawClient) =>
    messagesIn(Buffer.from(client.text, "latin1"), methods).length === methods.length;
  /** What comes of requests that are sent one right after the other. */
  const piped = async (requests: readonly string[]) => {
    const methods = requests.map(methodOf);
    const client = new RawClient(url, requests.join(""));
    await client.until(all(methods));
    return messagesIn(Buffer.from(client.text, "latin1"), methods);
  };
  return { emulator, ...rest, url, headers, piped };
}

const methodOf = (request: string): string => request.split(" ", 1)[0] ?? "";

describe("on one connection", () => {
  it("requests that do not wait for each other are answered in their order", async () => {
    const { emulator, headers, piped } = await listening();
    await emulator.fetch("/api/metrics", { headers });
    const post = message("POST", "/api/profiles", headers, JSON.stringify(newProfile()));
    const paths = ["/api/lists", "/api/metrics", "/api/tags", "/nothing"];
    const found = await piped([
      ...paths.map((path) => message("GET", path, headers)),
      post,
      ...paths.map((path) => message("GET", path, headers)),
    ]);
    expect(found.map(({ status }) => status)).toEqual([
      200, 200, 200, 404, 201, 200, 200, 200, 404,
    ]);
    const selves = found.slice(0, 3).map(({ body }) => JSON.parse(String(body)).links.self);
    expect(selves).toEqual(paths.slice(0, 3).map((path) => `http://localhost${path}`));
  });

  it("one that a fault delays is answered before those that came behind it", async () => {
    const { emulator, headers, url } = await listening();
    emulator.faults.add({ operation: "get_metrics", delay: "5s" });
    const paths = ["/api/lists", "/api/metrics", "/api/tags"];
    const methods = paths.map(() => "GET");
    const client = new RawClient(url, paths.map((path) => message("GET", path, headers)).join(""));
    const read = () => messagesIn(Buffer.from(client.text, "latin1"), methods);
    await client.until(() => read().length === 1);
    await emulator.clock.advance("5s");
    await client.until(() => read().length === 3);
    const selves = read().map(({ body }) => JSON.parse(String(body)).links.self);
    expect(selves).toEqual(paths.map((path) => `http://localhost${path}`));
  });

  it("responds without a body leave it in step", async () => {
    const { headers, piped } = await listening();
    const preflight = { origin: "http://localhost", "access-control-request-method": "POST" };
    const found = await piped([
      message("HEAD", "/api/metrics", headers),
      message("GET", "/api/metrics", headers),
      message("OPTIONS", "/client/events?company_id=x", preflight),
      message("POST", "/api/events", headers, JSON.stringify(newEvent())),
      message("HEAD", "/nothing", headers),
      message("GET", "/api/metrics", headers),
    ]);
    expect(found.map(({ status }) => status)).toEqual([200, 200, 204, 202, 404, 200]);
    expect(found[0]?.headers["content-length"]).toBe(found[1]?.headers["content-length"]);
  });

  it("a fault that has no length of its own leaves it in step", async () => {
    const { emulator, headers, piped } = await listening();
    emulator.faults.add({ operation: "get_metrics", status: 204, force: true });
    emulator.faults.add({ operation: "get_lists", edge: 502 });
    emulator.faults.add({ operation: "get_tags", spoil: "truncate" });
    const paths = ["/api/metrics", "/api/lists", "/api/tags", "/api/profiles"];
    const found = await piped(paths.map((path) => message("GET", path, headers)));
    expect(found.map(({ status }) => status)).toEqual([204, 502, 200, 200]);
    expect(() => JSON.parse(String(found[2]?.body))).toThrow("JSON");
    expect(JSON.parse(String(found[3]?.body))).toHaveProperty("data");
  });
});

describe("lengths", () => {
  it("are counted in bytes, in a record, in a page and in a refusal", async () => {
    const { post, headers, piped } = await listening();
    const names = { first_name: "Žofie 日本 👩‍💻", last_name: "Ünlü" };
    const { data } = await post("/api/profiles", newProfile(names));
    const found = await piped([
      message("GET", `/api/profiles/${data.id}`, headers),
      message("GET", "/api/profiles", headers),
      message("GET", "/api/profiles/%C3%BC", headers),
      message("GET", `/api/profiles/${data.id}`, headers),
    ]);
    const documents = found.map(({ body }) => JSON.parse(String(body)));
    expect(documents[0].data.attributes).toMatchObject(names);
    expect(documents[1].data[0].attributes).toMatchObject(names);
    expect(documents[3]).toEqual(documents[0]);
  });
});

describe("a client that is slow", () => {
  it("gets every page whole, and spoils none of another's", async () => {
    const { post, get, headers, url } = await listening();
    const text = "x".repeat(20_000);
    for (let n = 0; n < 5; n += 1) {
      const fields = { email: `p${n}@example.com`, properties: { text: `${n} é ${text}` } };
      await post("/api/profiles", newProfile(fields));
    }
    const expected = (await get("/api/profiles")).many.map(({ id }) => id);
    const [request, last] = [headers, { ...headers, connection: "close" }].map((each) =>
      message("GET", "/api/profiles", each),
    );
    /** The pages of so many requests, once all have come. */
    const pagesOf = async (socket: Socket, count: number) => {
      const chunks: Buffer[] = [];
      socket.on("data", (chunk) => chunks.push(chunk));
      await once(socket, "close");
      const methods = Array.from({ length: count }, () => "GET");
      return messagesIn(Buffer.concat(chunks), methods).map(({ body }) => String(body));
    };
    const [slow, quick] = [150, 20].map((count) => {
      const { socket } = new RawClient(url, `${request?.repeat(count - 1)}${last}`);
      return { socket, count };
    });
    slow?.socket.pause();
    const pages: string[][] = [];
    for (const each of [quick, slow]) {
      if (each === undefined) continue;
      const all = pagesOf(each.socket, each.count);
      each.socket.resume();
      pages.push(await all);
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 150]);
    const found = [...new Set(pages.flat())];
    expect(found).toHaveLength(1);
    expect(JSON.parse(found[0] ?? "").data.map(({ id }: { id: string }) => id)).toEqual(expected);
  });

  it("may go away in the middle of a page", async () => {
    const { post, get, headers, url } = await listening();
    const fields = { properties: { text: "x".repeat(100_000) } };
    await post("/api/profiles", newProfile(fields));
    const gone = new RawClient(url, "");
    gone.socket.pause();
    gone.socket.write(message("GET", "/api/profiles", headers).repeat(100));
    await get("/api/metrics");
    gone.socket.resetAndDestroy();
    expect((await get("/api/profiles")).many).toHaveLength(1);
  });
});

describe("what a client may ask of a connection", () => {
  it("that it is closed behind the answer", async () => {
    const { headers, url } = await listening();
    const client = new RawClient(
      url,
      message("GET", "/api/metrics", { ...headers, connection: "close" }),
    );
    await client.ended();
    expect(client.end).toBe("FIN");
    expect(client.header("connection")).toBe("close");
    expect(JSON.parse(client.body)).toHaveProperty("data");
  });

  it("that it is one of HTTP/1.0, which is closed unless it is to be kept", async () => {
    const { headers, url } = await listening();
    const request = message("GET", "/api/metrics", headers).replace("HTTP/1.1", "HTTP/1.0");
    const client = new RawClient(url, request);
    await client.ended();
    expect(JSON.parse(client.body)).toHaveProperty("data");
  });

  it("that it is told to go on before it sends a body", async () => {
    const { headers, url } = await listening();
    const body = JSON.stringify(newEvent());
    const expecting = { ...headers, expect: "100-continue" };
    const [head = ""] = message("POST", "/api/events", expecting, body).split("\r\n\r\n");
    const client = new RawClient(url, `${head}\r\n\r\n`);
    await client.until(({ text }) => text.startsWith("HTTP/1.1 100 Continue\r\n\r\n"));
    client.socket.write(body);
    await client.until(({ text }) => text.split("\r\n\r\n").length > 2);
    expect(client.text).toContain("\r\n\r\nHTTP/1.1 202 ");
  });

  it("that its body comes in chunks", async () => {
    const { headers, url, get } = await listening();
    const body = JSON.stringify(newProfile({ first_name: "Žofie" }));
    const bytes = Buffer.from(body);
    const chunks = [bytes.subarray(0, 40), bytes.subarray(40)].map(
      (chunk) => `${chunk.length.toString(16)}\r\n${chunk.toString("latin1")}\r\n`,
    );
    const more = { "content-type": "application/json", "transfer-encoding": "chunked" };
    const head = message("POST", "/api/profiles", { ...headers, ...more });
    const request = Buffer.from(`${head}${chunks.join("")}0\r\n\r\n`, "latin1");
    const client = new RawClient(url, request);
    await client.until(({ isWhole }) => isWhole);
    expect(client.text).toMatch(/^HTTP\/1\.1 201 /);
    expect((await get("/api/profiles")).many).toHaveLength(1);
  });
});
