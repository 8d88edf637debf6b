import { connect } from "node:net";

/**
 * A client that costs little, so that it is the server that is measured: bytes that are ready
 * before, one request at a time on each connection, and no more of an answer looked at than its
 * status and its end.
 */

/** Gives the bytes of the next request on a connection. @typedef {() => Buffer} NextRequest */

/** @typedef {{ readonly requests: number, readonly seconds: number }} Slice */

/** @param {readonly string[]} lines the request line and headers @param {string} [body] */
export function requestBytes(lines, body = "") {
  const length = body === "" ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  return Buffer.from(`${[...lines, ...length].join("\r\n")}\r\n\r\n${body}`);
}

const headEnd = Buffer.from("\r\n\r\n");
const lastChunk = Buffer.from("0\r\n\r\n");

/** One keep-alive connection. */
export class Connection {
  /** @type {import("node:net").Socket} */
  #socket;
  /** Bytes of the answer still to come; -1: its head has not been read; -2: it comes in chunks. */
  #missing = -1;
  /** @type {Buffer | undefined} what came of a head that is not whole */
  #head;
  /** @type {(error?: Error) => void} */
  #done = () => {};

  /**
   * @param {number} port
   * @param {number} [status] what every answer must have
   * @param {import("node:net").Socket} [socket] that is open already
   */
  constructor(port, status = 200, socket = connect({ port, host: "127.0.0.1", noDelay: true })) {
    this.expected = ` ${status} `;
    this.#socket = socket;
    this.#socket.on("data", (chunk) => this.#read(chunk));
    this.#socket.on("error", (error) => this.#done(error));
    this.#socket.on("close", () => this.#done(new Error("the server closed the connection")));
  }

  /** Sends, and calls back when the whole answer has come. @param {Buffer} bytes @param {(error?: Error) => void} done */
  send(bytes, done) {
    this.#done = done;
    this.#missing = -1;
    this.#socket.write(bytes);
  }

  close() {
    this.#done = () => {};
    this.#socket.destroy();
  }

  /** @param {Buffer} chunk */
  #read(chunk) {
    if (this.#missing === -1) {
      const bytes = this.#head === undefined ? chunk : Buffer.concat([this.#head, chunk]);
      const end = bytes.indexOf(headEnd);
      if (end < 0) return void (this.#head = bytes);
      this.#head = undefined;
      const head = bytes.toString("latin1", 0, end);
      if (!head.startsWith(this.expected, 8)) {
        return this.#done(new Error(`unexpected answer: ${bytes.toString().slice(0, 1500)}`));
      }
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      const rest = bytes.length - end - headEnd.length;
      this.#missing = length === undefined ? -2 : Number(length) - rest;
      if (length === undefined && !bytes.subarray(-lastChunk.length).equals(lastChunk)) return;
      if (length === undefined || this.#missing === 0) this.#done();
      return;
    }
    if (this.#missing === -2) {
      // Nothing is sent before an answer ends, so that its last chunk is the end of what comes.
      if (chunk.subarray(-lastChunk.length).equals(lastChunk)) this.#done();
      return;
    }
    this.#missing -= chunk.length;
    if (this.#missing === 0) this.#done();
  }
}

/**
 * Keeps every connection busy, for a time or for a number of requests.
 *
 * @param {readonly Connection[]} connections
 * @param {readonly NextRequest[]} next one for each connection
 * @param {{ seconds?: number, requests?: number }} until the first that is reached
 * @returns {Promise<Slice>}
 */
export function drive(
  connections,
  next,
  { seconds = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY },
) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const end = started + seconds * 1000;
    let sent = 0;
    let answered = 0;
    let busy = connections.length;
    // A client that sleeps must be woken, which is charged to the server that writes to it, and all
    // the more to one that lets it sleep more often. So it never does, unless for a warm-up.
    const stayAwake = () => void (busy > 0 && setImmediate(stayAwake));
    if (seconds !== Number.POSITIVE_INFINITY) stayAwake();
    for (const [index, connection] of connections.entries()) {
      const more = () => {
        sent += 1;
        connection.send(next[index]?.() ?? Buffer.alloc(0), finished);
      };
      const finished = (/** @type {Error | undefined} */ error) => {
        if (error !== undefined) return reject(error);
        answered += 1;
        const now = performance.now();
        if (now < end && sent < requests) return more();
        busy -= 1;
        if (busy === 0) resolve({ requests: answered, seconds: (now - started) / 1000 });
      };
      more();
    }
  });
}

/** One request on a connection of its own. @param {number} port @param {Buffer} bytes @param {number} [status] of its answer */
export function once(port, bytes, status) {
  const connection = new Connection(port, status);
  return new Promise((resolve, reject) => {
    connection.send(bytes, (error) => {
      connection.close();
      if (error === undefined) resolve(undefined);
      else reject(error);
    });
  });
}
