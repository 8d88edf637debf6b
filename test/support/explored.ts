import { setTimeout as pause } from "node:timers/promises";
import type { Sandbox } from "../../src/index.ts";

/** How a client of these tests asks: the service's answer as it is, or a rejection where there is none. */
type Ask = (method: string, path: string, body?: unknown) => Promise<Response>;

/** Statuses that a careful client tries again. */
const retriable = new Set([429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527]);

/** Waits of a client in tests: growing, with jitter, and short, since they are waited for. */
const baseMs = 20;
const attemptsMax = 5;
const longestMs = 60_000;

/** Asks once. */
export const once =
  (sandbox: Sandbox): Ask =>
  (method, path, body) =>
    sandbox.fetch(path, {
      method,
      signal: AbortSignal.timeout(2000),
      ...(body !== undefined && {
        headers: { "content-type": "application/vnd.api+json" },
        body: JSON.stringify(body),
      }),
    });

/** What its answer tells a client to wait, in milliseconds. */
function toldMs(response: Response): number {
  const said = response.headers.get("retry-after") ?? "";
  if (/^\d+$/.test(said)) return Number(said) * 1000;
  const date = Date.parse(said);
  return Number.isNaN(date) ? 0 : Math.max(0, date - Date.now());
}

/**
 * Asks as a careful client does: again after what may pass, later each time and never before it may; reads also after a
 * lost answer. Writes whose answer is lost are not sent again.
 */
export const careful = (sandbox: Sandbox): Ask => {
  const ask = once(sandbox);
  return async (method, path, body) => {
    for (let attempt = 1; ; attempt += 1) {
      const waitMs = baseMs * 2 ** attempt * (0.5 + Math.random());
      try {
        const response = await ask(method, path, body);
        if (!retriable.has(response.status)) return await whole(response);
        if (attempt === attemptsMax || toldMs(response) > longestMs)
          throw new GivenUp(`${method} ${path}: ${response.status}`);
        await pause(Math.max(waitMs, toldMs(response)));
      } catch (error) {
        const isLast = attempt === attemptsMax || error instanceof GivenUp;
        if (isLast || method !== "GET") throw error;
        await pause(waitMs);
      }
    }
  };
};

class GivenUp extends Error {}

/** The answer, once all of it is there and can be read. */
async function whole(response: Response): Promise<Response> {
  const text = await response.text();
  if (text !== "" || response.status === 200) JSON.parse(text);
  const bodiless = response.status === 204 || response.status === 304;
  return new Response(bodiless ? null : text, response);
}

export function requireGood(response: Response): Response {
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response;
}

export const newList = (name: string) => ({ data: { type: "list", attributes: { name } } });

export const newProfile = (email: string, first_name = "Ann") => ({
  data: { type: "profile", attributes: { email, first_name } },
});
