// Has Node's own HTTP use the proxy of a run where its version reads no variable for it. It adds nothing else.
const http = require("node:http");
const https = require("node:https");
const { isIPv6 } = require("node:net");
const { HTTPS_PROXY: proxy } = process.env;
const { bun, deno, node } = process.versions;

const isLocal = (host) => /^(?:localhost$|127\.|\[?::1\]?$)/.test(host ?? "localhost");

function tunnel(host, port, done) {
  const { hostname, port: at } = new URL(proxy);
  const path = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const headers = { host: path, "user-agent": `node/${node}` };
  http
    .request({ host: hostname, port: at, method: "CONNECT", path, headers, agent: false })
    .once("error", done)
    .once("connect", ({ statusCode }, socket) =>
      statusCode === 200 ? done(null, socket) : done(new Error(`${path}: ${statusCode}`)),
    )
    .end();
}

if (proxy && !bun && !deno) {
  require("node:fs").writeFileSync(`${__dirname}/seen-node`, "", { flag: "a" });
  const { createConnection: direct } = https.Agent.prototype;
  https.Agent.prototype.createConnection = function (to, done) {
    const isReached = to.socket || this.options.proxyEnv || isLocal(to.host);
    if (!done || isReached) return direct.call(this, to, done);
    tunnel(to.host, to.port, (error, socket) =>
      error ? done(error) : done(null, direct.call(this, { ...to, socket })),
    );
  };
  require("./service-emulator-fetch.cjs")(tunnel, isLocal);
}
