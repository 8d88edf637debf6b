import { channel } from "node:diagnostics_channel";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type ListenOptions, type Server } from "node:net";
import { request, Server as HttpServer } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { newProfile } from "../support/bodies.ts";
import { emulate, newest } from "../support/emulate.ts";

const listening = (options = {}) => emulate({ port: 0, ...options });

/** Sends bytes as they are; what came back until the other side closed. */
async function raw(url: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, "close");
  return Buffer.concat(chunks).toString();
}

/** Another server, which takes the next port that is about to be opened (or that one) a moment before. */
function takeAsSoonAsAsked(port?: number): Promise<Server> {
  const begun = channel("tracing:net.server.listen:asyncStart");
  return new Promise((resolve) => {
    const take = (message: unknown) => {
      const { server, options } = message as { server: object; options: ListenOptions };
      // Where listhen asks whether a port is free, the server is no HTTP server yet.
      if (!(server instanceof HttpServer) || (port ?? options.port) !== options.port) return;
      begun.unsubscribe(take);
      const other = createServer();
      other.listen(options.port, options.host, () => resolve(other));
    };
    begun.subscribe(take);
  });
}

/** A request whose Host header and path are sent as given. */
async function send(url: string, path: string, headers: Record<string, string>, method = "GET") {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path, method, headers });
  sent.end();
  const [response] = await once(sent, "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode as number, headers: response.headers, text };
}

