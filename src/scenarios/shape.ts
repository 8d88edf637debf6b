import { described, integer, list, literal } from "../contract/shape.ts";
import { object, open, string } from "../contract/shape.ts";
import { type Amount, amountMembers } from "../control/amount.ts";
import { whichMessageMembers } from "../control/messages/which-message.ts";
import { ruleIds } from "../report/names.ts";
import { durationShape } from "../world/time/duration.ts";
import { type Which, whichMembers, whichShape } from "../world/faults/which.ts";
import { type Step, stepShape } from "./step-shape.ts";

const text = (description: string) => described(string({ minLength: 1 }), description);

/** What a message says is not looked into. */
const { "contains?": _contains, ...messageMembers } = whichMessageMembers;

export const expectationShape = object({
  "name?": text("Name of this expectation in the verdict."),
  "requests?": described(
    object({ ...whichMembers, ...amountMembers }),
    "Number of matching requests.",
  ),
  "order?": described(
    list(whichShape, { min: 2 }),
    "Matching requests arrived in this order; others may come between.",
  ),
  "state?": described(
    object({
      collection: text("Collection, such as events."),
      "account?": text("Company id. Default: the first account."),
      "filter?": text("Filter in the service's own language."),
      "where?": described(open(), "Members of the stored records, such as { name: VIP }."),
      ...amountMembers,
    }),
    "Number of matching records stored at the end.",
  ),
  "outbox?": described(
    object({ ...messageMembers, ...amountMembers }),
    "Number of matching messages that were sent.",
  ),
  "waits?": described(
    object({ ...whichMembers, "tolerance?": durationShape("How early a retry may come.") }),
    "After each Retry-After, the same caller waited that long.",
  ),
  "gap?": described(
    object({
      ...whichMembers,
      "min?": durationShape("Shortest time."),
      "max?": durationShape("Longest time."),
    }),
    "Time between one matching request and the next, as the client waited.",
  ),
  "pace?": described(
    object({
      ...whichMembers,
      max: described(integer({ min: 1 }), "Highest number of requests."),
      in: durationShape("Within any span of this length."),
    }),
    "Highest rate of matching requests.",
  ),
  "within?": durationShape(
    "Longest time from the first request to the last response, as the client waited.",
  ),
  "doubled?": described(
    integer({ min: 0 }),
    "Number of duplicate records written by retries of lost responses.",
  ),
  "hits?": described(
    object({ step: text("Name of a step with a fault."), ...amountMembers }),
    "Number of requests that the fault of a step hit.",
  ),
  "rules?": described(
    list(literal(...ruleIds), { min: 1 }),
    "Rules of the report card that pass; an undecided one is not enough.",
  ),
  "prints?": described(
    object({ line: text("The whole line; * matches anything."), ...amountMembers }),
    "Number of matching lines that the command printed to stdout.",
  ),
  "exit?": described(integer({ min: 0, max: 255 }), "Exit code of the command. Default: 0."),
});

export const expectationsShape = list(expectationShape, { max: 1000 });

/** A scenario file: a timeline of what happens, and what must be true at the end. */
export const scenarioShape = object({
  name: text("Short name, such as lost-response."),
  "description?": text("The bug that the scenario finds."),
  "fixtures?": described(
    list(text("File next to this one, or demo, small, empty.")),
    "Fixtures, when the run starts its own emulator. Default: small.",
  ),
  "settings?": described(
    object({
      "seed?": described(integer(), "Seed of the random generators."),
      "rateLimits?": text("real, off, or a multiple such as x10."),
      "frozenAt?": text("Freeze the clock at this datetime."),
      "revisionLife?": described(literal("all", "service"), "all, or as the service retires them."),
      "authScheme?": text("Word before the key in the Authorization header."),
    }),
    "Settings, when the run starts its own emulator.",
  ),
  "steps?": described(list(stepShape, { max: 1000 }), "What happens, in this order."),
  "expect?": described(expectationsShape, "What must be true at the end."),
});

// Printed by the program, checked by a test: UPDATE_TYPES=1 npx vitest run test/printed-types

