import { webhooks } from "../../domain/resources/webhook.ts";
import { trigger, namesOf, topicsOf, type TopicMetric } from "../../domain/webhook-topics.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import type { ExamCall } from "../../emulation/exam-log.ts";
import type { Account } from "../../world/account.ts";
import { put } from "../../world/store/store.ts";
import type { Examinee } from "../receivers.ts";
import { idsIn, type Oddity } from "./oddities.ts";

interface Hooked extends Pick<Examinee, "webhook" | "secret" | "revive"> {
  readonly id: string;
}

export type ExamRequest = Pick<ExamCall, "rule" | "about" | "expect"> & {
  readonly oddity?: Oddity;
  /** Its time stamps say that it was made so long ago, in milliseconds. */
  readonly agoMs?: number;
};

/** How long before now the first event of an exam is, so that none is of the future. */
const begunAgoMs = 7_200_000;

/** Writes the events of an exam, and makes its calls one by one, in place of the courier. */
export class Caller {
  /** Id of its webhook. It is switched off, so that nothing reaches the receiver but the exam. */
  readonly webhook: string;
  readonly #emulation: Emulation;
  readonly #account: Account;
  #hooked: Hooked;
  readonly #topics: readonly TopicMetric[];
  /** Ids of events by the `external_id`s that were sent of them. */
  readonly #events = new Map<string, string>();
  #written = 0;
  readonly #begun: number;
  #isRestarted = false;

  constructor(emulation: Emulation, account: Account, hooked: Hooked) {
    this.webhook = hooked.id;
    this.#emulation = emulation;
    this.#account = account;
    this.#hooked = hooked;
    const topics = topicsOf(account);
    this.#topics = [...topics.values()];
    const now = account.clock.now();
    this.#begun = now - begunAgoMs;
    const record = {
      id: hooked.id,
      seq: account.nextSeq(),
      name: "Exam of a receiver",
      description: null,
      url: hooked.webhook,
      secret_key: hooked.secret,
      topics: [...topics.keys()],
      enabled: false,
      created: now,
      updated: now,
    };
    account.aside(() => account.commit([put(webhooks, record)]));
  }

  /** Replaces the secret of its webhook: the receiver was started again with it. @returns the one of before */
  rotate(secret: string): string {
    const before = this.#hooked.secret;
    this.#hooked = { ...this.#hooked, secret };
    this.#isRestarted = true;
    const record = this.#account.table(webhooks).get(this.webhook);
    const now = this.#account.clock.now();
    if (record !== undefined)
      this.#account.aside(() =>
        this.#account.commit([put(webhooks, { ...record, secret_key: secret, updated: now })]),
      );
    return before;
  }

  /** From now on what is sent again is sent to somebody who was started anew. */
  restarted(): void {
    this.#isRestarted = true;
  }

  /** Writes new events, each a second newer than the one before. @returns their ids, the oldest first */
  write(count: number): string[] {
    return this.#account.aside(() =>
      Array.from({ length: count }, () => {
        const topic = this.#topics[this.#written % this.#topics.length] as TopicMetric;
        this.#written += 1;
        const at = this.#begun + this.#written * 1000;
        return trigger(this.#account, topic, undefined, at).id;
      }),
    );
  }

  /** The ids of the events of which these were sent. */
  eventsOf = (ids: readonly string[]): string[] => ids.map((id) => this.#events.get(id) ?? "");

  /** Makes a call, after a 5xx once more, as the service does: the first answer counts for one rule alone. */
  async call(events: readonly string[], asked: ExamRequest): Promise<ExamCall> {
    const first = await this.#make(events, asked);
    if (asked.expect !== "accept" || (first.status ?? 0) < 500) return this.#note(first);
    this.#note(asked.rule === "acknowledges" ? first : { ...first, expect: "either" });
    return this.#note(await this.#make(events, asked));
  }

  async #make(events: readonly string[], asked: ExamRequest): Promise<Omit<ExamCall, "id">> {
    const { courier } = this.#emulation;
    const { clock } = this.#account;
    const { oddity, agoMs = 0, ...said } = asked;
    const record = { webhook: this.webhook, events, attempts: [] };
    const usual = courier?.compose(this.#account, record, clock.realNow() - agoMs);
    if (courier === undefined || usual === undefined) throw new Error("an exam without a webhook");
    const ids = idsIn(usual);
    const repeated = ids.filter((id, index) => this.#events.has(id) || ids.indexOf(id) < index);
    for (const [index, id] of ids.entries()) this.#events.set(id, events[index] ?? "");
    const known = { names: namesOf(this.#account), secret: this.#hooked.secret };
    const made = oddity === undefined ? usual : oddity.of(usual, known);
    const at = clock.realNow();
    const afterRestart = this.#isRestarted;
    const { status, error } = await courier.makeCall(made, new AbortController().signal);
    const answer = { at, ms: Math.round(clock.realNow() - at), status, error };
    if (status === null) await this.#hooked.revive?.();
    const sent = { ids, repeated: [...new Set(repeated)], afterRestart, account: this.#account.id };
    return { ...said, ...sent, ...answer };
  }

  #note(made: Omit<ExamCall, "id">): ExamCall {
    return this.#emulation.exams.note(made);
  }
}