describe("over a socket", () => {
  it("an answer is the same as without one", async () => {
    const { emulator } = await listening();
    const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
    const [socket, memory] = [
      await fetch(`${emulator.url}/api/metrics`, { headers }),
      await emulator.fetch("/api/metrics", { headers }),
    ];
    expect(await socket.text()).toBe(await memory.text());
    const kept = ["x-service-api-revision", "ratelimit-limit", "content-type", "allow", "vary"];
    for (const name of kept) expect(socket.headers.get(name)).toBe(memory.headers.get(name));
  });

  it("bodies are read, compressed or not", async () => {
    const { emulator } = await listening();
    const headers = {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision: newest,
      "content-type": "application/json",
    };
    const create = (body: string | Uint8Array, more = {}) =>
      fetch(`${emulator.url}/api/profiles`, {
        method: "POST",
        headers: { ...headers, ...more },
        body: body as string,
      });
    expect((await create(JSON.stringify(newProfile()))).status).toBe(201);
    const zipped = gzipSync(JSON.stringify(newProfile({ email: "b@example.com" })));
    expect((await create(zipped, { "content-encoding": "gzip" })).status).toBe(201);
  });

  it("HEAD has the headers of GET and no body", async () => {
    const { emulator } = await listening();
    const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
    const head = await fetch(`${emulator.url}/api/metrics`, { method: "HEAD", headers });
    const whole = await fetch(`${emulator.url}/api/metrics`, { headers });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-length")).toBe(whole.headers.get("content-length"));
  });

  it("localhost is answered on IPv4 and, where there is any, on IPv6", async () => {
    const { emulator } = await listening();
    const { port } = new URL(emulator.url);
    expect((await fetch(`http://127.0.0.1:${port}/_emulator/health`)).status).toBe(200);
    expect((await fetch(`http://localhost:${port}/_emulator/health`)).status).toBe(200);
  });

  it("`GET /` says what this is, to curl and to a browser", async () => {
    const { emulator } = await listening();
    expect(await (await fetch(emulator.url)).text()).toContain("service-emulator");
    const page = await fetch(emulator.url, { headers: { accept: "text/html" } });
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  it("a port that is taken rejects, naming the port", async () => {
    const { emulator } = await listening();
    const port = Number(new URL(emulator.url).port);
    await expect(listening({ port })).rejects.toMatchObject({ code: "EADDRINUSE", port });
  });

  it("a port that another takes while it is being opened rejects, and ends no process", async () => {
    const free = await listening();
    const port = Number(new URL(free.emulator.url).port);
    await free.emulator.close();
    const other = takeAsSoonAsAsked(port);
    await expect(listening({ port })).rejects.toMatchObject({ code: "EADDRINUSE", port });
    (await other).close();
  });

  it("where any port will do, one that another takes while it is being opened is not missed", async () => {
    const other = takeAsSoonAsAsked();
    const { emulator } = await listening();
    const taken = (await other).address() as AddressInfo;
    expect(Number(new URL(emulator.url).port)).not.toBe(taken.port);
    expect((await fetch(`${emulator.url}/_emulator/health`)).status).toBe(200);
    (await other).close();
  });

  it("a port that no `fetch` asks is refused, and no other taken in its place", async () => {
    await expect(listening({ port: 6000 })).rejects.toMatchObject({
      code: "ERR_UNSAFE_PORT",
      port: 6000,
    });
  });

  it("closing frees the port and ends a delayed answer", async () => {
    const { emulator } = await listening();
    emulator.faults.add({ operation: "*", delay: "1h" });
    const waiting = fetch(`${emulator.url}/api/metrics`);
    while (emulator.faults.list()[0]?.hits.count === 0) await new Promise(setImmediate);
    await emulator.close();
    expect((await waiting).status).toBe(401);
    await expect(fetch(emulator.url)).rejects.toThrow("fetch failed");
  });
});

describe("what is sent to a socket and cannot be right", () => {
  it.each([
    ["a line that is no request", "nonsense\r\n\r\n", 400],
    ["a header without a name", "GET / HTTP/1.1\r\n: x\r\n\r\n", 400],
    ["headers without end", `GET / HTTP/1.1\r\nx: ${"a".repeat(70_000)}\r\n\r\n`, 431],
    [
      "a length that is no number",
      "POST /api/events HTTP/1.1\r\nhost: localhost\r\ncontent-length: x\r\n\r\n",
      400,
    ],
  ])("%s is answered in the service's error format, with what to do", async (_, bytes, status) => {
    const { emulator } = await listening();
    const [head = "", body = ""] = (await raw(emulator.url, bytes)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const hint = status === 431 ? "the headers are too large: " : "not readable as HTTP/1.1: ";
    expect(head).toContain(`\r\nX-Emulator-Hint: ${hint}`);
    expect(JSON.parse(body)).toMatchObject({ errors: [{ status, code: "invalid" }] });
  });

  it.each([
    "/api/profiles/%E0%A4%A",
    "/api/events?filter=%zz",
    "/%",
    "/api/profiles/%00",
    "//",
    "/api//profiles",
  ])("the path %s is answered in the service's error format", async (path) => {
    const { emulator } = await listening();
    const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
    const { status, text } = await send(emulator.url, path, headers);
    expect([400, 404]).toContain(status);
    expect(JSON.parse(text).errors[0].status).toBe(status);
  });

  it("a body over 5 MB is 413, sent plain or compressed", async () => {
    const { emulator } = await listening();
    const headers = {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision: newest,
      "content-type": "application/json",
    };
    const large = JSON.stringify(newProfile({ title: "x".repeat(5_000_000) }));
    const plain = await fetch(`${emulator.url}/api/profiles`, {
      method: "POST",
      headers,
      body: large,
    });
    expect(plain.status).toBe(413);
    const zipped = { ...headers, "content-encoding": "gzip" };
    const bomb = await fetch(`${emulator.url}/api/profiles`, {
      method: "POST",
      headers: zipped,
      body: gzipSync(large),
    });
    expect([
      bomb.status,
      ((await bomb.json()) as { errors: { code: string }[] }).errors[0]?.code,
    ]).toEqual([413, "payload_too_large"]);
  });

  it("a body of exactly 5 MB is read", async () => {
    const { emulator } = await listening();
    const headers = {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision: newest,
      "content-type": "application/json",
    };
    const body = JSON.stringify(newProfile()).padEnd(5_000_000);
    expect(
      (await fetch(`${emulator.url}/api/profiles`, { method: "POST", headers, body })).status,
    ).toBe(201);
  });

  it("a client that goes away in mid-body leaves nothing behind", async () => {
    const { emulator } = await listening();
    const { hostname, port } = new URL(emulator.url);
    const socket = connect(Number(port), hostname);
    socket.write("POST /api/profiles HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{");
    await once(socket, "connect");
    socket.destroy();
    expect((await fetch(`${emulator.url}/_emulator/health`)).status).toBe(200);
    expect(emulator.requests.list()).toEqual([]);
  });
});

describe("who may ask", () => {
  it.each([
    ["localhost", 200],
    ["127.0.0.1", 200],
    ["[::1]", 200],
    ["api.localhost", 200],
    ["10.0.0.7", 200],
    ["evil.example", 403],
    ["localhost.evil.example", 403],
  ])("a request for the host %j gets %i", async (host, status) => {
    const { emulator } = await listening();
    expect((await send(emulator.url, "/_emulator/health", { host })).status).toBe(status);
  });

  it("a host that was allowed may be asked for, and no other", async () => {
    const { emulator } = await listening({ allowedHosts: ["emulator"] });
    const ask = async (host: string) =>
      (await send(emulator.url, "/_emulator/health", { host })).status;
    expect(await ask("emulator:4010")).toBe(200);
    expect(await ask("Emulator")).toBe(200);
    expect(await ask("emulator.evil.example")).toBe(await ask("evil.example"));
    expect(await ask("evil.example")).toBe(403);
  });

  it("a page of another site cannot change anything", async () => {
    const { emulator } = await listening();
    const post = (headers: Record<string, string>) =>
      send(emulator.url, "/_emulator/reset", headers, "POST");
    expect((await post({ origin: "http://evil.example" })).status).toBe(403);
    expect((await post({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post({ "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await post({ origin: emulator.url, host: new URL(emulator.url).host })).status).toBe(
      200,
    );
    expect((await post({})).status).toBe(200);
  });

  it("beyond loopback, a token is made up, and changes need it", async () => {
    const { emulator } = await listening({ host: "0.0.0.0" });
    const url = emulator.url.replace("0.0.0.0", "127.0.0.1");
    expect((await send(url, "/_emulator/reset", {}, "POST")).status).toBe(403);
    const token = emulator.controlToken ?? "";
    expect(token.length).toBeGreaterThan(20);
    expect(
      (await send(url, "/_emulator/reset", { "x-emulator-token": token }, "POST")).status,
    ).toBe(200);
  });

  it("on loopback no token is needed unless one is given", async () => {
    expect((await listening()).emulator.controlToken).toBeUndefined();
    const { emulator } = await listening({ controlToken: "secret" });
    expect((await send(emulator.url, "/_emulator/reset", {}, "POST")).status).toBe(403);
  });
});
