import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { HarExchange, Har } from "../../control/requests/har.ts";
import type { Api } from "../../verbs/invocation.ts";
import { MachineTime } from "../../world/time/machine-time.ts";
import { newCredentials } from "../certificate.ts";
import { plainHost, upstreamOf } from "../intercept/hosts.ts";
import { forward, idleMsMax, NotReached, type Passage, refuse } from "../intercept/passage.ts";
import { Proxy } from "../intercept/proxy.ts";
import type { Seen } from "../intercept/seen.ts";
import { configure } from "../listen.ts";
import { isOwnAddress } from "../guard.ts";
import { portOpened } from "../sockets.ts";
import { Capture, recorded } from "./recorded.ts";
import { Scrubber } from "./scrub/scrubber.ts";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

export interface Recording {
  readonly url: string;
  /** What must be trusted, as PEM, where it stands for a host. */
  readonly certificate?: string;
  readonly seen?: Seen;
  readonly scrubber: Scrubber;
  /** Exchanges that are under way are written down as far as they came. */
  close(): Promise<void>;
}

type Recorder = { readonly api: Api; readonly add: (exchange: HarExchange) => void };

export async function recordHost(host: string, { api, add }: Recorder): Promise<Recording> {
  const name = plainHost(host);
  const scrubber = new Scrubber(api, name);
  const own = { url: "" };
  const { pass, idle } = passing(own, scrubber, add);
  const credentials = await newCredentials("ec", [name]);
  const settings = {
    hosts: new Set([name]),
    isOffline: false,
    credentials,
    passage: passageOf(own),
    answer: (req: IncomingMessage, res: ServerResponse, through?: { readonly origin: string }) =>
      pass(req, res, through?.origin ?? ""),
    unref: false,
    refused: () => {},
  };
  const proxy = new Proxy(settings, { isStrict: false });
  own.url = await proxy.listen();
  const close = () => proxy.close().then(idle);
  return { url: own.url, certificate: credentials.trust, seen: proxy.seen, scrubber, close };
}

/** Listens in the place of a service. */
export async function recordTarget(target: URL, { api, add }: Recorder): Promise<Recording> {
  const scrubber = new Scrubber(api, target.hostname);
  const own = { url: "" };
  const { pass, idle } = passing(own, scrubber, add);
  const base = target.href.replace(/\/$/, "");
  const server = createServer((req, res) => pass(req, res, base));
  configure(server);
  own.url = `http://127.0.0.1:${await portOpened(server)}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }).then(idle);
  return { url: own.url, scrubber, close };
}

function passageOf(own: { readonly url: string }): Passage {
  const env = { ...process.env };
  return {
    upstream: (...to) => upstreamOf(env, ...to),
    isOwn: (address, port) => isOwnAddress(own.url, address, port),
    idleMs: idleMsMax,
  };
}

function passing(own: { readonly url: string }, scrubber: Scrubber, add: Recorder["add"]) {
  const passage = passageOf(own);
  const clock = new MachineTime();
  const underWay = new Set<Promise<void>>();
  const pass = (req: IncomingMessage, res: ServerResponse, base: string): void => {
    // Without TLS, a proxy is asked by whole URLs.
    const path = (req.url ?? "").replace(/^https?:\/\/[^/?#]*(?=\/)/i, "");
    if (!path.startsWith("/") || !URL.canParse(base + path))
      return refuse(res, 400, "this records one service: ask it by paths");
    const url = new URL(base + path);
    const [at, sent, answered] = [clock.now(), new Capture(), new Capture()];
    let answer: IncomingMessage | undefined;
    const listening = {
      path: new URL(base).pathname.replace(/\/$/, "") + path,
      asked: (message: IncomingMessage) => sent.hear(message),
      answered: (message: IncomingMessage) => {
        answer = message;
        answered.hear(message);
      },
    };
    const ended = new Promise<void>((resolve) => {
      res.once("close", () => {
        const tookMs = Math.max(0, Math.round(clock.now() - at));
        underWay.delete(ended);
        resolve();
        add(recorded(scrubber, { url, req, sent, answer, answered, at, tookMs }));
      });
    });
    underWay.add(ended);
    forward(passage, req, res, url, listening).catch((error: unknown) =>
      error instanceof NotReached
        ? refuse(res, error.status, error.message)
        : refuse(res, 502, String(error)),
    );
  };
  return { pass, idle: () => Promise.all(underWay).then(() => {}) };
}

/** Looks once more through what was written down before all was known: a name may be in a text that came first. */
export function rewritten(path: string, scrubber: Scrubber): void {
  const text = readFileSync(path, "utf8");
  const { log } = JSON.parse(text) as Har<HarExchange>;
  const again = <T extends { readonly text?: string }>(body: T): T =>
    body.text === undefined ? body : { ...body, text: scrubber.again(body.text) };
  const entries = log.entries.map(({ request, response, ...entry }) => ({
    ...entry,
    request: { ...request, ...(request.postData && { postData: again(request.postData) }) },
    response: { ...response, content: again(response.content) },
  }));
  const lines = entries.map((each) => JSON.stringify(each)).join(",\n");
  const { entries: _entries, ...head } = log;
  const made = `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[\n${lines}]}}`;
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, made, { mode: 0o600 });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
