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

/** The whole URL, with its path. */
export function readWebhook(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url.href;
  throw new InvalidArgumentError("Expected a URL such as http://127.0.0.1:3000/hooks.");
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
