/** Why a port could not be opened: Node's error code, such as `EADDRINUSE`, or `ERR_UNSAFE_PORT`, which no `fetch` asks. */
export class ListenError extends Error {
  static {
    this.prototype.name = "ListenError";
  }
  readonly code: string;
  readonly port: number;
  readonly host: string;
  constructor(code: string, host: string, port: number) {
    super(`cannot listen on ${host}:${port} (${code})`);
    this.code = code;
    this.host = host;
    this.port = port;
  }
}
