import { notDuration, parseDuration } from "../time/duration.ts";
import { PlanError } from "./error.ts";
import type { FaultInput, OutcomeInput } from "./types.ts";
import { matchesGlob } from "../glob.ts";

/** A call of a webhook that is due: all that a fault looks at. */
export interface CallSubject {
  /** Id of the delivery. */
  readonly delivery: string;
  readonly account: string;
  readonly webhook: { readonly id: string; readonly name: string };
  events(): readonly CallEvent[];
}

/** One event of a call. */
export interface CallEvent {
  readonly topic: string;
  /** Id of its profile. */
  readonly profile: string;
  /** In lower case; null: the profile has none. */
  readonly email: string | null;
}

/** What a fault makes of a call, beside a delay. */
export interface CallOutcome {
  readonly drop?: true;
  readonly duplicate?: number;
  readonly reorder?: number;
  readonly signature?: "wrong" | "missing";
  /** How far off its time stamps are, in milliseconds. */
  readonly timestamp?: number;
  readonly spoil?: "truncate";
  readonly batch?: number;
}

/** What the faults do to one call of a webhook. */
export interface CallAct extends CallOutcome {
  /** The ids of all that act, the one that gives the outcome first. */
  readonly faults: readonly string[];
  /** In world time. */
  readonly delayMs: number;
}

/** @param fits whether an outcome can act on the call at all */
export type ActOnCall = (
  subject: CallSubject,
  now: number,
  fits: (step: CallOutcome) => boolean,
) => CallAct | undefined;

/** What can happen to deliveries alone. */
const ofDeliveries = ["drop", "duplicate", "reorder", "signature", "timestamp", "batch"] as const;
/** What can happen to a delivery. */
const possible: readonly string[] = [...ofDeliveries, "delay", "spoil"];
/** The members that only a fault on requests has. */
const ofRequests = ["operation", "area", "method", "path", "where", "hold", "force"] as const;
const matchesOfRequests = [
  "key",
  "app",
  "testId",
  "revision",
  "profileId",
  "header",
  "query",
  "body",
] as const;
const matchesOfDeliveries = ["webhook", "profile"] as const;

/** How far off time stamps can be: the service's own tolerance is minutes. */
const timestampMsMax = 366 * 86_400_000;

/**
 * Refuses a fault that is on requests and on deliveries at once.
 *
 * @throws PlanError that names the member that does not belong there
 */
export function requireOneKind(fault: FaultInput): void {
  const { delivery, match = {}, sequence } = fault;
  const steps = (sequence ?? [fault]).map((step, index) => ({
    step: step === "pass" ? {} : step,
    at: sequence === undefined ? "" : `sequence[${index}].`,
  }));
  if (delivery === undefined) {
    const instead = "say delivery, such as event:api.*, in place of operation";
    const asked = matchesOfDeliveries.find((name) => match[name] !== undefined);
    if (asked) throw new PlanError(`only a delivery has a ${asked}: ${instead}`, `match.${asked}`);
    for (const { step, at } of steps) {
      const name = ofDeliveries.find((each) => step[each] !== undefined);
      if (name) throw new PlanError(`only deliveries take ${name}: ${instead}`, at + name);
    }
    return;
  }
  const other = ofRequests.find((name) => fault[name] !== undefined);
  if (other) throw new PlanError(`is about requests: leave out ${other}, or delivery`, other);
  const asked = matchesOfRequests.find((name) => match[name] !== undefined);
  if (asked) {
    const near = asked === "profileId" ? "profile" : undefined;
    const usual = "match it by account, webhook, profile or email";
    throw new PlanError(`a delivery has no ${asked}: ${usual}`, `match.${asked}`, near);
  }
  for (const { step, at } of steps) refuseNonsense(step, at);
}

function refuseNonsense(step: OutcomeInput, at: string): void {
  const fail = (message: string, path: string) => new PlanError(message, at + path);
  // Of a single outcome the fault's own members stand beside it.
  const given = Object.keys(step).filter((name) => outcomeNames.has(name));
  const odd = given.find((name) => !possible.includes(name));
  if (odd !== undefined) {
    throw fail(`is about responses: a delivery takes ${possible.join(", ")}`, odd);
  }
  const others = (but: string) => given.filter((name) => name !== but).join(", ");
  if (step.spoil !== undefined && step.spoil !== "truncate") {
    throw fail("of a delivery only truncate is possible", "spoil");
  }
  if (step.drop && given.length > 1) {
    throw fail(`what is dropped is never sent: leave out ${others("drop")}`, "drop");
  }
  if (step.reorder !== undefined && step.delay !== undefined) {
    throw fail("reorder says itself when: leave out delay", "delay");
  }
}

/** The members of an outcome, of whichever kind. */
const outcomeNames: ReadonlySet<string> = new Set([
  ...possible,
  "status",
  "edge",
  "retryAfter",
  "headers",
  "body",
  "connection",
  "pace",
  "page",
  "ignore",
  "late",
  "stale",
  "limit",
]);

/**
 * What an outcome says of a call, beside its delay.
 *
 * @throws PlanError for nothing to do, or a time stamp that is none
 */
export function readCallOutcome(input: OutcomeInput, at: string): CallOutcome {
  const { drop, duplicate, reorder, signature, batch } = input;
  if (!possible.some((name) => Object.hasOwn(input, name))) {
    throw new PlanError("a fault needs something to do: drop, delay, duplicate, …", `${at}drop`);
  }
  const timestamp = input.timestamp === undefined ? undefined : readOff(input.timestamp, at);
  return {
    ...(drop !== undefined && { drop }),
    ...(duplicate !== undefined && { duplicate }),
    ...(reorder !== undefined && { reorder }),
    ...(signature !== undefined && { signature }),
    ...(timestamp !== undefined && { timestamp }),
    ...(input.spoil === "truncate" && { spoil: input.spoil }),
    ...(batch !== undefined && { batch }),
  };
}

function readOff(input: string, at: string): number {
  const ms = parseDuration(input);
  if (ms !== undefined && ms !== 0 && Math.abs(ms) <= timestampMsMax) return ms;
  const usual = "expected how far off it is, at most a year, such as -10m";
  throw new PlanError(notDuration(input, usual), `${at}timestamp`);
}

/** Which calls a fault is for: those with an event of which all holds that is asked. */
export function callMatcherOf({
  delivery,
  match = {},
}: FaultInput): (subject: CallSubject) => boolean {
  if (delivery === undefined) return () => false;
  const { account, webhook, profile } = match;
  const email = match.email?.toLowerCase();
  const isMeant = (event: CallEvent) =>
    matchesGlob(delivery, event.topic) &&
    (profile === undefined || event.profile === profile) &&
    (email === undefined || event.email === email);
  return (subject) =>
    (account === undefined || subject.account === account) &&
    (webhook === undefined || isWebhook(webhook, subject.webhook)) &&
    subject.events().some(isMeant);
}

/** Whether a text is the id of a webhook, or its name. */
export const isWebhook = (
  text: string,
  { id, name }: { readonly id: string; readonly name: string },
): boolean => id === text || name === text;
