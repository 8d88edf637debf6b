import type { Dice } from "../../../src/world/dice.ts";
import type { Sent } from "./log.ts";
import type { Policy } from "./policy.ts";

/** What a client finds around it: time, and a network of which it does not know what is at its other end. */
export interface Surroundings {
  now(): number;
  /** @returns the wait, and how to end it before its time */
  sleep(ms: number): Promise<void>;
  /** Resolves after so long unless it was called off. */
  timer(ms: number, run: () => void): () => void;
  send(sent: Sent, path: string, init: RequestInit): Promise<Response>;
}

/** Something that a client wants done. */
export interface Wish {
  readonly operation: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: Record<string, unknown>;
}

interface Credentials {
  authorization: string;
  refreshToken: string | undefined;
}

/** A client with ways of its own, which keeps a log of what it did. */
export class Client {
  readonly log: Sent[] = [];
  readonly #policy: Policy;
  readonly #around: Surroundings;
  readonly #dice: Dice;
  #calls = 0;
  #revision = "2025-10-15";
  #credentials: Credentials;
  /** Credentials that were refused although they were new: nothing can be done. */
  #isDead = false;
  #refreshing: Promise<void> | undefined;
  /** When each operation may be asked again. */
  readonly #closedUntil = new Map<string, number>();

  constructor(policy: Policy, around: Surroundings, dice: Dice, credentials: Credentials) {
    this.#policy = policy;
    this.#around = around;
    this.#dice = dice;
    this.#credentials = { ...credentials };
  }

  /** Gets one thing done, or gives up. */
  async call(wish: Wish): Promise<void> {
    this.#calls += 1;
    const call = this.#calls;
    await this.#tried(wish, call);
    this.#leave(call);
  }

  /** Ends by itself, whatever is still to be done. */
  exit(): void {
    for (let call = 1; call <= this.#calls; call += 1) this.#leave(call);
  }

  #leave(call: number): void {
    const end = this.log.findLast((sent) => sent.call === call);
    if (end !== undefined) end.isOver = true;
  }

  async #tried(wish: Wish, call: number): Promise<void> {
    const { attemptsMax, totalMsMax, newBody } = this.#policy;
    const begun = this.#around.now();
    const name = this.#nameOf(wish);
    const fixed = this.#bodyOf(wish, call, name);
    let meantMs: number | undefined;
    for (let attempt = 1; ; attempt += 1) {
      const delayed = await this.#waitsForAll(wish.operation);
      if (this.#isDead) return;
      const body = newBody ? this.#bodyOf(wish, call, name) : fixed;
      const sent: Sent = {
        call,
        attempt,
        operation: wish.operation,
        method: wish.method,
        request: `${wish.method} ${wish.path} ${body ?? ""}`,
        name,
        credential: this.#credentials.authorization,
        revision: this.#revision,
        sentAt: this.#around.now(),
        meantMs,
        delayed,
        saw: "nothing",
      };
      await this.#exchange(sent, wish.path, wish.method, body);
      this.#learn(sent);
      if (sent.saw === "answer" && (sent.status ?? 0) < 400) return;
      if (attempt >= attemptsMax) return;
      if (sent.status === 401) {
        if (!(await this.#afterRefusal(sent, attempt))) return;
        meantMs = undefined;
        continue;
      }
      if (sent.status === 410 && sent.saw === "answer") {
        if (!this.#policy.leavesRevision && attempt > 1) return;
        meantMs = undefined;
        continue;
      }
      if (!this.#isToBeRetried(sent)) return;
      const wait = this.#waitAfter(sent, attempt);
      meantMs = wait.meantMs;
      if (this.#around.now() + wait.ms - begun > totalMsMax) return;
      await this.#around.sleep(wait.ms);
    }
  }

  #nameOf({ operation, method }: Wish): Sent["name"] {
    const { naming } = this.#policy;
    if (naming === "unique_id") return operation === "create_event" ? "unique_id" : "none";
    if (naming === "idempotency key") return method === "POST" ? naming : "none";
    return naming;
  }

  #bodyOf({ body }: Wish, call: number, name: Sent["name"]): string | undefined {
    if (body === undefined) return undefined;
    const data = structuredClone(body) as {
      data: { type: string; attributes: Record<string, unknown> };
    };
    const { attributes, type } = data.data;
    if (name === "unique_id") attributes["unique_id"] = `order-${call}`;
    if (this.#policy.newBody && type === "event") {
      attributes["properties"] = {
        ...(attributes["properties"] as object),
        made: this.#dice.word(),
      };
    }
    return JSON.stringify(data);
  }

  async #exchange(sent: Sent, path: string, method: string, body: string | undefined) {
    this.log.push(sent);
    const leaving = new AbortController();
    const forget = this.#around.timer(this.#policy.timeoutMs, () => leaving.abort());
    try {
      const response = await this.#around.send(sent, path, {
        method,
        headers: {
          authorization: sent.credential,
          revision: sent.revision,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(sent.name === "idempotency key" && { "idempotency-key": `key-${sent.call}` }),
          ...((this.#policy.isTested || sent.name === "test id") && {
            "x-emulator-test-id": `test-${sent.call}`,
          }),
        },
        ...(body !== undefined && { body }),
        signal: leaving.signal,
      });
      const text = await response.text();
      sent.status = response.status;
      const said = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
      if (response.status >= 400 && said >= 0) sent.retryAfterMs = said * 1000;
      const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((part) =>
        Number.parseInt(response.headers.get(`ratelimit-${part}`) ?? "", 10),
      ) as [number, number, number];
      if (reset >= 0) sent.budget = { limit, remaining, resetMs: reset * 1000 };
      sent.saw = response.status >= 400 || isReadable(text, response) ? "answer" : "unreadable";
    } catch {
      sent.saw = leaving.signal.aborted ? "timeout" : "broken";
    } finally {
      forget();
    }
    sent.seenAt = this.#around.now();
  }

