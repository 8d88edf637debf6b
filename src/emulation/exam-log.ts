import type { ReceiverRuleId } from "./receiver-rules.ts";

export interface ExamCall {
  /** From 1. */
  readonly id: number;
  readonly account: string;
  readonly rule: ReceiverRuleId;
  /** What it is, as a sentence begins with it: `A delivery signed with another secret`. */
  readonly about: string;
  /** What a good receiver makes of it. `refuse`: it is no delivery. `either`: it cannot be processed to its end. */
  readonly expect: "accept" | "refuse" | "either";
  readonly ids: readonly string[];
  /** Of these, those that the receiver had been sent before. */
  readonly repeated: readonly string[];
  /** Whether the receiver was killed and started again since it was sent those first. */
  readonly afterRestart: boolean;
  /** In milliseconds since 1970: real time, and of a delivery beside an exam the world's. */
  readonly at: number;
  /** What was answered; null: nothing was. */
  readonly status: number | null;
  readonly ms: number;
  readonly error: string | null;
}

/** What a receiver had kept of the ids, as it said itself. */
export interface ExamReading {
  readonly calls: number;
  /** Whether the receiver was killed after its last 2xx, and started again. */
  readonly afterRestart: boolean;
  /** How often it has each id; one that is missing was not kept. */
  readonly kept: ReadonlyMap<string, number>;
}

/** What exams have seen of receivers since the emulator started. A reset leaves it. */
export class ExamLog {
  readonly calls: ExamCall[] = [];
  readonly readings: ExamReading[] = [];

  note(call: Omit<ExamCall, "id">): ExamCall {
    const noted = { ...call, id: this.calls.length + 1 };
    this.calls.push(noted);
    return noted;
  }

  read(afterRestart: boolean, kept: ReadonlyMap<string, number>): void {
    this.readings.push({ calls: this.calls.length, afterRestart, kept });
  }

  /** The next exam begins anew: its card is about it alone. */
  clear(): void {
    this.calls.length = 0;
    this.readings.length = 0;
  }
}

/** Whether a call was acknowledged, in time (webhooks.md). */
export const isAcknowledged = ({ status, error }: Pick<ExamCall, "status" | "error">): boolean =>
  error === null && status !== null && [200, 201, 202].includes(status);
