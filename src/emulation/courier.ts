import { newestRevision } from "../contract/revisions.ts";
import { end, type Ending } from "../domain/deliveries/attempt.ts";
import { callOf, type Composed, type WebhookCall } from "../domain/deliveries/call.ts";
import { deliveries, isUnderWay } from "../domain/deliveries/records.ts";
import { callOfRun, endCall } from "../domain/flows/running/call.ts";
import { type Event, event } from "../domain/resources/event.ts";
import { ResourceWriter } from "../jsonapi/resource-object.ts";
import type { Api } from "../verbs/invocation.ts";
import type { Account } from "../world/account.ts";
import { Listeners } from "../world/notices.ts";
import type { Download, Downloaded } from "../world/time/processing.ts";

/** How a call ended, and what was answered, as far as it is read. */
export interface Answered extends Omit<Ending, "ms" | "madeReal"> {
  readonly answer?: string;
}

/** Makes one call. It never rejects; once the signal is aborted, nobody waits for how it ended. */
export type Send = (call: WebhookCall, signal: AbortSignal) => Promise<Answered>;

/** Fetches what a URL has. It never rejects, and ends once the signal is aborted. */
export type Fetch = (
  wanted: { readonly url: string; readonly bytesMax: number; readonly method?: "GET" | "POST" },
  signal: AbortSignal,
) => Promise<Downloaded>;

interface Carrying {
  readonly api: Api;
  readonly send: Send;
  readonly fetch: Fetch;
  /** Where the emulator listens: the links of events lead there. */
  readonly origin: () => string;
  /** Resolves once all that has happened is kept, if it is kept at all. */
  readonly kept: () => Promise<void> | undefined;
  /** Whether a URL leads to the emulator itself. */
  readonly isOwn: (url: URL) => boolean;
  /** Told of a mistake of ours. */
  readonly failed: (error: unknown, where: string) => void;
}

interface Errand {
  readonly account: Account;
  /** What is called now, by the real time; "over": the attempt is not under way any more. */
  readonly call: (realNow: number) => WebhookCall | "over" | "no webhook";
  readonly end: (ending: Answered & Pick<Ending, "ms" | "madeReal">, now: number) => void;
  readonly gone: AbortController;
}

/** Takes due attempts out of the world, one call each, and writes down how they ended. */
export class Courier {
  readonly #carrying: Carrying;
  readonly #errands = new Map<Errand, Promise<void>>();
  /** Who is told whenever an attempt has ended. */
  readonly ends = new Listeners();
  readonly #closing = new AbortController();

  constructor(carrying: Carrying) {
    this.#carrying = carrying;
  }

  isOwn(url: URL): boolean {
    return this.#carrying.isOwn(url);
  }

  /** Sends an attempt of a delivery that has begun. Its account's clock, when it is advanced, waits for the answer. */
  send(account: Account, delivery: string, attempt: number): void {
    this.#carry(account, "a delivery to a webhook", {
      call: (realNow) => {
        const record = account.table(deliveries).get(delivery);
        if (record === undefined || !isUnderWay(record)) return "over";
        return this.compose(account, record, realNow) ?? "no webhook";
      },
      end: (ending, now) => end(account, { delivery, attempt }, ending, now),
    });
  }

  /** The same of a call that a flow's run makes. */
  call(account: Account, run: string, attempt: number): void {
    this.#carry(account, "a flow's webhook", {
      call: () => callOfRun(account, run, attempt) ?? "over",
      end: (ending, now) => endCall(account, { run, attempt }, ending, now),
    });
  }

  /** @param what fails if we make a mistake, for people */
  #carry(account: Account, what: string, does: Pick<Errand, "call" | "end">): void {
    const errand = { account, ...does, gone: new AbortController() };
    const done = this.#run(errand)
      .catch((error: unknown) => this.#carrying.failed(error, what))
      .finally(() => {
        this.#errands.delete(errand);
        this.ends.tell();
      });
    this.#errands.set(errand, done);
    account.clock.hold(done);
  }

  /** The call that would be made of a delivery at this real time; undefined: its webhook is gone. */
  compose(account: Account, delivery: Composed, realNow: number): WebhookCall | undefined {
    const { api, origin } = this.#carrying;
    const show = (each: Event) => shown(api, account, each, origin());
    return callOf(account, delivery, { show, realNow });
  }

  /** Makes one call that belongs to no delivery. It never rejects. */
  makeCall(call: WebhookCall, gone: AbortSignal): ReturnType<Send> {
    return this.#carrying.send(call, gone);
  }

  /** Fetches what a URL has, for a request that waits for it. */
  download: Download = (url, bytesMax, method = "GET") =>
    this.#carrying.fetch({ url, bytesMax, method }, this.#closing.signal);

  /** What is on its way for an account is not waited for any more: how it ends changes nothing. */
  forget(account: Account): void {
    for (const errand of this.#errands.keys()) if (errand.account === account) errand.gone.abort();
  }

  isBusy(account: Account): boolean {
    return [...this.#errands.keys()].some((each) => each.account === account);
  }

  /** Ends every call. What had begun is sent again by the next process, if there is one. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const { gone } of this.#errands.keys()) gone.abort();
    await Promise.all(this.#errands.values());
  }

  async #run({ account, call, end: ended, gone }: Errand): Promise<void> {
    const { send, kept } = this.#carrying;
    // It leaves once it is kept that it has begun; without a data folder, after the turn that began it.
    if (!(await isKept(kept())) || gone.signal.aborted) return;
    const { clock } = account;
    const madeReal = clock.realNow();
    const made = call(madeReal);
    if (made === "over") return;
    const isMade = made !== "no webhook";
    const answer = isMade ? await send(made, gone.signal) : noWebhook;
    if (gone.signal.aborted) return;
    clock.time.machine.follow();
    const ms = Math.round(clock.realNow() - madeReal);
    const ending = { ...answer, ms, ...(isMade && { madeReal }) };
    account.aside(() => ended(ending, account.clock.now()));
    await isKept(kept());
  }
}

/** Where nothing can be kept any more, nothing leaves: the next process makes the call. */
const isKept = async (saved = Promise.resolve()): Promise<boolean> =>
  saved.then(
    () => true,
    () => false,
  );

const noWebhook = { status: null, error: "the webhook is gone", hopeless: true } as const;

/** An event as `GET /api/events/{id}` answers it in the newest revision. */
function shown(api: Api, account: Account, record: Event, origin: string): unknown {
  const all = api.bindings.get(event.type)?.computed;
  const computed = (name: string, of: object) =>
    all?.[name]?.(of as never, account, newestRevision);
  const asked = { fieldset: undefined, additional: [], operation: "get_event", name: undefined };
  const writer = new ResourceWriter(event, { revision: newestRevision, origin, ...asked });
  return writer.object(record, { computed });
}
