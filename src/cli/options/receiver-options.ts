import { InvalidArgumentError } from "commander";
import { receiverRuleIds } from "../../emulation/receiver-rules.ts";
import { Failure } from "../terminal/failure.ts";

const required = ["all", ...receiverRuleIds] as const;

type Required = (typeof required)[number];

/** What `scenario run receiver` alone takes. */
export interface ReceiverValues {
  readonly webhook?: string;
  readonly readBack?: string;
  readonly killAfterAck?: boolean;
  readonly require?: readonly Required[];
  readonly seed?: number;
  readonly vendorName?: string;
}

export function readReceiverRules(
  text: string,
  before: readonly Required[] = [],
): readonly Required[] {
  const told = text.split(",").map((each) => {
    const rule = required.find((id) => id === each.trim());
    if (rule !== undefined) return rule;
    throw new InvalidArgumentError(`Expected ${required.join(", ")}.`);
  });
  return [...before, ...told];
}

const flags = {
  webhook: "--webhook",
  readBack: "--read-back",
  killAfterAck: "--kill-after-ack",
  require: "--require",
  seed: "--seed",
  vendorName: "--vendor-name",
} as const satisfies Record<keyof ReceiverValues, string>;

/** @throws Failure for what only a receiver is judged by */
export function requireNoReceiver(values: ReceiverValues): void {
  for (const [name, flag] of Object.entries(flags)) {
    if (values[name as keyof ReceiverValues] === undefined) continue;
    throw new Failure(`${flag} is for scenario run receiver: leave it out`, 2);
  }
}
