import { serviceStatuses } from "../../jsonapi/standard-refusal.ts";
import { notDuration, parseDuration } from "../time/duration.ts";
import { type CallOutcome, readCallOutcome } from "./delivery.ts";
import { PlanError } from "./error.ts";
import type { OutcomeInput } from "./types.ts";
import { type RetryAfter, readRetryAfter } from "../limits/retry-after.ts";

export type Connection = NonNullable<OutcomeInput["connection"]>;
export type Spoil = NonNullable<OutcomeInput["spoil"]>;
type Window = NonNullable<OutcomeInput["limit"]>;
/** What is wrong with a page of a list. */
export type PageFault = NonNullable<OutcomeInput["page"]>;
/** What a fault did to a request, as the journal names it: in the words of the fault's author. */
export type Injected =
  | "delay"
  | "status"
  | "edge"
  | "headers"
  | "body"
  | "pace"
  | Connection
  | Spoil
  | `limit ${Window}`
  | "ignore"
  | "late"
  | "stale"
  | `page ${Extract<PageFault, string> | "cap"}`;
type Where = "before" | "after";
/** Where an outcome acts; `within`: it changes what an answer means, while it is worked out. */
export type Place = Where | "within" | "delivery";

/** How long to wait, in milliseconds of world time. */
export type Delay =
  | { readonly kind: "fixed"; readonly ms: number }
  | { readonly kind: "uniform"; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: "lognormal"; readonly medianMs: number; readonly sigma: number };

export type Pace = { readonly overMs: number } | { readonly bytesPerSecond: number };

/** What a fault does to one request, known to make sense. */
export interface FaultOutcome extends Omit<CallOutcome, "spoil"> {
  readonly status?: number;
  /** Whether a proxy before the service answers with that status. */
  readonly edge?: true;
  readonly retryAfter?: RetryAfter;
  readonly headers?: Readonly<Record<string, string>>;
  /** The text to send in place of the body. */
  readonly body?: string;
  readonly delay?: Delay;
  readonly connection?: Connection;
  readonly spoil?: Spoil;
  readonly pace?: Pace;
  readonly limit?: Window;
  readonly page?: PageFault;
  /** Whether nothing is done. */
  readonly ignore?: true;
  /** How much later it is done, in milliseconds of world time. */
  readonly late?: number;
  /** How old the answer is, in milliseconds of world time. */
  readonly stale?: number;
}

/** What changes the meaning of an answer, and leaves its form as it is. */
const meanings = ["page", "ignore", "late", "stale"] as const;

export type Meaning = (typeof meanings)[number];

/** The member that changes the meaning of an answer, if an outcome has one. */
export const meaningOf = (outcome: OutcomeInput | FaultOutcome): Meaning | undefined =>
  meanings.find((name) => outcome[name] !== undefined);

/** The longest delay or pace that can be planned. */
const durationMsMax = 3_600_000;

/** Where nothing is sent, nothing can be said about the answer. */
const sendsNothing: readonly string[] = ["reset", "close", "hang"];

/** What has a meaning only where there is an answer. */
const aboutAnswers = ["headers", "body", "spoil", "pace"] as const;

/**
 * Reads one outcome; `where` is what the author said, if anything.
 *
 * @param at the path of its members, such as `sequence[1].`
 * @throws PlanError for members that are wrong, or make no sense together
 */
