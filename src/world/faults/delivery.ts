import { PlanError } from "./kind.ts";
import type { FaultOutcome } from "./kinds.ts";
import type { FaultInput } from "./types.ts";
import { matchesGlob } from "../name-match.ts";

/** A call of a webhook that is due: all that a fault looks at. */
export interface CallSubject {
  /** Id of the delivery. */
  readonly delivery: string;
  readonly account: string;
  readonly webhook: { readonly id: string; readonly name: string };
  events(): readonly CallEvent[];
}

export interface CallEvent {
  readonly topic: string;
  /** Id of its profile. */
  readonly profile: string;
  /** In lower case; null: the profile has none. */
  readonly email: string | null;
}

/** What a fault makes of a call, beside a delay. */
export type CallOutcome = Pick<
  FaultOutcome,
  "drop" | "duplicate" | "reorder" | "signature" | "timestamp" | "spoil" | "batch"
>;

export interface CallAct extends CallOutcome {
  /** The ids of all that act, the one that gives the outcome first. */
  readonly faults: readonly string[];
  /** In world time. */
  readonly delayMs: number;
}

/** Whether an outcome can act on a call at all. */
export type FitsCall = (step: CallOutcome) => boolean;
export type ActOnCall = (subject: CallSubject, now: number, fits: FitsCall) => CallAct | undefined;

/** The members that only a fault on requests has. */
const ofRequests = ["operation", "area", "method", "path", "where", "hold", "force"] as const;
/** What is asked of deliveries alone, and of all that a fault can be on. */
const matchesOfDeliveries = ["webhook", "profile"] as const;
const matchesOfBoth: readonly string[] = ["account", "email", ...matchesOfDeliveries];
/** What is said of a fault on requests that has what only deliveries have. */
export const insteadOfRequests = "say delivery, such as event:api.*, in place of operation";

/** @throws PlanError that names the member of deliveries in a fault on requests, or the other way round */
export function requireOneKind(fault: FaultInput): void {
  const { delivery, match = {} } = fault;
  if (delivery === undefined) {
    const asked = matchesOfDeliveries.find((name) => match[name] !== undefined);
    if (asked === undefined) return;
    throw new PlanError(`only a delivery has a ${asked}: ${insteadOfRequests}`, `match.${asked}`);
  }
  const other = ofRequests.find((name) => fault[name] !== undefined);
  if (other) throw new PlanError(`is about requests: leave out ${other}, or delivery`, other);
  const asked = Object.keys(match).find((name) => !matchesOfBoth.includes(name));
  if (asked === undefined) return;
  const near = asked === "profileId" ? "profile" : undefined;
  const usual = "match it by account, webhook, profile or email";
  throw new PlanError(`a delivery has no ${asked}: ${usual}`, `match.${asked}`, near);
}

/** Which calls a fault is for: those with an event of which all holds that is asked. */
export function callMatcherOf(fault: FaultInput): (subject: CallSubject) => boolean {
  const { delivery, match = {} } = fault;
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

export const isWebhook = (text: string, { id, name }: CallSubject["webhook"]): boolean =>
  id === text || name === text;
