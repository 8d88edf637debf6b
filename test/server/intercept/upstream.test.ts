import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { upstreamOf } from "../../../src/server/intercept/hosts.ts";
import { askPlainly, intercepting, tunnelTo } from "../../support/proxied.ts";

const proxy = "http://proxy.example:3128";

describe("the user's own proxy", () => {
  it.each<[string, Record<string, string>, string, string | undefined]>([
    ["is used as it is named", { https_proxy: proxy }, "a.example", proxy],
    ["is named in capitals, too", { HTTPS_PROXY: proxy }, "a.example", proxy],
    ["is one for all", { all_proxy: proxy }, "a.example", proxy],
    ["needs no scheme", { https_proxy: "proxy.example:3128" }, "a.example", proxy],
    ["is none for plain HTTP alone", { http_proxy: proxy }, "a.example", undefined],
    ["spares a host", { https_proxy: proxy, no_proxy: "a.example" }, "a.example", undefined],
    [
      "spares what is below",
      { https_proxy: proxy, NO_PROXY: "b,.a.example" },
      "x.a.example",
      undefined,
    ],
    [
      "spares no host that ends alike",
      { https_proxy: proxy, no_proxy: "a.example" },
      "ba.example",
      proxy,
    ],
    ["spares a port", { https_proxy: proxy, no_proxy: "a.example:443" }, "a.example", undefined],
    [
      "does not spare another port",
      { https_proxy: proxy, no_proxy: "a.example:8443" },
      "a.example",
      proxy,
    ],
    ["spares a network", { https_proxy: proxy, no_proxy: "10.0.0.0/8" }, "10.1.2.3", undefined],
    ["spares everything", { https_proxy: proxy, no_proxy: "*" }, "a.example", undefined],
    ["spares this machine", { https_proxy: proxy }, "127.0.0.1", undefined],
  ])("%s", (_, env, host, expected) => {
    const found = upstreamOf(env, "https", { host, port: 443 });
    expect(found?.origin).toBe(expected);
  });

  it("is refused if it does not speak HTTP, without its password", () => {
    const ask = () =>
      upstreamOf({ all_proxy: "socks5://me:secret@p:1" }, "https", { host: "a", port: 443 });
    expect(ask).toThrow("socks5://p:1");
  });

  it("is asked for other hosts, with its password, by a tunnel or with the whole URL", async () => {
    const heard: string[] = [];
    const server = createServer((req, res) => {
      heard.push(`${req.method} ${req.url} ${req.headers["proxy-authorization"]}`);
      res.end("by the proxy");
    });
    server.on("connect", (req, socket) => {
      heard.push(`${req.method} ${req.url} ${req.headers["proxy-authorization"]}`);
      socket.end("HTTP/1.1 200 OK\r\n\r\nfrom afar");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const own = `http://me:pass@127.0.0.1:${(server.address() as AddressInfo).port}`;
    vi.stubEnv("http_proxy", own);
    vi.stubEnv("https_proxy", own);
    const { interception } = await intercepting();
    vi.unstubAllEnvs();
    const plain = await askPlainly(interception.url, "http://far.example/x");
    expect(plain.text).toBe("by the proxy");
    const { socket, status } = await tunnelTo(interception.url, "far.example:443");
    let text = "";
    for await (const part of socket) text += String(part);
    expect([status, text]).toEqual([200, "from afar"]);
    const basic = `Basic ${Buffer.from("me:pass").toString("base64")}`;
    expect(heard).toEqual([
      `GET http://far.example/x ${basic}`,
      `CONNECT far.example:443 ${basic}`,
    ]);
  });
});

it("a proxy listens on loopback alone", async () => {
  const { interception } = await intercepting();
  const { hostname, port } = new URL(interception.url);
  expect(hostname).toBe("127.0.0.1");
  const elsewhere = connect({ host: "::1", port: Number(port) });
  await expect(once(elsewhere, "connect")).rejects.toThrow("ECONNREFUSED");
});
