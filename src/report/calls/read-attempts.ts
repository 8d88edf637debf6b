import { hash } from "node:crypto";
import { eventOf, uniqueIdIn } from "../../world/journal/twins.ts";
import type { Received } from "../../world/journal/received.ts";
import { promisedMs } from "../../world/limits/retry-after.ts";
import type { Attempt, Budget, Name, Outcome, PromiseForm, Sent } from "./attempt.ts";
import { shortened } from "../figures.ts";
import { meets } from "../fault-kinds.ts";

/** An exchange as its client made it. @param as stands for its account's id, so that several are alike */
export function attemptOf(received: Received, as?: string): Attempt {
  const { entry } = received;
  const [path = ""] = entry.target.split("?", 1);
  const end = entry.durationMs === null ? Infinity : entry.arrivedReal + entry.durationMs;
  const authorization = received.header("authorization") ?? "";
  const credential = authorization === "" ? "" : digestOf(authorization);
  const account = as ?? entry.account ?? credential;
  const operation = entry.operation ?? `${entry.method} ${path}`;
  const outcome = outcomeOf(received, end);
  const retryAfterMs = outcome === "refused" ? promisedMs(entry.retryAfter, end) : undefined;
  const target = as === undefined ? entry.target : entry.target.replaceAll(entry.account ?? as, as);
  const asked = `${account}\n${entry.method} ${target}`;
  // Most requests have no body, and most bodies no names: a digest takes longer than all else.
  const likeness = received.hasBody() ? digestOf(`${asked}\n${received.bodyDigest()}`) : asked;
  const nameless = namelessBody(received);
  return {
    exchange: entry.id,
    operation,
    hasRow: entry.operation !== null,
    method: entry.method,
    target: entry.target,
    path,
    about: aboutOf(received, operation),
    account,
    credential,
    isToken: /^bearer /i.test(authorization),
    app: entry.app,
    agent: received.header("user-agent") ?? "",
    revision: entry.revision ?? revisionOf(received),
    name: nameOf(received),
    testId: entry.testId ?? undefined,
    trace: traceparent.exec(received.header("traceparent") ?? "")?.[1],
    likeness,
    kin: nameless === undefined ? likeness : digestOf(`${asked}\n${nameless}`),
    hasBody: received.hasBody(),
    members: () => membersIn(received.body()),
    connection: entry.connection,
    closes: /\bclose\b/i.test(received.header("connection") ?? ""),
    sent: sentOf(received),
    isUndated: isUndated(received.body()),
    at: entry.arrivedReal,
    end,
    atWorld: entry.arrivedWorld,
    endWorld: entry.endedWorld ?? Infinity,
    pace: entry.pace,
    status: entry.status,
    outcome,
    left: entry.left,
    retryAfterMs,
    promisedBy: outcome === "refused" ? formOf(entry.retryAfter, retryAfterMs) : undefined,
    budget: outcome === "open" || outcome === "lost" ? undefined : budgetOf(received),
    stage: entry.stage,
    faults: entry.faults,
    injected: entry.injected,
    written: entry.written,
    page: outcome === "answered" ? received.page() : undefined,
    created: received.created(),
  };
}

/** Of a list, those of each of its items once: how long it is, is all the same. */
function membersIn(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  if (Array.isArray(value)) return `[${[...new Set(value.map(membersIn))].toSorted().join()}]`;
  const names = Object.entries(value).map(([name, each]) => `${name}${membersIn(each)}`);
  return `{${names.toSorted().join()}}`;
}

const revisionOf = (received: Received): string | null => {
  const sent = received.header("revision");
  return sent === undefined ? null : received.redaction.text(sent);
};

function outcomeOf({ entry }: Received, end: number): Outcome {
  if (entry.left || meets(entry.injected, "lost")) return Number.isFinite(end) ? "lost" : "open";
  if (!Number.isFinite(end) || entry.status === null) return "open";
  if (entry.status >= 400) return "refused";
  return meets(entry.injected, "spoilt") ? "spoilt" : "answered";
}

function formOf(retryAfter: string | null, ms: number | undefined): PromiseForm | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return "seconds";
  return ms === undefined || retryAfter.startsWith("-") ? "unreadable" : "date";
}

/** The three headers of the steady window (specification, "Rate limits"). */
function budgetOf(received: Received): Budget | undefined {
  const read = (name: string) => Number.parseInt(received.answered(`ratelimit-${name}`) ?? "", 10);
  const [limit, remaining, reset] = [read("limit"), read("remaining"), read("reset")];
  if (Number.isNaN(limit + remaining + reset)) return undefined;
  return { limit, remaining, resetMs: reset * 1000 };
}

function nameOf(received: Received): Name | undefined {
  const key = received.header("idempotency-key");
  if (key !== undefined) return { by: "idempotency key", value: key };
  const unique = uniqueIdIn(received.body());
  if (unique !== undefined) return { by: "unique_id", value: digestOf(unique) };
  const { testId } = received.entry;
  return testId === null ? undefined : { by: "test id", value: testId };
}

const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}/;

/** What it is like but for its `unique_id`; undefined: it has none. */
function namelessBody(received: Received): string | undefined {
  const body = received.body();
  if (typeof eventOf(body)?.["unique_id"] !== "string") return undefined;
  return JSON.stringify(body, (name, value) => (name === "unique_id" ? undefined : value));
}

function sentOf(received: Received): Sent {
  const [type = ""] = (received.header("content-type") ?? "").toLowerCase().split(";", 1);
  const encoding = received.header("content-encoding")?.toLowerCase() ?? "";
  const isBroken =
    type.endsWith("json") && received.isKept() && encoding === "" && received.body() === undefined;
  const body = received.hasBody() ? (isBroken ? "broken" : "whole") : "none";
  return { body, type: type.trim(), encoding };
}

/** Its `unique_id` is then the second in which it came (specification, "Create Event"). */
function isUndated(body: unknown): boolean {
  const event = eventOf(body);
  return event !== undefined && typeof event["unique_id"] !== "string" && event["time"] == null;
}

function aboutOf(received: Received, operation: string): string {
  const { redaction } = received;
  const [email] = received.emails();
  const [id] = received.profileIds();
  const { target } = received.entry;
  if (email !== undefined) return `${operation} for ${redaction.text(email)}`;
  if (id !== undefined) return `${operation} for ${redaction.text(id)}`;
  if (!target.includes("?")) return operation;
  return `${operation} ${shortened(target.slice(target.indexOf("?")))}`;
}

/** Long enough that no two are the same by chance, and nothing can be read from it. */
const digestOf = (text: string): string => hash("sha256", text, "base64url").slice(0, 22);
