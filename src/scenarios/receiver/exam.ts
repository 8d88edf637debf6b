import { scheduler } from "node:timers/promises";
import { endpointProblem } from "../../domain/deliveries/endpoint.ts";
import { oneAccount } from "../../control/operation.ts";
import { webhooks } from "../../domain/resources/webhook.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { type ExamCall, isAcknowledged } from "../../emulation/exam-log.ts";
import { ControlError } from "../../emulation/problem.ts";
import { Dice } from "../../world/dice.ts";
import { uuid } from "../../world/ids.ts";
import { drop } from "../../world/store/store.ts";
import { Caller } from "./caller.ts";
import type { Examinee } from "../receivers.ts";
import { broken, outdated, respaced, wrongSignatures } from "./oddities.ts";
import { shuffled } from "./shuffled.ts";

const batchDefault = 1000;
const settleDefault = 3000;
const secretMin = 16;
const minuteMs = 60_000;

/** Time stamps that are stale, or of the future: a clock that is wrong is so by less. */
const staleStamps = [
  ["A delivery of 10 minutes ago", 10],
  ["A delivery of 2 hours ago", 120],
  ["A delivery of 23 hours ago", 23 * 60],
  ["A delivery of a day ago", 24 * 60],
  ["A delivery of 10 minutes from now", -10],
  ["A delivery of a day from now", -24 * 60],
] as const;
/** In how many steps it is waited until all can be read back. */
const readingSteps = 10;

/**
 * Examines a receiver of webhooks: sends it what the service sends, and what others might. What was seen is the next
 * receiver's card.
 *
 * @throws ControlError for a URL or a secret that no webhook may have
 */
