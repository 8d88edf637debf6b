import { elapsed, newEvent, refreshed } from "./kit.js";

/** What every client of the zoo has to do, and how its first try at anything looks. */
const {
  SERVICE_EMULATOR_URL: url = "",
  SERVICE_EMULATOR_API_KEY: key = "",
  SERVICE_EMULATOR_AUTH_SCHEME: scheme = "",
  SERVICE_EMULATOR_COMPANY_ID: company = "",
  SERVICE_EMULATOR_ACCESS_TOKEN: token,
  SERVICE_EMULATOR_REFRESH_TOKEN: refreshToken,
} = process.env;

const newest = "2026-07-15";
const own = `${scheme} ${key}`;

/** By what a part of the work is sent: it may be refused, and then is another. @typedef {{ authorization: string, revision: string }} Session */

/** @typedef {{ path: string, body?: any, session: Session }} Request */

/** @typedef {{ status: number, headers: Record<string, any>, content: any }} Answer */

/** How a client asks: with what retries it has. undefined: nothing that could be read. @typedef {(request: Request) => Promise<Answer | undefined>} Ask */

/** A request as any library takes it. @param {Request} request */
export const wired = ({ path, body, session }) => ({
  url: new URL(path, url).href,
  method: body === undefined ? "GET" : "POST",
  headers: { ...session, ...(body !== undefined && { "content-type": "application/json" }) },
  body: body === undefined ? undefined : JSON.stringify(body),
});

/** Sends once, by Node's own fetch. @type {Ask} */
export async function once(request) {
  const { url: to, ...init } = wired(request);
  try {
    const response = await fetch(to, /** @type {RequestInit} */ (init));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      content: contentOf(await response.text()),
    };
  } catch {
    return undefined;
  }
}

/** An accepted event has no content. @param {string} text */
export const contentOf = (text) => (text === "" ? undefined : JSON.parse(text));

/** Seconds that an answer says to wait; 0: it does not. @param {Answer | undefined} answer */
export const toldSeconds = (answer) => Number(answer?.headers["retry-after"] ?? 0);

const retriable = new Set([429, 500, 502, 503, 504]);

/** What most clients try again: what may pass by itself. @param {Answer | undefined} answer */
export const mayPass = (answer) => answer === undefined || retriable.has(answer.status);

/**
 * Tries again, as its policy says.
 *
 * @param {object} policy
 * @param {(attempt: number, answer: Answer | undefined) => number | Promise<void>} policy.wait milliseconds
 *   before the next attempt, or what is waited for
 * @param {(answer: Answer | undefined) => boolean} [policy.again] which answers
 * @param {number} [policy.attempts] at most
 * @param {number} [policy.forMs] at most
 * @returns {Ask}
 */
export const retrying =
  ({ wait, again = mayPass, attempts = 6, forMs = Infinity }) =>
  async (request) => {
    const begun = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(request);
      const isOver = attempt >= attempts || performance.now() - begun >= forMs;
      if (isOver || !again(answer)) return answer;
      const waiting = wait(attempt, answer);
      await (typeof waiting === "number" ? elapsed(waiting) : waiting);
    }
  };

/** Twice as long from step to step, from this on. @param {number} attempt */
export const doubling = (attempt) => 100 * 2 ** (attempt - 1);

/** Full jitter: anything up to that. @param {number} attempt */
export const jittered = (attempt) => Math.random() * 1.2 * doubling(attempt);

/** Retry-After and something on top, so that not all come at once; else full jitter. @param {number} attempt @param {Answer | undefined} answer */
export const heeding = (attempt, answer) =>
  toldSeconds(answer) > 0 ? toldSeconds(answer) * 1000 + Math.random() * 1000 : jittered(attempt);

/** @param {number} count @param {(n: number) => Promise<unknown>} one */
const all = (count, one) => Promise.all(Array.from({ length: count }, (_, n) => one(n + 1)));

/** @param {number} count @param {(n: number) => Promise<unknown>} one */
async function inTurn(count, one) {
  for (let n = 1; n <= count; n += 1) await one(n);
}

/** An event of a person of its own, which may be sent again. @param {string} id */
const eventOf = (id) =>
  newEvent({
    unique_id: id,
    profile: { data: { type: "profile", attributes: { email: `${id}@example.com` } } },
  });

/** Does all of it. @param {Ask} ask */
export async function work(ask) {
  // An account's token that may be over, or a key that is no longer good.
  const app = {
    authorization: token === undefined ? `${scheme} rotated-away` : `Bearer ${token}`,
    revision: newest,
  };
  const main = { authorization: own, revision: newest };
  const old = { authorization: own, revision: "2025-10-15" };

  /** With other credentials, or another revision, where these are refused. @param {Request} request */
  const done = async (request) => {
    const answer = await ask(request);
    const { session } = request;
    if (answer?.status === 401) {
      const renewed = token === undefined ? own : `Bearer ${await refreshed(refreshToken)}`;
      session.authorization = renewed;
    } else if (answer?.status === 410) session.revision = newest;
    else return answer;
    return ask(request);
  };
  /** @param {string} path @param {Session} [session] */
  const read = (path, session = main) => done({ path, session });
  /** @param {string} path @param {unknown} body */
  const write = (path, body) => done({ path, body, session: main });

  // Before all else: it may move the clock.
  await inTurn(3, (n) => read(`/api/lists?page%5Bsize%5D=${n}`, app));
  // Connections are there when it matters who comes first.
  await all(12, (n) => read(`/api/coupons?page%5Bsize%5D=${n}`));
  await Promise.all([
    all(12, (n) => write("/api/events", eventOf(`crowd-${n}`))),
    all(12, (n) => read(`/api/profiles?page%5Bsize%5D=${n}`)),
    write(`/client/events?company_id=${company}`, eventOf("lost")),
    read("/api/segments"),
    inTurn(2, (n) => read(`/api/profiles/nobody-${n}`)),
    inTurn(2, (n) => read(`/api/templates?page%5Bsize%5D=${n}`, old)),
    inTurn(16, (n) => read(`/api/tags?filter=equals(name,"${n}")`)),
  ]);
}
