import {
  boolean,
  described,
  type Infer,
  integer,
  list,
  literal,
  number,
  object,
  open,
  type Shape,
  string,
} from "../contract/shape.ts";
import { amountMembers } from "../control/amount.ts";
import { durationShape } from "../world/duration.ts";
import { faultShape } from "../world/fault-shape.ts";
import type { Fixture } from "../seeding/fixture-shape.ts";
import { whichMembers, whichShape } from "../world/which.ts";

const text = (description: string) => described(string({ minLength: 1 }), description);

const step = object({
  "name?": text("How the verdict calls it; each name once."),
  "at?": durationShape("After so much world time, such as +5s. Without a trigger: at the start."),
  "after?": described(
    object({ requests: integer({ min: 1 }), ...whichMembers }),
    "Once so many such requests were answered.",
  ),
  "when?": described(whichShape, "Once the first such request was answered."),
  "fault?": described(faultShape, "Plans a fault, in the language of faults add."),
  "clock?": described(
    object({
      "mode?": literal("real", "offset", "frozen", "accelerated"),
      "at?": text("A datetime."),
      "by?": durationShape("For mode offset."),
      "factor?": number(),
      "advance?": durationShape("Moves it forward."),
      "resume?": boolean(),
    }),
    "Sets or moves the emulator's clock.",
  ),
  "revision?": described(
    object({
      revision: text("Which one."),
      "status?": literal("active", "deprecated", "retired"),
      "sunset?": text("When it is announced to end."),
      "whenRetired?": literal("gone", "forward"),
      "patches?": list(open()),
    }),
    "Changes a revision; one that is not known is brought.",
  ),
  "defaultRevision?": described(
    literal("refuse", "oldest", "newest"),
    "What a request without a revision gets.",
  ),
  "limits?": described(open(), "Sets the rate limits, as PUT /_emulator/limits does."),
  "reset?": described(
    list(literal("state", "limits", "faults", "journal", "clock", "revisions", "tokens"), {
      min: 1,
    }),
    "Puts these parts back.",
  ),
  "seed?": described(
    open(),
    "Adds a fixture document to the state, as POST /_emulator/seed does.",
  ) as Shape<Fixture>,
  "delete?": described(
    object({
      collection: text("profiles, or what the service lets a client delete, such as lists."),
      "account?": text("A company id. Default: the first account."),
      "filter?": text("In the service's own language. Default: all of them."),
    }),
    "Deletes records, with all that goes with them.",
  ),
  "revoke?": described(
    object({
      "key?": text("The name of a private key."),
      "app?": text(
        "The client id of an OAuth app: revokes its tokens, refresh tokens too. * for every app.",
      ),
      "account?": text(
        "A company id. Default: of a key the first account, of tokens every account.",
      ),
    }),
    "Revokes a private key, or OAuth tokens.",
  ),
  "snapshot?": text("Keeps the state by this name."),
  "restore?": text("Puts the state of this name back."),
  "optional?": described(
    boolean(),
    "The run passes although the step never fires, or its fault meets no request.",
  ),
});

const expectation = object({
  "name?": text("How the verdict calls it."),
  "requests?": described(
    object({ ...whichMembers, ...amountMembers }),
    "So many such requests were answered.",
  ),
  "order?": described(
    list(whichShape, { min: 2 }),
    "Such requests came one after the other, whatever came between.",
  ),
  "state?": described(
    object({
      collection: text("Such as events."),
      "account?": text("A company id; without it, the first account."),
      "filter?": text("In the service's own language."),
      ...amountMembers,
    }),
    "So many such records are stored at the end.",
  ),
  "waits?": described(
    object({ ...whichMembers, "tolerance?": durationShape("How much too early is let pass.") }),
    "After each Retry-After the same caller came back no sooner.",
  ),
  "gap?": described(
    object({
      ...whichMembers,
      "min?": durationShape("At least."),
      "max?": durationShape("At most."),
    }),
    "So much of the client's time lay between one such request and the next.",
  ),
  "pace?": described(
    object({ ...whichMembers, max: integer({ min: 1 }), in: durationShape("In any such span.") }),
    "No more such requests came in any span of the client's time.",
  ),
  "within?": durationShape("From the first request to the last answer, in the client's time."),
  "doubled?": described(
    integer({ min: 0 }),
    "Records that retries of lost answers wrote once more.",
  ),
  "hits?": described(
    object({ step: text("The name of a step with a fault."), ...amountMembers }),
    "So many requests met the fault of a step.",
  ),
  "exit?": described(
    integer({ min: 0, max: 255 }),
    "The exit code of the command; if nothing is said, any but 0 fails.",
  ),
});

export const expectationsShape = list(expectation, { max: 1000 });

/** A scenario file: a timeline of what happens, and what must be true at the end. */
export const scenarioShape = object({
  name: text("Short, such as lost-response."),
  "description?": text("The bug that it finds."),
  "fixtures?": described(
    list(text("A file beside this one, or demo, small, empty.")),
    "For an emulator of its own; default: small.",
  ),
  "settings?": described(
    object({
      "seed?": integer(),
      "rateLimits?": text("real, off, or a multiple such as x10."),
      "frozenAt?": text("A datetime."),
      "revisionLife?": literal("all", "service"),
      "authScheme?": text("The word before the key."),
    }),
    "For an emulator of its own.",
  ),
  "steps?": list(step, { max: 1000 }),
  "expect?": expectationsShape,
});

export type Scenario = Infer<typeof scenarioShape>;
export type Step = Infer<typeof step>;
export type Expectation = Infer<typeof expectation>;
