import { serviceStatuses } from "../jsonapi/refusal.ts";
import { parseDuration } from "./duration.ts";
import { nearest } from "./nearest.ts";

/** How `Retry-After` is worked out: whole seconds, or the end of the caller's steady window. */
type RetryAfter = number | "computed";

/** A fault as it was planned: which requests, when, and what then (design, "Faults"). */
export interface Plan {
  /** An operation id, or `*` for all. */
  readonly operation: string;
  /** Let this many matches pass first. */
  readonly skip: number;
  /** Then act on this many. */
  readonly times: number;
  readonly status?: number;
  readonly retryAfter?: RetryAfter;
  /** Keep refusing the same caller until the promised instant, at no cost in `times`. */
  readonly hold: boolean;
  readonly delayMs: number;
}

/** A fault as its author writes it: the same in the library, in JSON, and in the CLI. */
export interface FaultInput {
  operation: string;
  skip?: number;
  times?: number | "always";
  status?: number;
  retryAfter?: RetryAfter;
  hold?: boolean;
  delay?: string | number;
  force?: boolean;
}

/** Why something that a user planned was refused. */
export class PlanError extends Error {
  /** The member at fault. */
  readonly path: string;
  readonly nearest?: string;
  constructor(message: string, path: string, near?: string) {
    super(message);
    this.path = path;
    if (near !== undefined) this.nearest = near;
  }
}

const members = ["operation", "skip", "times", "status", "retryAfter", "hold", "delay", "force"];

/** The longest delay that can be planned. */
const delayMsMax = 3_600_000;

/**
 * The one parser of faults, whichever way they come.
 *
 * @throws PlanError that names the member and says what was expected
 */
export function parseFault(input: unknown, operations: Iterable<string>): Plan {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new PlanError("a fault is an object", "");
  }
  const fault = input as Record<string, unknown>;
  for (const name of Object.keys(fault)) {
    if (members.includes(name)) continue;
    const near = nearest(name, members);
    throw new PlanError(`unknown member '${name}'`, name, near);
  }
  const status = readStatus(fault["status"], readFlag(fault["force"], "force") ?? false);
  const retryAfter = readRetryAfter(fault["retryAfter"], status);
  const delayMs = readDelay(fault["delay"]);
  if (status === undefined && delayMs === 0) {
    throw new PlanError("a fault needs something to do: a status, a delay, or both", "status");
  }
  const times = fault["times"] ?? 1;
  return {
    operation: readOperation(fault["operation"], operations),
    skip: readCount(fault["skip"] ?? 0, "skip", 0),
    times: times === "always" ? Number.POSITIVE_INFINITY : readCount(times, "times", 1),
    ...(status !== undefined && { status }),
    ...(retryAfter !== undefined && { retryAfter }),
    hold: readFlag(fault["hold"], "hold") ?? (status === 429 && typeof retryAfter === "number"),
    delayMs,
  };
}

function readOperation(value: unknown, operations: Iterable<string>): string {
  if (typeof value !== "string")
    throw new PlanError("expected an operation id, or '*'", "operation");
  const known = [...operations];
  if (value === "*" || known.includes(value)) return value;
  throw new PlanError(`no operation '${value}'`, "operation", nearest(value, known));
}

function readCount(value: unknown, path: string, min: number): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= min) return value;
  const what = path === "times" ? `, or "always"` : "";
  throw new PlanError(`expected a whole number of at least ${min}${what}`, path);
}

function readFlag(value: unknown, path: string): boolean | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  throw new PlanError("expected true or false", path);
}

function readStatus(value: unknown, force: boolean): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 400 || value > 599) {
    throw new PlanError("expected a status from 400 to 599", "status");
  }
  if (!force && !serviceStatuses.includes(value)) {
    const usual = serviceStatuses.join(", ");
    throw new PlanError(
      `the service never answers ${value} (${usual}); add force to insist`,
      "status",
    );
  }
  return value;
}

function readRetryAfter(value: unknown, status: number | undefined): RetryAfter | undefined {
  if (value === undefined) return status === 429 ? "computed" : undefined;
  if (status !== 429 && status !== 503) {
    throw new PlanError("retryAfter goes with status 429 or 503", "retryAfter");
  }
  if (value === "computed") return value;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 86_400)
    return value;
  throw new PlanError('expected whole seconds from 0 to 86400, or "computed"', "retryAfter");
}

function readDelay(value: unknown): number {
  if (value === undefined) return 0;
  const ms = parseDuration(value);
  if (ms !== undefined && ms >= 0 && ms <= delayMsMax) return ms;
  throw new PlanError("expected a duration of at most an hour, such as 250ms or 2s", "delay");
}
