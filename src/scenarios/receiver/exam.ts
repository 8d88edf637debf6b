import { Dice } from "../../world/dice.ts";
import { scheduler } from "node:timers/promises";
import { endpointProblem } from "../../domain/deliveries/target.ts";
import { oneAccount } from "../../control/operation.ts";
import { webhooks } from "../../domain/resources/webhook.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { type ExamCall, isAcknowledged } from "../../emulation/exam-log.ts";
import { counted } from "../../report/figures.ts";
import { ControlError } from "../../emulation/problem.ts";
import { uuid } from "../../world/ids.ts";
import { drop } from "../../world/store/store.ts";
import { Caller, type ExamRequest } from "./caller.ts";
import type { Examinee } from "../receivers.ts";
import { broken, type Oddity, outdated, respaced, wrongSignatures } from "./oddities.ts";

function shuffled<T>(things: readonly T[], dice: Dice): T[] {
  const left = [...things];
  return things.map(() => left.splice(dice.integer(0, left.length - 1), 1)[0] as T);
}

const secretMin = 16;

/** Time stamps that are stale, or of the future: a clock that is wrong is so by less. */
const staleStamps = [
  ["A delivery of 10 minutes ago", 10],
  ["A delivery of 2 hours ago", 120],
  ["A delivery of 23 hours ago", 23 * 60],
  ["A delivery of a day ago", 24 * 60],
  ["A delivery of 10 minutes from now", -10],
  ["A delivery of a day from now", -24 * 60],
] as const;
const readingSteps = 10;

/** Examines a receiver, whose card is made of it. @throws ControlError for a URL or a secret that no webhook may have */
export async function examine(emulation: Emulation, examinee: Examinee): Promise<void> {
  const { webhook, secret, seed = 1 } = examinee;
  const account = oneAccount(emulation.world, examinee.account);
  const problem = endpointProblem(account, webhook);
  if (problem !== undefined) throw new ControlError(problem, "webhook");
  if (secret.length < secretMin)
    throw new ControlError(`expected ${secretMin} characters or more`, "secret");
  const dice = Dice.from(seed, "exam");
  const caller = new Caller(emulation, account, { ...examinee, id: uuid(dice) });
  emulation.exams.clear();
  try {
    await new Exam(emulation, examinee, caller, dice).run();
  } finally {
    if (account.table(webhooks).get(caller.webhook) !== undefined)
      account.aside(() => account.commit([drop(webhooks, caller.webhook)]));
  }
}

/** The events that a call is of, or how many new ones. */
type Some = readonly string[] | number;

/** One exam. Its steps have events of their own, so that they may come in any order. */
class Exam {
  readonly #emulation: Emulation;
  readonly #examinee: Examinee;
  readonly #caller: Caller;
  readonly #dice: Dice;

  constructor(emulation: Emulation, examinee: Examinee, caller: Caller, dice: Dice) {
    this.#emulation = emulation;
    this.#examinee = examinee;
    this.#caller = caller;
    this.#dice = dice;
  }

