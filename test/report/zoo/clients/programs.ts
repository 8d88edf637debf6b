import { execFile, spawnSync } from "node:child_process";
import superagent, { type SuperAgentRequest } from "superagent";
import type { Ask } from "../ask.ts";
import { never } from "../published.ts";
import type { Client } from "./client.ts";

const bySuperagent =
  (retrying: (request: SuperAgentRequest) => SuperAgentRequest): Ask =>
  async ({ url, method, headers, body }) => {
    const request = retrying(superagent(method, url).set({ ...headers }));
    try {
      const { status, text = "" } = await (body === undefined ? request : request.send(body));
      return { status, text };
    } catch (error) {
      const { status } = error as { status?: number };
      return status === undefined ? undefined : { status, text: "" };
    }
  };

/** The program, a process of its own for each call; what it prints ends with the status. */
const byCurl =
  (...options: readonly string[]): Ask =>
  ({ url, method, headers, body }, signal) => {
    const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
    const sent = body === undefined ? [] : ["--data-binary", body];
    const args = ["-q", "-s", "-w", "\n%{http_code}", "-X", method, ...given, ...sent, ...options];
    return new Promise((resolve) => {
      const settings = { signal, killSignal: "SIGKILL", maxBuffer: 2 ** 24 } as const;
      execFile("curl", [...args, url], settings, (_, printed) => {
        const at = printed.lastIndexOf("\n");
        const status = Number(printed.slice(at + 1));
        resolve(status > 0 ? { status, text: printed.slice(0, at) } : undefined);
      });
    });
  };

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** Its own waits are 1, 2, 4 s and so on; Retry-After is waited for where that is longer. */
const usualCurl = {
  attempts: 4,
  lastsMs: 7000,
  waits: "growing",
  jitter: "none",
  retryAfter: "heeded",
  dates: "heeded",
} as const;

/** What retries at once, whatever it was told. */
const usualSuperagent = { ...never, attempts: 3 };

export const clients: readonly Client[] = [
  { name: "superagent", published: never, ask: bySuperagent((request) => request) },
  {
    name: "superagent, retry 2",
    published: usualSuperagent,
    ask: bySuperagent((request) => request.retry(2)),
  },
  {
    name: "superagent, retry 10",
    published: { ...usualSuperagent, attempts: 11 },
    ask: bySuperagent((request) => request.retry(10)),
  },
  { name: "curl", published: never, ask: byCurl(), isThere: hasCurl },
  { name: "curl --retry 3", published: usualCurl, ask: byCurl("--retry", "3"), isThere: hasCurl },
  {
    name: "curl --retry 3 --retry-delay 1",
    published: { ...usualCurl, lastsMs: 3000, waits: "fixed" },
    ask: byCurl("--retry", "3", "--retry-delay", "1"),
    isThere: hasCurl,
  },
  {
    name: "curl --retry 2 --retry-all-errors --fail",
    published: { ...usualCurl, attempts: 3, lastsMs: 3000 },
    ask: byCurl("--retry", "2", "--retry-all-errors", "--fail"),
    isThere: hasCurl,
  },
  {
    name: "curl --retry 6 --retry-max-time 2",
    published: { ...usualCurl, attempts: 3, lastsMs: 3000 },
    ask: byCurl("--retry", "6", "--retry-max-time", "2"),
    isThere: hasCurl,
  },
];