  /** What an answer says about those that come after it. */
  #learn({ operation, status, saw, retryAfterMs, budget }: Sent): void {
    const { pausesOthers, readsBudget, leavesRevision } = this.#policy;
    const close = (ms: number) => {
      const until = Math.max(this.#closedUntil.get(operation) ?? 0, this.#around.now() + ms);
      this.#closedUntil.set(operation, until);
    };
    if (saw === "answer" && status === 410 && leavesRevision) this.#revision = "2026-07-15";
    if (saw === "answer" && status === 429 && pausesOthers) close(retryAfterMs ?? 1000);
    if (readsBudget && budget !== undefined && budget.remaining <= budget.limit * 0.25) {
      close(budget.resetMs);
    }
  }

  /** @returns whether there was anything to wait for */
  async #waitsForAll(operation: string): Promise<boolean> {
    let waited = false;
    for (;;) {
      const ms = (this.#closedUntil.get(operation) ?? 0) - this.#around.now();
      if (ms <= 0) return waited;
      waited = true;
      await this.#around.sleep(ms + this.#dice.fraction() * this.#policy.spreadMs);
    }
  }

  #isToBeRetried({ saw, status, method, name }: Sent): boolean {
    const { retriesOn, retriesLost } = this.#policy;
    if (saw === "answer") return status !== undefined && retriesOn.includes(status);
    if (retriesLost !== "named") return retriesLost === "all";
    return method === "GET" || name === "unique_id" || name === "idempotency key";
  }

  #waitAfter({ saw, retryAfterMs }: Sent, attempt: number): { ms: number; meantMs?: number } {
    const { retryAfter, backoff, baseMs, capMs, jitter, spreadMs } = this.#policy;
    if (saw === "answer" && retryAfterMs !== undefined && retryAfter !== "ignore") {
      if (retryAfter === "as ms") return { ms: retryAfterMs / 1000 };
      return { ms: retryAfterMs + 5 + this.#dice.fraction() * spreadMs };
    }
    const factor = { fixed: 1, linear: attempt, exponential: 2 ** (attempt - 1) }[backoff];
    const meantMs = Math.min(capMs, baseMs * factor);
    const part = { none: 1, full: this.#dice.fraction(), equal: 0.5 + this.#dice.fraction() / 2 };
    const ms = meantMs * part[jitter];
    return retryAfterMs === undefined || saw !== "answer" ? { ms, meantMs } : { ms };
  }

  /** @returns whether it may be tried again */
  async #afterRefusal({ credential }: Sent, attempt: number): Promise<boolean> {
    const { refreshes } = this.#policy;
    if (refreshes === "never") {
      await this.#around.sleep(this.#policy.baseMs);
      return true;
    }
    // Somebody else was quicker.
    if (credential !== this.#credentials.authorization) return true;
    if (this.#credentials.refreshToken === undefined) {
      this.#isDead = true;
      return false;
    }
    if (refreshes === "once" && attempt > 2) {
      this.#isDead = true;
      return false;
    }
    if (refreshes === "loop") await this.#refresh();
    else {
      this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
      await this.#refreshing;
    }
    return true;
  }

  async #refresh(): Promise<void> {
    const sent: Sent = {
      call: -1,
      attempt: 1,
      operation: "oauth_token",
      method: "POST",
      request: "refresh",
      name: "none",
      credential: "app",
      revision: "",
      sentAt: this.#around.now(),
      meantMs: undefined,
      delayed: false,
      saw: "nothing",
    };
    this.log.push(sent);
    const response = await this.#around.send(sent, "/oauth/token", {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa("sync-app:sync-secret")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: this.#credentials.refreshToken ?? "",
      }).toString(),
    });
    const json = (await response.json()) as { access_token?: string; refresh_token?: string };
    sent.seenAt = this.#around.now();
    sent.saw = "answer";
    sent.status = response.status;
    if (json.access_token === undefined) return;
    this.#credentials = {
      authorization: `Bearer ${json.access_token}`,
      refreshToken: json.refresh_token ?? this.#credentials.refreshToken,
    };
  }
}

function isReadable(text: string, { status }: Response): boolean {
  if (status === 202 || status === 204) return true;
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
