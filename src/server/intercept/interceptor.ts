import { createListener, type Faces } from "../app.ts";
import { newCredentials } from "../certificate.ts";
import { isOwnAddress } from "../guard.ts";
import { plainHost, upstreamOf } from "./hosts.ts";
import { idleMsMax } from "./passage.ts";
import { Proxy, type ProxySettings } from "./proxy.ts";
import type { SeenByProxy } from "./seen.ts";

interface InterceptOptions {
  readonly hosts: readonly string[];
  readonly isOffline: boolean;
  readonly isStrict: boolean;
  readonly unref: boolean;
  readonly told: (line: string) => void;
}

/** A proxy on loopback: what HTTPS_PROXY is to name. */
export interface InterceptingProxy {
  readonly url: string;
  seen(): SeenByProxy;
  close(): Promise<void>;
}

/** With `intercept`: a proxy through which programs meet the emulator in place of the hosts that they have written in. */
export interface Interception extends Omit<InterceptingProxy, "close"> {
  readonly certificate: string;
  /** Opens another proxy. @param account company id of an account or a sandbox, whose its clients are */
  open(account?: string): Promise<InterceptingProxy>;
}

/** Stands between programs and the hosts that they have written in, until it is closed. */
export interface Interceptor {
  readonly interception: Interception;
  close(): Promise<void>;
}

/** Opens a proxy. @param own where the emulator listens, if it does */
export async function intercepting(
  { hosts, isOffline, isStrict, unref, told }: InterceptOptions,
  faces: Faces,
  own: string | undefined,
): Promise<Interceptor> {
  const names = hosts.map(plainHost);
  // What was there at first, whatever the user's program sets later.
  const env = { ...process.env };
  const nobody = { allowedHosts: [], controlToken: undefined, guardsReads: true };
  const { intercepted: answer, endAnswers } = createListener(faces, nobody);
  const proxies = new Map<Proxy, string>();
  const isOwn = (address: string, port: number): boolean =>
    [own, ...proxies.values()].some((url) => isOwnAddress(url, address, port));
  const settings: ProxySettings = {
    hosts: new Set(names),
    isOffline,
    credentials: await newCredentials("ec", names),
    passage: { isOwn, idleMs: idleMsMax, upstream: (...to) => upstreamOf(env, ...to) },
    answer,
    unref,
    refused: (host) => told(`offline: ${host} was asked for, and refused`),
  };
  const open = async (account?: string): Promise<InterceptingProxy> => {
    const proxy = new Proxy(settings, { account, isStrict });
    const url = await proxy.listen();
    proxies.set(proxy, url);
    const close = () => {
      proxies.delete(proxy);
      return proxy.close();
    };
    return { url, seen: () => proxy.seen.all(), close };
  };
  const { url, seen } = await open();
  return {
    interception: { url, seen, certificate: settings.credentials.trust, open },
    close: async () => {
      endAnswers();
      await Promise.all([...proxies.keys()].map((proxy) => proxy.close()));
    },
  };
}
