import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";

/** How long something may take before it counts as one that never comes, in milliseconds. */
const patienceMs = 20_000;

/** Fails unless this is true. */
export function must(truth, what) {
  if (!truth) throw new Error(what);
}

/** Waits for something, but not for ever: what hangs is to be named. */
export async function inTime(what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} takes for ever`)), patienceMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A client of an emulator, which sees every byte of what it is answered. */
export class Client {
  constructor({ url, keys }) {
    this.url = new URL(url);
    this.headers = {
      host: this.url.host,
      authorization: `Service-API-Key ${keys.full}`,
      revision: "2026-07-15",
      connection: "close",
    };
  }

  /** One request, to its end: what came, and how the connection ended (`FIN`, or the code of an error). */
  async ask(method, path, body) {
    const asked = this.begin(method, path, body);
    await inTime(`${method} ${path}`, asked.ended);
    return asked;
  }

  get(path = "/api/profiles") {
    return this.ask("GET", path);
  }

  post(path, type, attributes, relationships) {
    return this.ask("POST", path, { data: { type, attributes, relationships } });
  }

  /** Sends one request, and waits for nothing. */
  begin(method, path, body, more = {}) {
    const text = body === undefined ? "" : JSON.stringify(body);
    const headers = {
      ...this.headers,
      ...more,
      ...(body && { "content-type": "application/json" }),
    };
    if (body) headers["content-length"] = String(Buffer.byteLength(text));
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const socket = connect({ port: Number(this.url.port), host: this.url.hostname });
    const asked = new Asked(socket);
    asked.sent = [`${method} ${path} HTTP/1.1`, ...lines, "", text].join("\r\n");
    socket.write(asked.sent);
    return asked;
  }
}

class Asked {
  text = "";
  end = undefined;
  parts = 0;

  constructor(socket) {
    this.socket = socket;
    socket.setEncoding("utf8");
    socket.on("data", (part) => {
      this.text += part;
      this.parts += 1;
    });
    this.ended = new Promise((resolve) => {
      const over = (end) => {
        this.end ??= end;
        resolve();
      };
      socket.on("end", () => over("FIN"));
      socket.on("error", ({ code }) => over(code));
      socket.on("close", () => over("closed"));
    });
  }

  get isWhole() {
    return this.head !== "" && this.body.length >= Number(this.header("content-length"));
  }

  get head() {
    return this.text.split("\r\n\r\n", 1)[0];
  }

  get status() {
    return Number(/^HTTP\/1\.1 (\d+)/.exec(this.head)?.[1] ?? 0);
  }

  header(name) {
    return new RegExp(`^${name}: (.*)$`, "im").exec(this.head)?.[1];
  }

  /** As much of it as came, without the marks of its chunks. */
  get body() {
    const raw = this.text.slice(this.head.length + 4);
    if (this.header("transfer-encoding") !== "chunked") return raw;
    return raw.replaceAll(/(?:^|\r\n)[\da-f]+\r\n/gi, "").trimEnd();
  }

  get json() {
    return JSON.parse(this.body);
  }

  /** The ids of a page's records. */
  get ids() {
    return this.json.data.map(({ id }) => id);
  }
}

/** A receiver of webhooks on a port of its own. */
export async function receive() {
  const received = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.end("ok");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/hook`, received, close };
}
