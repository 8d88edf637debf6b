// What the clients in this folder share: one request, retries as they should be, and how they are started.
import { realpathSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Statuses that pass by themselves. */
export const passes = (status) => status === 429 || status >= 500;

/** One attempt, with its whole body. Rejects if there is no whole response within 2 seconds. */
export async function attempt({ url, key, token }, method, path, body) {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      authorization: token === undefined ? `Service-API-Key ${key}` : `Bearer ${token}`,
      revision: "2026-07-15",
      "content-type": "application/vnd.api+json",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(2000),
  });
  const { status, headers } = response;
  const text = await response.text();
  const isJson = status === 200 || status === 201 || (response.ok && text !== "");
  return { status, headers, json: isJson ? JSON.parse(text) : undefined, text };
}

/** The n-th wait of a backoff, in milliseconds: twice as long each time, and never the same. */
export const backoffMs = (n) => 100 * 2 ** (n - 1) * (0.75 + Math.random() / 2);

/** What Retry-After asks for, in milliseconds: seconds or a date. 0, if there is no sense in it. */
export function toldMs(headers) {
  const told = headers?.get("retry-after") ?? "";
  if (/^\d+$/.test(told)) return Number(told) * 1000;
  return told.endsWith("GMT") ? Math.max(0, Date.parse(told) - Date.now() || 0) : 0;
}

const carefulMs = ({ headers }, n) => Math.max(toldMs(headers), backoffMs(n));

/**
 * Tries again what has failed, until it has made so many attempts, would be at it for longer than `forMs`, or would wait
 * for longer than `longestMs`. `waitMs` gets the last answer, and how many there were. Unless `isTwiceFine`, a lost
 * response is an error at once.
 */
export async function again(act, waitMs = carefulMs, limits = {}) {
  const { attempts = 5, forMs = Infinity, longestMs = 3_600_000, isTwiceFine = true } = limits;
  const until = Date.now() + forMs;
  for (let n = 1; ; n += 1) {
    const answer = await act().catch((error) => ({ error }));
    if (answer.error !== undefined && !isTwiceFine) throw answer.error;
    if (answer.error === undefined && !passes(answer.status)) return answer;
    const ms = waitMs(answer, n);
    if (n === attempts || ms > longestMs || Date.now() + ms > until) {
      throw answer.error ?? new Error(`HTTP ${answer.status}`);
    }
    await pause(ms);
  }
}

/** Tries again what must not be done twice: only if the service says that it was not done. */
export const unlessLost = (act) => again(act, carefulMs, { isTwiceFine: false });

/** What all come to, once the last has ended: where one fails, the others are not cut off. */
export async function all(promises) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** @throws if it is an error response */
export function ok(answer) {
  if (answer.status >= 400) throw new Error(`HTTP ${answer.status}`);
  return answer;
}

/** Runs a client if its file was started, as `node examples/bugs/NAME/broken.mjs`. */
export async function main(meta, sync) {
  const [, started = ""] = process.argv;
  if (!started.endsWith(".mjs") || realpathSync(started) !== fileURLToPath(meta.url)) return;
  const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
  const companyId = process.env.SERVICE_EMULATOR_COMPANY_ID;
  console.log(await sync({ url, key, companyId }));
}