  async run(): Promise<void> {
    const first = await this.#plain("A delivery of 1 event", 1);
    // Nothing that is refused by whoever refuses all tells anything.
    if (!isAcknowledged(first) && !isAcknowledged(await this.#plain("The next delivery", 1)))
      return;
    const { batchMax = 1000 } = this.#examinee;
    const steps = [
      () => this.#plain("A delivery of 3 events", 3),
      () => this.#plain(`A delivery of ${batchMax.toLocaleString("en")} events`, batchMax),
      () => this.#signatures(),
      () => this.#stale(),
      () => this.#repeated(),
      () => this.#atOnce(),
      () => this.#poisoned(),
      () => this.#disordered(),
      () => this.#half(),
      () => this.#brokenOff(),
    ];
    for (const step of shuffled(steps, this.#dice)) await step();
    const repeatable = this.#emulation.exams.calls.find(
      (call) => call.rule === "duplicates" && isAcknowledged(call),
    );
    await this.#read(false);
    if (this.#examinee.restart !== undefined)
      await this.#killed(this.#examinee.restart, repeatable);
    await this.#rotated();
  }

  #call(events: Some, rule: ExamCall["rule"], about: string, how: Partial<ExamRequest> = {}) {
    const some = typeof events === "number" ? this.#caller.write(events) : events;
    return this.#caller.call(some, { rule, about, expect: "accept", ...how });
  }

  #plain(about: string, count: number): Promise<ExamCall> {
    return this.#call(count, "acknowledges", about);
  }

  #odd(events: Some, rule: ExamCall["rule"], oddity: Oddity, expect: ExamCall["expect"]) {
    return this.#call(events, rule, oddity.about, { oddity, expect });
  }

  async #signatures(): Promise<void> {
    for (const oddity of shuffled(wrongSignatures, this.#dice))
      await this.#odd(1, "signature", oddity, "refuse");
    await this.#odd(1, "signature", respaced, "accept");
  }

  async #stale(): Promise<void> {
    for (const [when, minutes] of shuffled(staleStamps, this.#dice)) {
      const how = { expect: "refuse", agoMs: minutes * 60_000 } as const;
      await this.#call(1, "timestamp", `${when}, signed well`, how);
    }
  }

  /** A receiver that is busy with the first may refuse the second: then it comes once more. */
  async #atOnce(): Promise<void> {
    const some = this.#caller.write(3);
    const about = "A delivery that comes twice at once";
    const [, other] = await Promise.all([
      this.#call(some, "duplicates", about),
      this.#call(some, "duplicates", about, { expect: "either" }),
    ]);
    if (!isAcknowledged(other)) await this.#call(some, "duplicates", "The same delivery later");
  }

  /** What can never be processed comes again and again, and must not hold up what comes behind it. */
  async #poisoned(): Promise<void> {
    const events = this.#caller.write(3);
    const oddity = broken(1);
    for (let times = 0; times < 3; times += 1)
      if (isAcknowledged(await this.#odd(events, "half-batch", oddity, "either"))) break;
    await this.#plain("A delivery behind one that cannot be processed", 1);
  }

  async #repeated(): Promise<void> {
    const some = this.#caller.write(3);
    await this.#call(some, "duplicates", "A delivery that comes twice");
    await this.#call(some, "duplicates", "The same delivery again");
    const [one = ""] = this.#caller.write(1);
    await this.#call([one, one], "duplicates", "A batch with an event twice");
  }

  async #disordered(): Promise<void> {
    const events = this.#caller.write(5);
    const older = shuffled(events.slice(0, -1), this.#dice);
    await this.#call(events.slice(-1), "order", "The newest of 5 events");
    for (const event of older) await this.#call([event], "order", "An event after a newer one");
    const batch = this.#caller.write(4).toReversed();
    await this.#call(batch, "order", "A batch with its newest event first");
  }

  async #half(): Promise<void> {
    const events = this.#caller.write(6);
    await this.#call(events.slice(0, 3), "half-batch", "A half of a batch");
    await this.#call(events, "half-batch", "A batch whose first half had come");
  }

  async #brokenOff(): Promise<void> {
    const events = this.#caller.write(6);
    const middle = this.#dice.integer(2, 4);
    const answer = await this.#odd(events, "half-batch", broken(middle), "either");
    // What was acknowledged is not sent again as if it had not been: that event is left out.
    const again = isAcknowledged(answer) ? events.toSpliced(middle, 1) : events;
    const about = `The whole batch after ${answer.status ?? "no answer"} in its middle`;
    await this.#call(again, "half-batch", about);
  }

  async #killed(restart: () => Promise<void>, repeatable: ExamCall | undefined): Promise<void> {
    for (const count of [1, 20]) {
      await this.#call(count, "keeps", `A delivery of ${counted(count, "event")} before a kill`);
      await restart();
    }
    this.#caller.restarted();
    if (repeatable !== undefined) {
      const events = this.#caller.eventsOf(repeatable.ids);
      await this.#call(events, "duplicates", "The same delivery after a restart");
    }
    await this.#read(true);
  }

  async #rotated(): Promise<void> {
    const { rotate } = this.#examinee;
    if (rotate === undefined) return;
    const secret = uuid(this.#dice);
    await rotate(secret);
    const oddity = outdated(this.#caller.rotate(secret));
    await this.#call(1, "signature", "A delivery signed with a new secret");
    await this.#odd(1, "signature", oddity, "refuse");
  }

  /** Asks what is kept, until all that was acknowledged is there or it has taken too long. */
  async #read(afterRestart: boolean): Promise<void> {
    const { readBack, settleMs = 3000 } = this.#examinee;
    if (readBack === undefined) return;
    const { exams } = this.#emulation;
    const sent = new Set(exams.calls.flatMap(({ ids }) => ids));
    const meant = exams.calls.filter((call) => call.expect === "accept" && isAcknowledged(call));
    const kept = new Map<string, number>();
    for (let step = 0; step <= readingSteps; step += 1) {
      kept.clear();
      for (const id of await readBack([...sent]))
        if (sent.has(id)) kept.set(id, (kept.get(id) ?? 0) + 1);
      if (meant.every(({ ids }) => ids.every((id) => kept.has(id)))) break;
      await scheduler.wait(settleMs / readingSteps);
    }
    exams.read(afterRestart, kept);
  }
}
