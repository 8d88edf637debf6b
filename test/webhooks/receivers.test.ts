import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmulator } from "../../src/index.ts";
import { send } from "../../src/server/send.ts";
import { runHere } from "../support/cli.ts";
import { emulate, refusalOf } from "../support/emulate.ts";
import { receive, webhookBody } from "../support/webhooks.ts";

const topic = "event:service.subscribed_to_list";

/** A receiver that does with a connection whatever it likes. */
async function badly(act: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => act(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const never = new AbortController().signal;
const calling = (url: string, body = "{}") => ({ url, headers: {}, body });
const sending = { allowed: [], isOwn: () => false };

const ended = (url: string, timeoutMs?: number) =>
  send({ ...sending, ...(timeoutMs !== undefined && { timeoutMs }) }, calling(url), never);

/** How long a receiver has that never ends. */
const short = 100;
const late = { status: null, error: `no answer within ${short / 1000} s` };

/** Writes for as long as somebody reads. */
function flood(socket: Socket, chunk: Buffer): void {
  while (!socket.destroyed && socket.write(chunk));
  socket.once("drain", () => flood(socket, chunk));
}

describe("a receiver that", () => {
  it.each<[string, (socket: Socket) => void, Awaited<ReturnType<typeof ended>>]>([
    ["hangs", () => {}, late],
    [
      "hangs after its head",
      (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n"),
      late,
    ],
    [
      "says for ever that it goes on",
      (socket) => flood(socket, Buffer.from("HTTP/1.1 102 Processing\r\n\r\n".repeat(1000))),
      late,
    ],
    [
      "resets",
      (socket) => socket.resetAndDestroy(),
      { status: null, error: "the connection was reset" },
    ],
    [
      "closes without a word",
      (socket) => socket.end(),
      { status: null, error: "the connection was reset" },
    ],
    [
      "breaks off",
      (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc"),
      { status: null, error: "the connection was reset" },
    ],
    [
      "speaks no HTTP",
      (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"),
      { status: null, error: "the answer is no HTTP" },
    ],
    [
      "has a head without end",
      (socket) => flood(socket, Buffer.from(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(100_000)}`)),
      { status: null, error: "the answer is no HTTP" },
    ],
    [
      "redirects",
      (socket) =>
        socket.end("HTTP/1.1 307 Over there\r\nlocation: /b\r\ncontent-length: 0\r\n\r\n"),
      { status: 307, error: "a redirect, which is not followed" },
    ],
    [
      "upgrades",
      (socket) =>
        socket.write("HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"),
      { status: null, error: "the answer was an upgrade" },
    ],
  ])("%s costs its attempt alone", async (_, act, ending) => {
    const url = `http://127.0.0.1:${await badly(act)}/`;
    expect(await ended(url, ending === late ? short : undefined)).toEqual(ending);
  });

  it("floods is read up to a bound, and its status counts", async () => {
    let sent = 0;
    const port = await badly((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n");
      const chunk = Buffer.alloc(65_536);
      const more = () => {
        while (!socket.destroyed && socket.write(chunk)) sent += chunk.length;
        socket.once("drain", more);
      };
      more();
    });
    expect(await send(sending, calling(`http://127.0.0.1:${port}/`), never)).toEqual({
      status: 200,
      error: null,
    });
    expect(sent).toBeLessThan(100_000_000);
  });

  it("is not there costs its attempt alone", async () => {
    expect(await ended("http://127.0.0.1:1/")).toEqual({
      status: null,
      error: "nothing listens there",
    });
  });

  it("listens on one of the addresses of a name is found", async () => {
    const { port } = await receive((response) => response.end());
    expect(await ended(`http://localhost:${port}/`)).toEqual({ status: 200, error: null });
    expect(await ended(`http://shop.localhost:${port}/`)).toEqual({ status: 200, error: null });
  });
});

describe("a call", () => {
  it.each([
    [
      "http://192.0.2.1/",
      "192.0.2.1 is not loopback: start the emulator with --webhooks-allow 192.0.2.1",
    ],
    [
      "http://example.com/",
      "example.com is not loopback: start the emulator with --webhooks-allow example.com",
    ],
    [
      "http://[::ffff:192.0.2.1]/",
      "::ffff:c000:201 is not loopback: start the emulator with --webhooks-allow ::ffff:c000:201",
    ],
    [
      "http://127.0.0.1.example.com/",
      "127.0.0.1.example.com is not loopback: start the emulator with --webhooks-allow 127.0.0.1.example.com",
    ],
  ])("to %s is refused for good", async (url, error) => {
    expect(await ended(url)).toEqual({ status: null, error, hopeless: true });
  });

  it.each([
    "http://169.254.169.254/latest/",
    "http://0.0.0.0:1/",
    "http://[::]:1/",
    "http://224.0.0.1/",
    "http://100.100.100.200/latest/",
    "http://[fd00:ec2::254]/latest/",
    "http://[::ffff:169.254.169.254]/latest/",
    // By gateways: NAT64 of the Internet and of a site, 6to4, and what was compatible once.
    "http://[64:ff9b::169.254.169.254]/latest/",
    "http://[64:ff9b:1::100.100.100.200]/latest/",
    "http://[2002:a9fe:a9fe::1]/latest/",
    "http://[::169.254.169.254]/latest/",
    "http://[64:ff9b::0.0.0.0]/",
  ])("to %s is refused also where the user allows it", async (url) => {
    const { hostname } = new URL(url);
    const ending = await send({ ...sending, allowed: [hostname] }, calling(url), never);
    expect(ending).toMatchObject({ status: null, hopeless: true });
    expect(ending.error).toContain("is no receiver's address");
  });

  it.each([
    [
      "http://127.0.0.1",
      [],
      "127.0.0.1 is this machine's own: start the emulator with --webhooks-allow",
    ],
    [
      "http://localhost",
      [],
      "localhost is this machine's own: start the emulator with --webhooks-allow",
    ],
    ["http://shop.localhost", ["example.com"], "shop.localhost is this machine's own: start"],
    ["http://[::1]", ["127.0.0.1"], "::1 is this machine's own: start"],
    [
      "http://[64:ff9b::127.0.0.1]",
      ["example.com"],
      "64:ff9b::7f00:1 is this machine's own: start",
    ],
    ["http://localhost", ["localhost"], undefined],
    ["http://127.0.0.1", ["127.0.0.1"], undefined],
  ])(
    "to %s of an emulator beyond loopback, with %j allowed: %s",
    async (origin, allowed, refused) => {
      const { port } = await receive((response) => response.end());
      const beyond = { ...sending, allowed, isExposed: true };
      const ending = await send(beyond, calling(`${origin}:${port}/`), never);
      expect(ending.error ?? undefined).toEqual(refused && expect.stringContaining(refused));
      expect(ending.status).toBe(refused === undefined ? 200 : null);
    },
  );

  it("of an emulator that listens beyond loopback reaches nothing on it, as it was started", async () => {
    const { url } = await receive((response) => response.end());
    const { post } = await emulate({ host: "0.0.0.0" });
    const image = { type: "image", attributes: { import_from_url: url } };
    const { status, headers } = await post("/api/images", { data: image });
    const hint = headers.get("x-emulator-hint");
    expect([status, hint]).toEqual([400, expect.stringContaining("is this machine's own")]);
  });

  it("reaches a host that the user allows, and none that only resolves to loopback", async () => {
    const { port } = await receive((response) => response.end());
    const named = { ...sending, allowed: ["LOCALHOST."] };
    const ending = await send(named, calling(`http://localhost:${port}/`), never);
    expect(ending).toEqual({ status: 200, error: null });
  });

  it("to the emulator itself is refused for good", async () => {
    const own = { ...sending, isOwn: (_: string, port: number) => port === 4010 };
    expect(await send(own, calling("http://localhost:4010/api/events"), never)).toEqual({
      status: null,
      error: "the URL is the emulator's own",
      hopeless: true,
    });
  });
});

describe("a webhook", () => {
  it("on the emulator's own address is refused", async () => {
    const { emulator, post, get } = await emulate({ port: 0 });
    const { port } = new URL(emulator.url);
    for (const host of ["127.0.0.1", "localhost", "[::1]", "a.localhost", "127.1"]) {
      const body = webhookBody({ endpoint_url: `http://${host}:${port}/_emulator/reset` });
      const at = "/data/attributes/endpoint_url";
      expect(refusalOf(await post("/api/webhooks", body))).toEqual([400, "invalid", at]);
    }
    expect((await get("/api/webhooks")).many).toEqual([]);
  });

  it("on a host that is not allowed is not called, and says why", async () => {
    const { emulator, post, get } = await emulate();
    const body = webhookBody({ endpoint_url: "https://example.com/hook" }, [topic]);
    const { id } = (await post("/api/webhooks", body)).data;
    emulator.deliveries.trigger(topic);
    await emulator.clock.advance("1s");
    expect(emulator.deliveries.list()).toMatchObject([
      {
        state: "dropped",
        nextAt: null,
        attempts: [
          { status: null, error: expect.stringContaining("--webhooks-allow example.com") },
        ],
      },
    ]);
    expect((await get(`/api/webhooks/${id}`)).data.attributes["enabled"]).toBe(true);
  });

  it.each(["http://x y", "http://shop", "shop:8080", "shop/hooks", "*.example.com", " ", "a..b"])(
    "cannot be allowed by %j, which is no host",
    async (host) => {
      const creating = createEmulator({ fixtures: ["empty"], webhooksAllow: ["shop", host] });
      await expect(creating).rejects.toThrow("webhooksAllow: invalid host");
    },
  );

  it("is refused in one line on the command line", async () => {
    const { code, stderr } = await runHere(["--port", "0", "--webhooks-allow", "http://x y"]);
    expect([code, stderr]).toEqual([
      2,
      "service-emulator: --webhooks-allow: invalid host 'http://x y'. Use a host alone, such as shop or 192.168.1.20, without a scheme, a port or a path\n",
    ]);
  });

  it.each([
    "shop",
    "Shop.Example.com.",
    "192.168.1.20",
    "::1",
    "[fe80::1]",
    "my_shop",
    "bücher.example",
  ])("may be allowed by %s", async (host) => {
    await using emulator = await createEmulator({ fixtures: ["empty"], webhooksAllow: [host] });
    expect(emulator.url).toContain("http");
  });

  it("on a host that is allowed may be reached by http", async () => {
    const { post } = await emulate({ webhooksAllow: ["shop"] });
    const { status } = await post(
      "/api/webhooks",
      webhookBody({ endpoint_url: "http://shop/hook" }),
    );
    expect(status).toBe(201);
  });

  it("that hangs holds an advance up for no longer than its attempt", async () => {
    const { url, received } = await receive(() => {});
    const { emulator, post } = await emulate();
    await post("/api/webhooks", webhookBody({ endpoint_url: url }, [topic]));
    emulator.deliveries.trigger(topic);
    const advanced = emulator.clock.advance("2s");
    // Requests are answered meanwhile, and the time stands.
    expect(
      (await post("/api/lists", { data: { type: "list", attributes: { name: "A" } } })).status,
    ).toBe(201);
    expect(emulator.clock.now().now).toBe("2026-07-20T12:00:01+00:00");
    await emulator.close();
    await advanced;
    expect(received.length).toBeLessThanOrEqual(1);
  });
});