/** What must be true at the end of a scenario: exactly one of its members, and a name. */
// oxfmt-ignore
export interface Expectation {
  /** Name of this expectation in the verdict. */
  readonly name?: string;
  /** Number of matching requests. */
  readonly requests?: Which & Amount;
  /** Matching requests arrived in this order; others may come between. */
  readonly order?: readonly Which[];
  /** Number of matching records stored at the end. */
  readonly state?: Amount & {
    /** Collection, such as events. */
    readonly collection: string;
    /** Company id. Default: the first account. */
    readonly account?: string;
    /** Filter in the service's own language. */
    readonly filter?: string;
    /** Members of the stored records, such as { name: VIP }. */
    readonly where?: Readonly<Record<string, unknown>>;
  };
  /** Number of matching messages that were sent. */
  readonly outbox?: Amount & {
    /** Address, number or device token; * matches anything. */
    readonly to?: string;
    /** Subject as rendered; * matches anything. */
    readonly subject?: string;
    /** Id or name of the campaign. */
    readonly campaign?: string;
    /** Id of the flow. */
    readonly flow?: string;
    /** Id of the campaign's or flow's message, or of the conversation. */
    readonly message?: string;
    /** Id of the profile. */
    readonly profile?: string;
    /** Channel. */
    readonly channel?: "email" | "sms" | "push" | "whatsapp";
    /** The furthest that it has got. */
    readonly status?: "delivered" | "bounced" | "dropped" | "opened" | "clicked" | "unsubscribed" | "marked";
    /** Company id. Default: every account. */
    readonly account?: string;
  };
  /** After each Retry-After, the same caller waited that long. */
  readonly waits?: Which & {
    /** How early a retry may come. */
    readonly tolerance?: string;
  };
  /** Time between one matching request and the next, as the client waited. */
  readonly gap?: Which & {
    /** Shortest time. */
    readonly min?: string;
    /** Longest time. */
    readonly max?: string;
  };
  /** Highest rate of matching requests. */
  readonly pace?: Which & {
    /** Highest number of requests. */
    readonly max: number;
    /** Within any span of this length. */
    readonly in: string;
  };
  /** Longest time from the first request to the last response, as the client waited. */
  readonly within?: string;
  /** Number of duplicate records written by retries of lost responses. */
  readonly doubled?: number;
  /** Number of requests that the fault of a step hit. */
  readonly hits?: Amount & {
    /** Name of a step with a fault. */
    readonly step: string;
  };
  /** Rules of the report card that pass; an undecided one is not enough. */
  readonly rules?:
    | readonly ("retries"
    | "stops"
    | "retry-after"
    | "growing"
    | "jitter"
    | "attempts"
    | "total-time"
    | "doubled-write"
    | "slows"
    | "stampede"
    | "budget"
    | "gives-up"
    | "revision"
    | "token"
    | "repeats"
    | "reads-all"
    | "patience"
    | "storm")[];
  /** Number of matching lines that the command printed to stdout. */
  readonly prints?: Amount & {
    /** The whole line; * matches anything. */
    readonly line: string;
  };
  /** Exit code of the command. Default: 0. */
  readonly exit?: number;
}

/** A scenario file: a timeline of what happens, and what must be true at the end. */
// oxfmt-ignore
export interface Scenario {
  /** Short name, such as lost-response. */
  readonly name: string;
  /** The bug that the scenario finds. */
  readonly description?: string;
  /** Fixtures, when the run starts its own emulator. Default: small. */
  readonly fixtures?: readonly string[];
  /** Settings, when the run starts its own emulator. */
  readonly settings?: {
    /** Seed of the random generators. */
    readonly seed?: number;
    /** real, off, or a multiple such as x10. */
    readonly rateLimits?: string;
    /** Freeze the clock at this datetime. */
    readonly frozenAt?: string;
    /** all, or as the service retires them. */
    readonly revisionLife?: "all" | "service";
    /** Word before the key in the Authorization header. */
    readonly authScheme?: string;
  };
  /** What happens, in this order. */
  readonly steps?: readonly Step[];
  /** What must be true at the end. */
  readonly expect?: readonly Expectation[];
}

// End of what is printed
