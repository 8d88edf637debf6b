import type { ReceiverRuleId } from "../../emulation/receiver-rules.ts";
import { Failure } from "../terminal/terminal.ts";

export interface ReceiverValues {
  readonly webhook?: string;
  readonly readBack?: string;
  readonly killAfterAck?: boolean;
  readonly require?: readonly ("all" | ReceiverRuleId)[];
}

const flags = {
  webhook: "--webhook",
  readBack: "--read-back",
  killAfterAck: "--kill-after-ack",
  require: "--require",
} as const satisfies Record<keyof ReceiverValues, string>;

/** @throws Failure for what only a receiver is judged by */
export function requireNoReceiver(values: ReceiverValues): void {
  for (const [name, flag] of Object.entries(flags)) {
    if (values[name as keyof ReceiverValues] === undefined) continue;
    throw new Failure(`${flag} is for scenario run receiver: leave it out`, 2);
  }
}