export function readOutcome(
  input: OutcomeInput,
  { where, force, at = "" }: { where: Place | undefined; force: boolean; at?: string },
): FaultOutcome {
  const fail = (message: string, path: string) => new PlanError(message, at + path);
  if (where === "delivery") {
    const delay = input.delay === undefined ? {} : { delay: readDelay(input.delay, fail) };
    return { ...readCallOutcome(input, at), ...delay };
  }
  const { edge, connection, spoil, limit, page, ignore, late, stale } = input;
  const status = input.status ?? edge;
  if (input.status !== undefined && !force && !serviceStatuses.includes(input.status)) {
    const usual = serviceStatuses.join(", ");
    throw fail(
      `the service never answers ${input.status} (${usual}); add force to insist`,
      "status",
    );
  }
  refuseNonsense(input, where, fail);
  // A proxy promises nothing unasked: it knows no window of the service.
  const silent = edge !== undefined && input.retryAfter === undefined;
  const retryAfter = silent ? undefined : readRetryAfter(input.retryAfter, status, force, fail);
  return {
    ...(status !== undefined && { status }),
    ...(edge !== undefined && { edge: true }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(input.headers !== undefined && { headers: readHeaders(input.headers, fail) }),
    ...(input.body !== undefined && { body: textOf(input.body) }),
    ...(input.delay !== undefined && { delay: readDelay(input.delay, fail) }),
    ...(connection !== undefined && { connection }),
    ...(spoil !== undefined && { spoil }),
    ...(input.pace !== undefined && { pace: readPace(input.pace, fail) }),
    ...(limit !== undefined && { limit }),
    ...(page !== undefined && { page }),
    ...(ignore !== undefined && { ignore }),
    ...(stale !== undefined && { stale: readSpan(stale, "stale", fail) }),
    ...(late !== undefined && { late: readSpan(late, "late", fail) }),
  };
}

type Fail = (message: string, path: string) => PlanError;

/** Where an outcome can act alone, if its author says nothing. */
export function placeOf(outcome: OutcomeInput): Place {
  if (meaningOf(outcome) !== undefined) return "within";
  return needsAnswer(outcome) ? "after" : "before";
}

/** Whether an outcome has a meaning only once there is an answer of the service to spoil. */
const needsAnswer = (outcome: OutcomeInput): boolean =>
  (outcome.status ?? outcome.edge) === undefined &&
  (aboutAnswers.some((name) => outcome[name] !== undefined) ||
    outcome.connection === "close-after-head" ||
    outcome.connection === "close-mid-body");

function refuseNonsense(input: OutcomeInput, where: Place | undefined, fail: Fail): void {
  const { status, connection, spoil, limit, body } = input;
  const given = Object.keys(input).filter((name) => name !== "delay");
  const others = (but: string) => given.filter((name) => name !== but).join(", ");
  if (given.length === 0 && input.delay === undefined) {
    throw fail("a fault needs something to do: a status, a delay, a connection, …", "status");
  }
  if (status !== undefined && input.edge !== undefined) {
    throw fail("either the service answers or what is before it: leave out status", "edge");
  }
  const meaning = meaningOf(input);
  if (meaning !== undefined) {
    if (given.length > 1) throw fail(`${meaning} goes with no ${others(meaning)}`, meaning);
    if (where !== "within") throw fail(`${meaning} says itself when: leave out where`, "where");
  }
  if (limit !== undefined) {
    if (given.length > 1) throw fail(`limit goes with no ${others("limit")}`, "limit");
    if (where === "after") throw fail("a limit refuses before anything is done", "where");
  }
  if (connection !== undefined && sendsNothing.includes(connection) && given.length > 1) {
    throw fail(`${connection} sends nothing: leave out ${others("connection")}`, "connection");
  }
  if (connection !== undefined && spoil !== undefined) {
    throw fail("either the connection or the body is spoilt, not both", "spoil");
  }
  if (connection === "close-after-head" && (body !== undefined || input.pace !== undefined)) {
    throw fail("close-after-head sends no body", body === undefined ? "pace" : "body");
  }
  if (where === "before" && needsAnswer(input)) {
    throw fail("before anything is done there is no answer: give a status, or after", "where");
  }
  const bodiless = status === 204 || status === 205 || status === 304;
  const ofBody = (["body", "spoil", "pace"] as const).find((name) => input[name] !== undefined);
  if (bodiless && ofBody !== undefined) throw fail(`a ${status} has no body`, ofBody);
  if (spoil === "empty" && input.pace !== undefined)
    throw fail("an empty body has no pace", "pace");
}

/** How a message is framed is the connection's business. */
const framing = ["content-length", "transfer-encoding", "connection", "keep-alive", "upgrade"];

function readHeaders(headers: Readonly<Record<string, string>>, fail: Fail) {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const path = `headers.${name}`;
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw fail("not the name of a header", path);
    if (!/^[\x20-\x7e\t]*$/.test(value)) throw fail("expected printable ASCII", path);
    const lower = name.toLowerCase();
    if (framing.includes(lower)) {
      throw fail("how an answer is framed is not for headers: see connection and spoil", path);
    }
    read[lower] = value;
  }
  return read;
}

const textOf = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body));

function readDelay(input: NonNullable<OutcomeInput["delay"]>, fail: Fail): Delay {
  const read = (value: string | undefined, path: string): number => {
    const ms = parseDuration(value);
    if (ms !== undefined && ms >= 0 && ms <= durationMsMax) return ms;
    const usual = "expected a duration of at most an hour, such as 250ms or 2s";
    throw fail(notDuration(value, usual), path);
  };
  if (typeof input !== "object") return { kind: "fixed", ms: read(input, "delay") };
  const { uniform, lognormal } = input;
  if ((uniform === undefined) === (lognormal === undefined)) {
    throw fail("expected a duration, or one of uniform and lognormal", "delay");
  }
  if (uniform !== undefined) {
    const [fromMs, toMs] = uniform.map((each, index) => read(each, `delay.uniform[${index}]`));
    if (fromMs === undefined || toMs === undefined || fromMs > toMs) {
      throw fail("expected the shorter one first", "delay.uniform");
    }
    return { kind: "uniform", fromMs, toMs };
  }
  const sigma = lognormal?.sigma ?? 0;
  if (!(sigma > 0 && sigma <= 5)) {
    throw fail("expected a number above 0 and at most 5", "delay.lognormal.sigma");
  }
  return { kind: "lognormal", medianMs: read(lognormal?.median, "delay.lognormal.median"), sigma };
}

/** How long something is apart from the request. */
function readSpan(input: string, path: string, fail: Fail): number {
  const ms = parseDuration(input);
  if (ms !== undefined && ms > 0 && ms <= durationMsMax) return ms;
  throw fail("expected a duration of at most an hour, such as 5s", path);
}

function readPace({ over, bytesPerSecond }: NonNullable<OutcomeInput["pace"]>, fail: Fail): Pace {
  if ((over === undefined) === (bytesPerSecond === undefined)) {
    throw fail("expected one of over and bytesPerSecond", "pace");
  }
  if (bytesPerSecond !== undefined) {
    if (bytesPerSecond > 0 && Number.isFinite(bytesPerSecond)) return { bytesPerSecond };
    throw fail("expected a number above 0", "pace.bytesPerSecond");
  }
  const overMs = parseDuration(over);
  if (overMs !== undefined && overMs > 0 && overMs <= durationMsMax) return { overMs };
  throw fail(notDuration(over, "expected a duration of at most an hour, such as 5s"), "pace.over");
}
