/** One request, as any library takes it. */
export interface Wish {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What its caller gets for it in the end. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * How a client asks, with what retries it has: one call. undefined: it has thrown something else than an
 * answer. Where the signal is aborted nobody waits for it any more, and it may do what it likes.
 */
export type Ask = (wish: Wish, signal: AbortSignal) => Promise<Answer | undefined>;

/** An answer that a function which is retried throws, since a retrier knows of nothing but errors. */
export class Refused extends Error {
  readonly answer: Answer;
  readonly retryAfter: string | null;

  constructor(answer: Answer, retryAfter: string | null) {
    super(`status ${answer.status}`);
    this.answer = answer;
    this.retryAfter = retryAfter;
  }
}

/** Sends once by Node's own fetch: the answer, if it is good, and an error if not. */
export async function sentOnce(wish: Wish, signal: AbortSignal): Promise<Answer> {
  const { url, method, headers, body } = wish;
  const response = await fetch(url, { method, headers, body: body ?? null, signal });
  const answer = { status: response.status, text: await response.text() };
  if (response.ok) return answer;
  throw new Refused(answer, response.headers.get("retry-after"));
}

/** What the caller of a retrier makes of what it throws in the end. */
export async function inTheEnd(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    return error instanceof Refused ? error.answer : undefined;
  }
}

/** What may pass by itself: an answer of these statuses, and whatever else is thrown. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof Refused) || error.answer.status === 429 || error.answer.status >= 500;
