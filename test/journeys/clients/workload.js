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

/** By what a part of the work is sent: it may be refused, and then is another. @typedef {{ authorization?: string, revision: string, renewed?: () => string | Promise<string> }} Session */

/** @typedef {{ path: string, body?: any, session: Session }} Request */

/** @typedef {{ status: number, headers: Record<string, any>, content: any }} Answer */

/** How a client asks: with what retries it has. undefined: nothing that could be read. @typedef {(request: Request) => Promise<Answer | undefined>} Ask */

/** A request as any library takes it. @param {Request} request */
export const wired = ({ path, body, session: { authorization, revision } }) => ({
  url: new URL(path, url).href,
  method: body === undefined ? "GET" : "POST",
  headers: {
    revision,
    ...(authorization !== undefined && { authorization }),
    ...(body !== undefined && { "content-type": "application/json" }),
  },
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
 * @param {number} [policy.attempts] at least, and at most unless there is time
 * @param {number} [policy.forMs] for how long there are more
 * @returns {Ask}
 */
export const retrying =
  ({ wait, again = mayPass, attempts = 6, forMs = 0 }) =>
  async (request) => {
    const begun = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(request);
      const isOver = attempt >= attempts && performance.now() - begun >= forMs;
      if (isOver || !again(answer)) return answer;
      const waiting = wait(attempt, answer);
      await (typeof waiting === "number" ? elapsed(waiting) : waiting);
    }
  };

/** Twice as long from step to step. @param {number} attempt */
export const doubling = (attempt) => 200 * 2 ** (attempt - 1);

/** Full jitter: anything up to three times as much from step to step. @param {number} attempt */
export const jittered = (attempt) => Math.random() * 80 * 3 ** (attempt - 1);

/** Retry-After and something on top, so that not all come at once; else full jitter. @param {number} attempt @param {Answer | undefined} answer */
export const heeding = (attempt, answer) =>
  toldSeconds(answer) > 0 ? toldSeconds(answer) * 1000 + Math.random() * 1000 : jittered(attempt);

const patient = retrying({ wait: heeding });

/** Also reads what is left of the budget, and waits for the next window when that is little. @type {Ask} */
export async function heedful(request) {
  const answer = await patient(request);
  const { "ratelimit-remaining": left, "ratelimit-limit": limit } = answer?.headers ?? {};
  const isLow = Number(left) <= 0.2 * Number.parseInt(limit, 10);
  if (isLow) await elapsed(Number(answer?.headers["ratelimit-reset"]) * 1000);
  return answer;
}

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
  /** @type {Session} */
  const app = {
    authorization: `Bearer ${token}`,
    revision: newest,
    renewed: async () => `Bearer ${await refreshed(refreshToken)}`,
  };
  /** @type {Session} */
  const rotated = {
    authorization: `${scheme} no-longer-good`,
    revision: newest,
    renewed: () => own,
  };
  const main = { authorization: own, revision: newest };
  const old = { authorization: own, revision: "2025-10-15" };

  /** With other credentials, or another revision, where these are refused. @param {Request} request */
  const done = async (request) => {
    const answer = await ask(request);
    const { session } = request;
    if (answer?.status === 401 && session.renewed) session.authorization = await session.renewed();
    else if (answer?.status === 410) session.revision = newest;
    else return answer;
    return ask(request);
  };
  /** @param {string} path @param {Session} [session] */
  const read = (path, session = main) => done({ path, session });
  /** @param {string} path @param {unknown} body @param {Session} [session] */
  const write = (path, body, session = main) => done({ path, body, session });

  // Before all else: it may move the clock.
  await inTurn(3, (n) => read(`/api/lists?page%5Bsize%5D=${n}`, app));
  // A budget that is used up before the minute is over: what follows may take longer than that.
  const tags = inTurn(16, async (n) => {
    await read(`/api/tags?filter=equals(name,"${n}")`);
    await elapsed(40);
  });
  await elapsed(1000);
  // Connections are there when it matters who comes first.
  await all(12, (n) => read(`/api/coupons?page%5Bsize%5D=${n}`));
  await Promise.all([
    write("/api/events", eventOf("first")),
    crowd(12, (n) => read(`/api/metrics?filter=equals(integration.name,"${n}")`)),
    all(20, (n) => read(`/api/profiles?page%5Bsize%5D=${n}`)),
    write(`/client/events?company_id=${company}`, eventOf("lost"), { revision: newest }),
    read("/api/segments"),
    inTurn(2, (n) => read(`/api/profiles/nobody-${n}`)),
    inTurn(2, (n) => read(`/api/templates?page%5Bsize%5D=${n}`, old)),
    inTurn(2, (n) => read(`/api/catalog-items?page%5Bsize%5D=${n}`, rotated)),
    inTurn(15, async (n) => {
      await read(`/api/tag-groups?filter=equals(name,"${n}")`);
      await elapsed(40);
    }),
    tags,
  ]);
}

/** One goes ahead, and the others after it, all at once. @param {number} count @param {(n: number) => Promise<unknown>} one */
async function crowd(count, one) {
  const ahead = one(count);
  await elapsed(150);
  await Promise.all([ahead, all(count - 1, one)]);
}
