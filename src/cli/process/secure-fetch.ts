import { request } from "node:https";
import { Readable } from "node:stream";
import { textOf } from "../options/input-failure.ts";

const caBytesMax = 1_000_000;

interface SecureRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** `fetch` by https, with a certificate that is trusted whatever its names are: Node's own cannot be told of one. */
export function secureFetch(url: string, { body, ...asked }: SecureRequest, caFile?: string) {
  const pinned = caFile !== undefined && {
    ca: textOf(caFile, caBytesMax, `${caFile}, which says what to trust`, 3),
    allowPartialTrustChain: true,
    checkServerIdentity: () => undefined,
  };
  return new Promise<Response>((resolve, reject) => {
    const asking = request(url, { ...asked, ...pinned }, (answer) => {
      const status = answer.statusCode ?? 500;
      const stream = status === 204 ? null : (Readable.toWeb(answer) as ReadableStream);
      const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      resolve(new Response(stream, { status, headers }));
    });
    asking.on("error", reject);
    asking.end(body);
  });
}