export async function examine(emulation: Emulation, examinee: Examinee): Promise<void> {
  const { webhook, secret, seed = 1 } = examinee;
  const account = oneAccount(emulation.world, examinee.account);
  const problem = endpointProblem(account, webhook);
  if (problem !== undefined) throw new ControlError(problem, "webhook");
  if (secret.length < secretMin) {
    throw new ControlError(`expected ${secretMin} characters or more`, "secret");
  }
  const dice = Dice.from(seed, "exam");
  const caller = new Caller(emulation, account, { ...examinee, id: uuid(dice) });
  emulation.exams.clear();
  try {
    await new Exam(emulation, examinee, caller, dice).run();
  } finally {
    if (account.table(webhooks).get(caller.webhook) !== undefined) {
      account.aside(() => account.commit([drop(webhooks, caller.webhook)]));
    }
  }
}

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
    const steps = [
      () => this.#plain("A delivery of 3 events", 3),
      () => this.#large(),
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
    if (this.#examinee.restart !== undefined) await this.#killed(repeatable);
    await this.#rotated();
  }

  #plain(about: string, count: number): Promise<ExamCall> {
    const events = this.#caller.write(count);
    return this.#caller.call(events, { rule: "acknowledges", about, expect: "accept" });
  }

  async #large(): Promise<void> {
    const { batchMax = batchDefault } = this.#examinee;
    await this.#plain(`A delivery of ${batchMax.toLocaleString("en")} events`, batchMax);
  }

  async #signatures(): Promise<void> {
    const rule = "signature";
    for (const oddity of shuffled(wrongSignatures, this.#dice)) {
      const { about } = oddity;
      await this.#caller.call(this.#caller.write(1), { rule, about, oddity, expect: "refuse" });
    }
    const { about } = respaced;
    const one = this.#caller.write(1);
    await this.#caller.call(one, { rule, about, oddity: respaced, expect: "accept" });
  }

  async #stale(): Promise<void> {
    for (const [when, minutes] of shuffled(staleStamps, this.#dice)) {
      await this.#caller.call(this.#caller.write(1), {
        rule: "timestamp",
        about: `${when}, signed well`,
        expect: "refuse",
        agoMs: minutes * minuteMs,
      });
    }
  }

  /** A receiver that is busy with the first may refuse the second: then it comes once more. */
  async #atOnce(): Promise<void> {
    const some = this.#caller.write(3);
    const rule = "duplicates";
    const about = "A delivery that comes twice at once";
    const [, other] = await Promise.all([
      this.#caller.call(some, { rule, about, expect: "accept" }),
      this.#caller.call(some, { rule, about, expect: "either" }),
    ]);
    if (isAcknowledged(other)) return;
    await this.#caller.call(some, { rule, about: "The same delivery later", expect: "accept" });
  }

  /** What can never be processed comes again and again, and must not hold up what comes behind it. */
  async #poisoned(): Promise<void> {
    const events = this.#caller.write(3);
    const oddity = broken(1);
    for (let times = 0; times < 3; times += 1) {
      const { about } = oddity;
      const answer = await this.#caller.call(events, {
        rule: "half-batch",
        about,
        oddity,
        expect: "either",
      });
      if (isAcknowledged(answer)) break;
    }
    await this.#plain("A delivery behind one that cannot be processed", 1);
  }

  async #repeated(): Promise<void> {
    const duplicate = { rule: "duplicates", expect: "accept" } as const;
    const some = this.#caller.write(3);
    await this.#caller.call(some, { ...duplicate, about: "A delivery that comes twice" });
    await this.#caller.call(some, { ...duplicate, about: "The same delivery again" });
    const [one = ""] = this.#caller.write(1);
    const about = "A batch with an event twice";
    await this.#caller.call([one, one], { ...duplicate, about });
  }

  /** The newest comes first. */
  async #disordered(): Promise<void> {
    const order = { rule: "order", expect: "accept" } as const;
    const events = this.#caller.write(5);
    const older = shuffled(events.slice(0, -1), this.#dice);
    await this.#caller.call(events.slice(-1), { ...order, about: "The newest of 5 events" });
    for (const event of older) {
      await this.#caller.call([event], { ...order, about: "An event after a newer one" });
    }
    const batch = this.#caller.write(4).toReversed();
    await this.#caller.call(batch, { ...order, about: "A batch with its newest event first" });
  }

  async #half(): Promise<void> {
    const half = { rule: "half-batch", expect: "accept" } as const;
    const events = this.#caller.write(6);
    await this.#caller.call(events.slice(0, 3), { ...half, about: "A half of a batch" });
    await this.#caller.call(events, { ...half, about: "A batch whose first half had come" });
  }

  async #brokenOff(): Promise<void> {
    const events = this.#caller.write(6);
    const middle = this.#dice.integer(2, 4);
    const oddity = broken(middle);
    const rule = "half-batch";
    const { about } = oddity;
    const answer = await this.#caller.call(events, { rule, about, oddity, expect: "either" });
    // What was acknowledged is not sent again as if it had not been: that event is left out.
    const isAll = !isAcknowledged(answer);
    const again = isAll ? events : events.filter((_, index) => index !== middle);
    const whole = `The whole batch after ${answer.status ?? "no answer"} in its middle`;
    await this.#caller.call(again, { rule, about: whole, expect: "accept" });
  }

  async #killed(repeatable: ExamCall | undefined): Promise<void> {
    const { restart = async () => {} } = this.#examinee;
    for (const count of [1, 20]) {
      const events = this.#caller.write(count);
      const about = `A delivery of ${count === 1 ? "1 event" : `${count} events`} before a kill`;
      await this.#caller.call(events, { rule: "keeps", about, expect: "accept" });
      await restart();
    }
    this.#caller.restarted();
    if (repeatable !== undefined) {
      const about = "The same delivery after a restart";
      const events = this.#caller.eventsOf(repeatable.ids);
      await this.#caller.call(events, { rule: "duplicates", about, expect: "accept" });
    }
    await this.#read(true);
  }

  async #rotated(): Promise<void> {
    const { rotate } = this.#examinee;
    if (rotate === undefined) return;
    const rule = "signature";
    const secret = uuid(this.#dice);
    await rotate(secret);
    const oddity = outdated(this.#caller.rotate(secret));
    const about = "A delivery signed with a new secret";
    await this.#caller.call(this.#caller.write(1), { rule, about, expect: "accept" });
    const one = this.#caller.write(1);
    await this.#caller.call(one, { rule, about: oddity.about, oddity, expect: "refuse" });
  }

  /** Asks what is kept, until all that was acknowledged is there or it has taken too long. */
  async #read(afterRestart: boolean): Promise<void> {
    const { readBack, settleMs = settleDefault } = this.#examinee;
    if (readBack === undefined) return;
    const { exams } = this.#emulation;
    const sent = [...new Set(exams.calls.flatMap(({ ids }) => ids))];
    const meant = exams.calls
      .filter((call) => call.expect === "accept" && isAcknowledged(call))
      .flatMap(({ ids }) => ids);
    let kept = new Map<string, number>();
    for (let step = 0; step <= readingSteps; step += 1) {
      kept = countsOf(await readBack(sent), new Set(sent));
      if (meant.every((id) => kept.has(id))) break;
      await scheduler.wait(settleMs / readingSteps);
    }
    exams.read(afterRestart, kept);
  }
}

/** How often each of the ids that were asked for is there. */
function countsOf(found: readonly string[], asked: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of found) if (asked.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
