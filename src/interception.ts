import type { Interceptor, OpenProxy } from "./server/intercept/interceptor.ts";
import type { Seen } from "./server/intercept/seen.ts";

/** How often something was seen, by its name. */
export interface SeenCount {
  readonly name: string;
  readonly count: number;
}

/** What came to a proxy. */
export interface SeenByProxy {
  /** How many requests came for the hosts that stand for the service. */
  readonly requests: number;
  /** Other hosts that were let through. */
  readonly passed: readonly SeenCount[];
  /** Those that `offline` refused. */
  readonly refused: readonly SeenCount[];
  /** Those that could not be reached. */
  readonly failed: readonly SeenCount[];
  /** Programs that broke off where they were shown the certificate, by what they call themselves. */
  readonly untrusted: readonly SeenCount[];
  /** Programs that speak HTTP/2 alone. */
  readonly http2: readonly SeenCount[];
}

/** A proxy on loopback: what HTTPS_PROXY is to name. */
export interface InterceptingProxy {
  readonly url: string;
  seen(): SeenByProxy;
  close(): Promise<void>;
}

/** With `intercept`: a proxy through which programs meet the emulator in place of the hosts that they have written in. */
export interface Interception extends Omit<InterceptingProxy, "close"> {
  /** What programs must trust, as PEM. */
  readonly certificate: string;
  /** Opens another proxy. @param account company id of an account or a sandbox, whose its clients are */
  open(account?: string): Promise<InterceptingProxy>;
}

/** The interception of an emulator, with one proxy that is open. */
export async function interceptionOf(interceptor: Interceptor): Promise<Interception> {
  const { close: _close, ...first } = faceOf(await interceptor.open());
  const { certificate } = interceptor;
  return {
    ...first,
    certificate,
    open: async (account) => faceOf(await interceptor.open(account)),
  };
}

const faceOf = ({ url, seen, close }: OpenProxy): InterceptingProxy => ({
  url,
  seen: () => viewOf(seen),
  close,
});

function viewOf(seen: Seen): SeenByProxy {
  const list = (kind: Parameters<Seen["list"]>[0]): SeenCount[] =>
    seen.list(kind).map(([name, count]) => ({ name, count }));
  return {
    requests: seen.requests,
    passed: list("passed"),
    refused: list("refused"),
    failed: list("failed"),
    untrusted: list("untrusted"),
    http2: list("http2"),
  };
}
