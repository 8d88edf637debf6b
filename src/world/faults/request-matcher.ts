import type { OperationId } from "../../contract/names.ts";
import type { StageName } from "../../contract/stages.ts";
import { described, integer, literal, object, text } from "../../contract/shape.ts";
import { whether, type Shape } from "../../contract/shape.ts";
import { type Condition, isPath, matchConditions, matchMembers } from "./match.ts";
import type { Which } from "./types.ts";
import type { Redaction } from "../journal/redact.ts";
import type { Received } from "../journal/received.ts";
import { isOfClient } from "../journal/entry.ts";

/** Which exchanges are meant, in scenarios and expectations; all that is given must hold. */
export const whichMembers = {
  "operation?": text("Operation id.") as Shape<OperationId>,
  "status?": described(integer({ min: 100, max: 599 }), "Status of the response."),
  "answered?": whether(
    "Whether a response was sent: false where a fault broke the connection first.",
  ),
  "method?": described(literal("GET", "POST", "PATCH", "DELETE", "PUT"), "HTTP method."),
  "path?": text("Path without query; * matches anything."),
  ...matchMembers,
  "fault?": text("Id of a fault that acted, such as fault-1."),
  "stage?": text("Stage that responded, such as limit.") as Shape<StageName>,
} as const;

export const whichShape = object(whichMembers);

/** An exchange that is all that was meant, but for one condition. */
export interface NearMiss {
  readonly received: Received;
  /** What it has in the place of what was meant: `email was p2@example.com`. */
  readonly but: string;
}

function conditionsOf(which: Which): Condition<Received>[] {
  const { operation, status, answered, method, path, fault, stage, ...match } = which;
  const found: Condition<Received>[] = [];
  const equal = (name: keyof Which, wanted: unknown, seen: (received: Received) => unknown) => {
    if (wanted !== undefined) found.push({ name, holds: (each) => seen(each) === wanted, seen });
  };
  equal("operation", operation, (each) => each.operation);
  equal("status", status, ({ entry }) => entry.status);
  equal("answered", answered, ({ entry }) => entry.status !== null);
  equal("method", method, (each) => each.method);
  if (path !== undefined) {
    const seen = (each: Received) => each.path;
    found.push({ name: "path", holds: (each) => isPath(path, each.path), seen });
  }
  if (fault !== undefined) {
    const seen = ({ entry }: Received) => entry.faults;
    found.push({ name: "fault", holds: (each) => seen(each).includes(fault), seen });
  }
  equal("stage", stage, ({ entry }) => entry.stage);
  return [...found, ...matchConditions(match)];
}

/** What no client sent is not meant, unless a browser's own question is asked for. */
const isClients = ({ entry }: Received, { stage }: Which): boolean =>
  isOfClient(entry) || stage === "preflight";

/** Whether an exchange is among those that are meant, as one question. */
export function matcherOf(which: Which): (received: Received) => boolean {
  const conditions = conditionsOf(which);
  return (received) =>
    isClients(received, which) && conditions.every(({ holds }) => holds(received));
}

/** Those that fail one condition and no other, in the order in which they came. */
export function nearMissesOf(all: readonly Received[], which: Which): NearMiss[] {
  const conditions = conditionsOf(which);
  return all.flatMap((received) => {
    if (!isClients(received, which)) return [];
    const failed = conditions.filter(({ holds }) => !holds(received));
    const [one] = failed;
    return one === undefined || failed.length > 1 ? [] : [{ received, but: butOf(one, received) }];
  });
}

/** Whether what was sent must be at hand to answer it, not the journal's entry alone. */
export const looksInside = ({ header, body, email, profileId }: Which): boolean =>
  [header, body, email, profileId].some((member) => member !== undefined);

const shownMax = 200;

function butOf({ name, seen }: Condition<Received>, received: Received): string {
  const shown = textOf(name, seen(received), received.redaction);
  return `${name} was ${shown.length > shownMax ? `${shown.slice(0, shownMax)}…` : shown}`;
}

/** What was seen, without the secrets in it. */
function textOf(name: string, value: unknown, redaction: Redaction): string {
  if (value === undefined || value === null) return "none";
  if (name === "body") return JSON.stringify(redaction.json(value));
  if (name.startsWith("header ")) {
    const header = name.slice("header ".length).toLowerCase();
    return redaction.headers({ [header]: String(value) })[header] ?? "none";
  }
  if (Array.isArray(value)) return value.length === 0 ? "none" : redaction.text(value.join(", "));
  return redaction.text(String(value));
}
