import { createListener, type Faces } from "../app.ts";
import { newCredentials } from "../certificate.ts";
import { isOwnAddress } from "../own.ts";
import { plainHost } from "./host.ts";
import { idleMsMax } from "./passage.ts";
import { Proxy, type ProxySettings } from "./proxy.ts";
import type { Seen } from "./seen.ts";
import { upstreamOf } from "./upstream.ts";

/** Which hosts stand for the service, and what becomes of the others. */
export interface InterceptOptions {
  readonly hosts: readonly string[];
  readonly isOffline: boolean;
  readonly isStrict: boolean;
  readonly unref: boolean;
  /** Told, in one line, of what is refused. */
  readonly told: (line: string) => void;
}

/** A proxy, as whoever opened it has it. */
export interface OpenProxy {
  readonly url: string;
  readonly seen: Seen;
  close(): Promise<void>;
}

/** Stands between programs and the hosts that they have written in. */
export class Interceptor {
  /** What clients must trust, as PEM. */
  readonly certificate: string;
  readonly #settings: ProxySettings;
  readonly #isStrict: boolean;
  readonly #endAnswers: () => void;
  readonly #proxies = new Set<Proxy>();

  private constructor(settings: ProxySettings, isStrict: boolean, endAnswers: () => void) {
    this.#settings = settings;
    this.#isStrict = isStrict;
    this.#endAnswers = endAnswers;
    this.certificate = settings.credentials.trust;
  }

  /**
   * Makes one, with a certificate of its own.
   *
   * @param own where the emulator listens, if it does
   */
  static async make(
    { hosts, isOffline, isStrict, unref, told }: InterceptOptions,
    faces: Faces,
    own: string | undefined,
  ): Promise<Interceptor> {
    const names = hosts.map(plainHost);
    // What was there at first, whatever the user's program sets later.
    const env = { ...process.env };
    const nobody = { allowedHosts: [], controlToken: undefined, guardsReads: true };
    const { intercepted: answer, endAnswers } = createListener(faces, nobody);
    const isOwn = (address: string, port: number): boolean =>
      isOwnAddress(own, address, port) || made.#isOfProxy(address, port);
    const settings: ProxySettings = {
      hosts: new Set(names),
      isOffline,
      credentials: await newCredentials("ec", names),
      passage: { isOwn, idleMs: idleMsMax, upstream: (...to) => upstreamOf(env, ...to) },
      answer,
      unref,
      refused: (host) => told(`offline: ${host} was asked for, and refused`),
    };
    const made: Interceptor = new Interceptor(settings, isStrict, endAnswers);
    return made;
  }

  /** Opens a proxy. @param account whose its clients are, by company id. Default: the first */
  async open(account?: string): Promise<OpenProxy> {
    const proxy = new Proxy(this.#settings, { account, isStrict: this.#isStrict });
    const url = await proxy.listen();
    this.#proxies.add(proxy);
    const close = () => {
      this.#proxies.delete(proxy);
      return proxy.close();
    };
    return { url, seen: proxy.seen, close };
  }

  async close(): Promise<void> {
    this.#endAnswers();
    await Promise.all([...this.#proxies].map((proxy) => proxy.close()));
  }

  #isOfProxy(address: string, port: number): boolean {
    return [...this.#proxies].some((each) =>
      isOwnAddress(`http://127.0.0.1:${each.port}`, address, port),
    );
  }
}
