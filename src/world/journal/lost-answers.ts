import { hash } from "node:crypto";
import { uniqueIdIn } from "./twins.ts";
import { remember } from "../keys.ts";
import type { Fault } from "../faults/fault.ts";
import type { Received } from "./received.ts";
import { createdByRequest } from "../store/record-change.ts";

const rememberedMax = 20_000;

/** A request whose answer was taken away. */
interface Lost {
  readonly exchange: string;
  readonly fault: Fault | undefined;
  /** When its client could know. */
  readonly overAt: number;
  /** Since when it has been done again with a good answer. */
  doneAt: number;
}

/**
 * The requests that were done and whose answers a fault took away: who sends one of them again may write twice. One is
 * sent again if it comes as it was, or with the same method, path and name: the idempotency key, the `unique_id`, or the
 * test id (also that of a named URL). A good answer ends that.
 */
export class LostAnswers {
  readonly #lost = new Map<string, Lost>();

  get isEmpty(): boolean {
    return this.#lost.size === 0;
  }

  remember(asked: Received, fault: Fault | undefined): void {
    const { id } = asked.entry;
    const lost = { exchange: id, fault, overAt: overAt(asked), doneAt: Number.POSITIVE_INFINITY };
    for (const name of namesOf(asked)) {
      if (!this.#lost.has(name)) remember(this.#lost, name, lost, rememberedMax);
    }
  }

  /** The exchange that this one sends again, if there is one; what it created is counted. */
  repeated(asked: Received): string | null {
    const { arrivedReal, status, written, lostStatus, left } = asked.entry;
    for (const name of namesOf(asked)) {
      const lost = this.#lost.get(name);
      if (lost === undefined || lost.overAt > arrivedReal) continue;
      if (lost.doneAt <= arrivedReal) {
        this.#lost.delete(name);
        continue;
      }
      lost.fault?.doubled(createdByRequest(written).length);
      const isGood = status !== null && status < 400 && lostStatus === null && !left;
      if (isGood) lost.doneAt = Math.min(lost.doneAt, overAt(asked));
      return lost.exchange;
    }
    return null;
  }
}

/** As far as it is known when it is closed. */
const overAt = ({ entry: { arrivedReal, durationMs } }: Received): number =>
  arrivedReal + (durationMs ?? 0);

/** All that tells that another request is the same. */
function namesOf(asked: Received): string[] {
  const { method, path, entry } = asked;
  const { target, testId } = entry;
  const caller = asked.header("authorization") ?? "";
  const key = asked.header("idempotency-key");
  const uniqueId = uniqueIdIn(asked.body());
  const named = [
    ["as it was", testId, target, asked.bodyDigest()],
    ...(key === undefined ? [] : [["idempotency key", path, key]]),
    ...(uniqueId === undefined ? [] : [["unique_id", path, uniqueId]]),
    ...(testId === null ? [] : [["test id", path, testId]]),
  ];
  return named.map((parts) => hash("sha256", [caller, method, ...parts].join("\n"), "base64"));
}
