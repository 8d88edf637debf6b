// The same for Node's fetch, which has a dispatcher: another of that class takes its place.
const { connect, isIP } = require("node:net");
const { connect: secure } = require("node:tls");

/** Has fetch make its connections by a tunnel, but to this machine. */
module.exports = (tunnel, isLocal) => {
  function connected({ hostname, protocol, port, servername }, done) {
    const host = hostname.replace(/^\[|\]$/g, "");
    const to = { host, port: port || (protocol === "https:" ? 443 : 80) };
    const opened = (error, socket) => {
      if (error || protocol !== "https:") return done(error, socket);
      const name = servername || (isIP(host) ? "" : host);
      const secured = secure({ socket, host, servername: name });
      secured.once("error", done).once("secureConnect", () => done(null, secured));
    };
    if (!isLocal(host)) return tunnel(to.host, to.port, opened);
    const socket = connect(to)
      .once("error", done)
      .once("connect", () => opened(null, socket));
  }
  // Loads what Node's fetch is made of; the package undici has the same dispatcher.
  void globalThis.Headers;
  const key = Symbol.for("undici.globalDispatcher.1");
  const { constructor: Agent } = globalThis[key] ?? {};
  if (Agent?.name === "Agent") globalThis[key] = new Agent({ connect: connected });
};
