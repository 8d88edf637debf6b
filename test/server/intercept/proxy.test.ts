import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { connect } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { newCredentials } from "../../../src/server/certificate.ts";
import { Proxy } from "../../../src/server/intercept/proxy.ts";
import { newest } from "../../support/emulate.ts";
import { askPlainly, host, intercepting, tunnelTo } from "../../support/proxied.ts";
import { RawClient } from "../../support/raw.ts";

/** A server of somebody else's. */
async function otherServer(answer: (url: string) => string = () => "other") {
  const heard: string[] = [];
  const server = createServer((req, res) => {
    heard.push(`${req.method} ${req.url}`);
    res.end(answer(req.url ?? ""));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, server };
}

describe("a request to a host that is intercepted", () => {
  it("is answered by the emulator, with links to the host as it was asked", async () => {
    const { ask, emulator } = await intercepting({ fixtures: ["small"] });
    const { status, text } = await ask(`https://${host}/api/profiles?page%5Bsize%5D=1`);
    const { links } = JSON.parse(text);
    expect([status, links.self]).toEqual([200, expect.stringMatching(`^https://${host}/api/`)]);
    expect(links.next).toContain(`https://${host}/api/profiles?`);
    const next = await ask(links.next);
    expect(JSON.parse(next.text).data).toHaveLength(1);
    expect(emulator.requests.list()).toHaveLength(2);
  });

  it("reaches it by another port, which is in its links, and without TLS", async () => {
    const { ask, interception } = await intercepting();
    const { text } = await ask(`https://${host}:8443/api/metrics`);
    expect(JSON.parse(text).links.self).toBe(`https://${host}:8443/api/metrics`);
    const headers = { authorization: "Service-API-Key pk_other_0123456789", revision: newest };
    const plain = await askPlainly(interception.url, `http://${host}/api/metrics`, headers);
    expect(JSON.parse(plain.text).links.self).toBe(`http://${host}/api/metrics`);
    const { socket } = await tunnelTo(interception.url, `${host}:80`);
    socket.write(`GET /api/metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    let text2 = "";
    for await (const part of socket) text2 += String(part);
    expect(text2).toMatch(/^HTTP\/1.1 401 /);
  });

  it("reaches it by the literal of an IPv6 address, however that is written", async () => {
    const { ask } = await intercepting({ intercept: ["2001:db8::1"] });
    const { status, text } = await ask("https://[2001:db8:0:0:0:0:0:1]/api/metrics");
    expect([status, JSON.parse(text).links.self]).toEqual([
      200,
      "https://[2001:db8::1]/api/metrics",
    ]);
  });

  it.each([
    ["Content-Length: 11", '{"data":{}}'],
    ["Transfer-Encoding: chunked", 'b\r\n{"data":{}}\r\n0\r\n\r\n'],
  ])("is answered without the upgrade that it offers, with its body: %s", async (length, body) => {
    const { interception } = await intercepting();
    const head = [
      `POST http://${host}/api/events HTTP/1.1`,
      `Host: ${host}`,
      "Connection: Upgrade, HTTP2-Settings",
      "Upgrade: h2c",
      "HTTP2-Settings: AAMAAABk",
      "Authorization: Service-API-Key pk_other_0123456789",
      `Revision: ${newest}`,
      "Content-Type: application/json",
      length,
    ];
    const client = new RawClient(interception.url, `${head.join("\r\n")}\r\n\r\n${body}`);
    await client.until(({ text }) => text.includes("errors"));
    expect(client.text).toMatch(/^HTTP\/1.1 400 .*"\/data/s);
  });

  it("is refused where its Host header names another than its tunnel leads to", async () => {
    const { ask, emulator } = await intercepting();
    const { status, text } = await ask(`https://${host}/api/metrics`, {
      headers: { host: "other.example.com" },
    });
    expect([status, text]).toEqual([421, expect.stringContaining(host)]);
    expect(emulator.requests.list()).toEqual([]);
  });

  it("is refused where its headers are huge, as the emulator does", async () => {
    const { ask } = await intercepting();
    const { status } = await ask(`https://${host}/api/metrics`, {
      headers: { "x-huge": "a".repeat(20_000) },
    });
    expect(status).toBe(431);
  });

  it("is reset on the client's own tunnel by a fault that does so", async () => {
    const { interception, emulator } = await intercepting();
    emulator.faults.add({ operation: "*", connection: "reset" });
    const { socket } = await tunnelTo(interception.url, `${host}:443`);
    const secured = connect({ socket, servername: host, ca: interception.certificate });
    await once(secured, "secureConnect");
    const ended = new Promise((resolve) => void secured.once("error", resolve));
    secured.write(`GET /api/metrics HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(await ended).toMatchObject({ code: "ECONNRESET", syscall: "read" });
  });
});

describe("the control API", () => {
  it("is not reached through the proxy by the service's name", async () => {
    const { ask } = await intercepting();
    for (const path of ["/_emulator/health", "/_emulator/reset", "/~name/_emulator/health"]) {
      expect([403, 404]).toContain((await ask(`https://${host}${path}`)).status);
    }
  });

  it("is not reached through the proxy by the emulator's own address", async () => {
    const { interception, emulator } = await intercepting();
    const { port } = new URL(emulator.url);
    for (const name of ["127.0.0.1", "localhost", "127.0.0.2", "[::1]"]) {
      const plain = await askPlainly(interception.url, `http://${name}:${port}/_emulator/health`);
      expect([name, plain.status]).toEqual([
        name,
        expect.toSatisfy((it) => it === 403 || it === 502),
      ]);
      const { status } = await tunnelTo(interception.url, `${name}:${port}`);
      expect([name, status]).toEqual([name, plain.status]);
    }
  });

  it("is not reached by a proxy that asks itself", async () => {
    const { interception } = await intercepting();
    const { host: own } = new URL(interception.url);
    expect((await tunnelTo(interception.url, own)).status).toBe(403);
    expect((await askPlainly(interception.url, "/_emulator/health")).status).toBe(400);
  });
});

describe("a request to another host", () => {
  it("passes through untouched, by a tunnel or with its whole URL, and is counted", async () => {
    const other = await otherServer((url) => `other ${url}`);
    const { interception } = await intercepting();
    const plain = await askPlainly(interception.url, `${other.url}/a?b=%20c`);
    expect(plain).toMatchObject({ status: 200, text: "other /a?b=%20c" });
    const { socket } = await tunnelTo(interception.url, new URL(other.url).host);
    socket.write("GET /tunnelled HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let text = "";
    for await (const part of socket) text += String(part);
    expect(text).toContain("other /tunnelled");
    expect(interception.seen()).toMatchObject({
      requests: 0,
      passed: [{ name: new URL(other.url).host, count: 2 }],
    });
  });

  it("passes with its upgrade to another protocol", async () => {
    const other = await otherServer();
    other.server.on("upgrade", ({ headers }, socket) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${headers.upgrade}\r\n\r\n`);
      socket.on("data", (data: Buffer) => socket.end(`echo ${String(data)}`));
    });
    const { interception } = await intercepting();
    const head = `GET ${other.url}/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    const client = new RawClient(interception.url, head);
    await client.until(({ text }) => text.includes("101"));
    client.socket.write("hello");
    await client.until(({ text }) => text.includes("echo hello"));
    expect(client.text).toContain("Upgrade: websocket");
  });

  it("is refused at once with offline, which is told once for each host", async () => {
    const other = await otherServer();
    const notes: string[] = [];
    const { interception } = await intercepting({
      offline: true,
      onNote: (note) => notes.push(note),
    });
    for (const _ of [1, 2]) {
      expect((await askPlainly(interception.url, `${other.url}/`)).status).toBe(502);
    }
    expect((await tunnelTo(interception.url, "cdn.example.org:443")).status).toBe(502);
    expect(other.heard).toEqual([]);
    expect(notes).toEqual([
      expect.stringContaining(new URL(other.url).host),
      expect.stringContaining("cdn.example.org"),
    ]);
    expect(interception.seen().refused.map(({ count }) => count)).toEqual([2, 1]);
  });

  it("is answered with 502 where it is not reached", async () => {
    const { interception } = await intercepting();
    const { status, headers } = await tunnelTo(interception.url, "127.0.0.1:9");
    expect([status, headers["x-emulator-hint"]]).toEqual([502, expect.stringContaining("REFUSED")]);
    expect((await askPlainly(interception.url, "http://127.0.0.1:9/")).status).toBe(502);
  });
});

describe("a client that does not trust the certificate", () => {
  const broken = async (options: object) => {
    const { interception } = await intercepting();
    const { socket } = await tunnelTo(interception.url, `${host}:443`);
    const secured = connect({ socket, servername: host, ...options });
    const [error] = await once(secured, "error");
    secured.destroy();
    await once(socket, "close");
    return { error: error as Error, seen: interception.seen };
  };

  it("is counted, since its certificate is pinned", async () => {
    const { error, seen } = await broken({});
    expect(error.message).toMatch(/certificate/);
    await expect.poll(() => seen().untrusted).toEqual([{ name: "a program", count: 1 }]);
  });

  it("or speaks HTTP/2 alone, is counted apart", async () => {
    const { seen } = await broken({ ALPNProtocols: ["h2"], rejectUnauthorized: false });
    await expect.poll(() => seen().http2).toEqual([{ name: "a program", count: 1 }]);
  });
});

describe("many tunnels", () => {
  it("are served at once: 200 of them", async () => {
    const { ask, interception } = await intercepting();
    const all = Array.from({ length: 200 }, () => ask(`https://${host}/api/metrics`));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(interception.seen().requests).toBe(200);
  }, 120_000);

  it("that are never closed are closed: those that say nothing, and those through which nothing goes", async () => {
    const far = createSocket(() => {}).listen(0, "127.0.0.1");
    await once(far, "listening");
    onTestFinished(() => void far.close());
    const proxy = new Proxy(
      {
        hosts: new Set([host]),
        isOffline: false,
        credentials: await newCredentials("ec", [host]),
        passage: { isOwn: () => false, upstream: () => undefined, idleMs: 50 },
        answer: () => {},
        unref: false,
        refused: () => {},
        helloMs: 50,
      },
      { account: undefined, isStrict: false },
    );
    const url = await proxy.listen();
    onTestFinished(() => proxy.close());
    const { port } = far.address() as AddressInfo;
    const silent = await tunnelTo(url, `${host}:443`);
    const half = await tunnelTo(url, `${host}:443`);
    half.socket.write(Buffer.from([0x16, 3, 1]));
    const passing = await tunnelTo(url, `127.0.0.1:${port}`);
    for (const { socket } of [silent, half, passing]) {
      if (!socket.closed) await once(socket.resume(), "close");
    }
    expect(proxy.seen.list("passed")).toEqual([[`127.0.0.1:${port}`, 1]]);
  });

  it("that are never closed end with the emulator", async () => {
    const far = createSocket(() => {}).listen(0, "127.0.0.1");
    await once(far, "listening");
    onTestFinished(() => void far.close());
    const { interception, emulator } = await intercepting();
    const { port } = far.address() as AddressInfo;
    const silent = await tunnelTo(interception.url, `${host}:443`);
    const passing = await tunnelTo(interception.url, `127.0.0.1:${port}`);
    const ends = [silent, passing].map(({ socket }) => once(socket, "close"));
    await emulator.close();
    expect(await Promise.all(ends)).toHaveLength(2);
  });
});
