import { setTimeout as elapsed } from "node:timers/promises";

/** What every client here needs: where the service is, and how to ask it. */
const {
  SERVICE_EMULATOR_URL: url,
  SERVICE_EMULATOR_API_KEY: key = "",
  SERVICE_EMULATOR_AUTH_SCHEME: scheme,
  SERVICE_EMULATOR_CLIENT_ID: clientId = "",
  SERVICE_EMULATOR_CLIENT_SECRET: clientSecret = "",
} = process.env;

export { elapsed };

/** Sends one request. @param {string} path @param {{ body?: unknown, revision?: string, signal?: AbortSignal, token?: string }} [options] */
export const send = (path, { body, revision = "2026-07-15", signal, token } = {}) =>
  fetch(new URL(path, url), {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: token === undefined ? `${scheme} ${key}` : `Bearer ${token}`,
      revision,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });

/** Fetches another access token. @param {string | undefined} refreshToken */
export async function refreshed(refreshToken = "") {
  const response = await fetch(new URL("/oauth/token", url), {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
    },
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
  });
  return /** @type {{ access_token: string }} */ (await response.json()).access_token;
}

/** An event of one profile. @param {Record<string, unknown>} attributes */
export const newEvent = (attributes = {}) => ({
  data: {
    type: "event",
    attributes: {
      properties: {},
      metric: { data: { type: "metric", attributes: { name: "Journeyed" } } },
      profile: { data: { type: "profile", attributes: { email: "journey@example.com" } } },
      ...attributes,
    },
  },
});

export const firstPage = "/api/profiles?page%5Bsize%5D=2";

const isRetriable = (/** @type {number} */ status) => status === 429 || status >= 500;

/**
 * Sends until it succeeds, as a careful client does: it retries what may pass, waits as it is told,
 * and else longer each time.
 *
 * @param {string} path @param {Parameters<typeof send>[1]} [options]
 * @param {(response: Response) => Promise<unknown>} [read] an answer that cannot be read is retried
 */
export async function careful(path, options, read = (response) => response.text()) {
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    const waitMs = 40 * 2 ** Math.min(attempt, 4);
    try {
      const response = await send(path, options);
      if (!isRetriable(response.status)) return { response, content: await read(response) };
      await response.text();
      const told = Number(response.headers.get("retry-after")) * 1000;
      // A timer may fire a little early.
      await elapsed(told > 0 ? told + 20 : waitMs);
    } catch {
      await elapsed(waitMs);
    }
  }
  throw new Error(`${path}: no success`);
}

/** Sends once, and makes do with what comes. @param {string} path @param {Parameters<typeof send>[1]} [options] */
export async function careless(path, options) {
  try {
    return await send(path, options);
  } catch {
    return undefined;
  }
}
