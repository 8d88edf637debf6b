import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** What a client sees on a bare socket. */
export class RawClient {
  readonly socket: Socket;
  #bytes: Buffer[] = [];
  #waiting: (() => void)[] = [];
  /** `FIN`, or the code of the error that ended it; undefined: it is open. */
  end: string | undefined;

  constructor(url: string, request: string | Uint8Array) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ port: Number(port), host: hostname, allowHalfOpen: false });
    this.socket.on("data", (chunk) => this.#heard(() => this.#bytes.push(chunk)));
    this.socket.on("end", () => this.#heard(() => (this.end ??= "FIN")));
    this.socket.on("error", (error: NodeJS.ErrnoException) =>
      this.#heard(() => (this.end = error.code ?? "error")),
    );
    this.socket.write(request);
    onTestFinished(() => void this.socket.destroy());
  }

  #heard(note: () => void): void {
    note();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Waits until something holds of what has come. */
  async until(holds: (client: this) => boolean): Promise<this> {
    while (!holds(this)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this;
  }

  /** Waits until the other side ended it. */
  ended(): Promise<this> {
    return this.until(({ end }) => end !== undefined);
  }

  get text(): string {
    return Buffer.concat(this.#bytes).toString("latin1");
  }

  get head(): string {
    return this.text.split("\r\n\r\n", 1)[0] ?? "";
  }

  get body(): string {
    return this.text.slice(this.head.length + 4);
  }

  header(name: string): string | undefined {
    return new RegExp(`^${name}: (.*)$`, "im").exec(this.head)?.[1]?.trim();
  }

  /** Whether a whole message has come: its head, and as much of a body as that promises. */
  get isWhole(): boolean {
    return (
      this.text.includes("\r\n\r\n") && this.body.length >= Number(this.header("content-length"))
    );
  }
}

/** An HTTP request as it goes over the wire. */
export function message(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): string {
  const lines = Object.entries({
    host: "localhost",
    ...headers,
    ...(body !== undefined && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    }),
  });
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return `${head.join("\r\n")}\r\n\r\n${body ?? ""}`;
}
