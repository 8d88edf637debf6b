import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { progress } from "./progress.js";
import { fromRoot, plainEnvironment, startQuietEmulator } from "./servers.js";
import { compareSides, plan } from "./throughput.js";
import { askKnown, getOne } from "./work.js";

const host = "api.example.com";
const count = 16;

/** Twice the time of a request is half of them. */
const least = 0.5;

/** Requests to each side before anything is measured. */
const ready = 20_000;

/**
 * A GET through the proxy, which ends TLS inside a tunnel, against one over the emulator's own TLS.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureIntercept({ quick }) {
  const proxied = await startQuietEmulator(["--intercept", host]);
  const direct = await startQuietEmulator(["--tls"]);
  try {
    if (proxied.key !== direct.key) throw new Error("both have the keys of the demo");
    // The clear port of the one tells what both hold.
    const known = await askKnown(proxied.server.port, proxied.key);
    const proxy = proxyOf(proxied.server);
    const work = { next: () => getOne(known, host), status: 200 };
    progress(`GET one profile through the proxy, ${count} connections`);
    const rows = await compareSides(
      [
        { ...work, server: proxied.server, open: () => tunnelled(proxy) },
        {
          server: direct.server,
          next: () => getOne(known),
          status: 200,
          open: () => secured(direct.server.port),
        },
      ],
      least,
      count,
      { ...(quick ? plan.quick : plan.normal), ready },
    );
    return ["GET one profile through the proxy's TLS, against the emulator's own TLS", ...rows];
  } finally {
    await Promise.all([proxied.server.stop(), direct.server.stop()]);
  }
}

/** Where the proxy of an emulator listens. @param {import("./servers.js").Server} server */
function proxyOf({ port }) {
  const words = ["env", "--json", "--port", String(port)];
  const text = execFileSync(process.execPath, [fromRoot("bin/service-emulator.js"), ...words], {
    encoding: "utf8",
    env: plainEnvironment(),
  });
  return Number(new URL(JSON.parse(text).HTTPS_PROXY).port);
}

/** @param {number} port */
const opened = (port) => connect({ port, host: "127.0.0.1", noDelay: true });

/** TLS in a tunnel. @param {number} proxy its port */
async function tunnelled(proxy) {
  const socket = opened(proxy);
  socket.write(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n\r\n`);
  const [answer] = await once(socket, "data");
  if (!String(answer).startsWith("HTTP/1.1 200 ")) throw new Error(`the proxy: ${answer}`);
  return await handshaken({ socket, servername: host });
}

/** @param {number} port */
const secured = (port) => handshaken({ socket: opened(port), servername: "localhost" });

/** @param {import("node:tls").ConnectionOptions} to */
async function handshaken(to) {
  const secure = connectSecurely({ ...to, rejectUnauthorized: false });
  await once(secure, "secureConnect");
  return secure;
}
