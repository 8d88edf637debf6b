import { count, described, integer, list, literal, number, object } from "../contract/shape.ts";
import { oneOf, open, text, whether, type Shape } from "../contract/shape.ts";
import type { LimitsInput } from "../control/limits.ts";
import { ratesChange } from "../domain/messages/fate.ts";
import type { Fixture } from "../seeding/fixture/shape.ts";
import { durationShape } from "../world/time/duration.ts";
import { faultShape } from "../world/faults/kinds.ts";
import { whichMembers, whichShape } from "../world/faults/request-matcher.ts";
import { amountMembers } from "../control/matchers.ts";
import { whichMessageMembers } from "../control/messages/message-view.ts";
import { ruleIds } from "../report/names.ts";
import { rolesShape } from "./roles.ts";
import type { Expectation } from "./types.ts";

const part = <const F extends Readonly<Record<string, Shape>>>(says: string, members: F) =>
  described(object(members), says);

export const stepShape = object({
  "name?": text("How the verdict calls it; each name once."),
  "at?": durationShape("After so much world time, such as +5s. Without a trigger: at the start."),
  "after?": part("Once this many matching requests were answered.", {
    requests: described(integer({ min: 1 }), "How many of them."),
    ...whichMembers,
  }),
  "when?": described(whichShape, "Once the first such request was answered."),
  "fault?": described(faultShape, "Plans a fault, in the language of faults add."),
  "clock?": part("Sets or moves the emulator's clock.", {
    "mode?": described(
      literal("real", "offset", "frozen", "accelerated"),
      "How it runs from then on.",
    ),
    "at?": text("A datetime."),
    "by?": durationShape("For mode offset."),
    "factor?": described(number(), "For mode accelerated: how many times as fast."),
    "advance?": durationShape("Moves it forward."),
    "resume?": whether("Lets a frozen clock run again."),
  }),
  "revision?": part("Changes a revision; one that is not known is brought.", {
    revision: text("Which one."),
    "status?": described(literal("active", "deprecated", "retired"), "What becomes of it."),
    "sunset?": text("When it is announced to end."),
    "whenRetired?": described(literal("gone", "forward"), "410, or the next one that is served."),
    "patches?": described(list(open()), "Changes to its responses."),
  }),
  "defaultRevision?": described(
    literal("refuse", "oldest", "newest"),
    "What a request without a revision gets.",
  ),
  "limits?": described(
    open(),
    "Sets the rate limits, as PUT /_emulator/limits does.",
  ) as Shape<LimitsInput>,
  "rates?": described(ratesChange, "Sets what becomes of messages, as PUT /_emulator/rates does."),
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
  "delete?": part("Deletes records, with all that goes with them.", {
    collection: text("profiles, or what the service lets a client delete, such as lists."),
    "account?": text("A company id. Default: the first account."),
    "filter?": text("In the service's own language. Default: all of them."),
  }),
  "revoke?": part("Revokes a private key, or OAuth tokens.", {
    "key?": text("The name of a private key."),
    "app?": text(
      "The client id of an OAuth app: revokes its tokens, refresh tokens too. * for every app.",
    ),
    "account?": text("A company id. Default: of a key the first account, of tokens every account."),
  }),
  "snapshot?": text("Keeps the state by this name."),
  "restore?": text("Puts the state of this name back."),
  "optional?": whether(
    "The run passes although the step never fires, or its fault meets no request.",
  ),
});

/** What a message says is not looked into. */
const { "contains?": _contains, ...messageMembers } = whichMessageMembers;

/** The members of an expectation that say what is expected. */
const expected = {
  "requests?": part("Number of matching requests.", { ...whichMembers, ...amountMembers }),
  "order?": described(
    list(whichShape, { min: 2 }),
    "Matching requests arrived in this order; others may come between.",
  ),
  "state?": part("Number of matching records stored at the end.", {
    collection: text("Collection, such as events."),
    "account?": text("Company id. Default: the first account."),
    "filter?": text("Filter in the service's own language."),
    "where?": described(open(), "Members of the stored records, such as { name: VIP }."),
    ...amountMembers,
  }),
  "outbox?": part("Number of matching messages that were sent.", {
    ...messageMembers,
    ...amountMembers,
  }),
  "waits?": part("After each Retry-After, the same caller waited that long.", {
    ...whichMembers,
    "tolerance?": durationShape("How early a retry may come."),
  }),
  "gap?": part("Time between one matching request and the next, as the client waited.", {
    ...whichMembers,
    "min?": durationShape("Shortest time."),
    "max?": durationShape("Longest time."),
  }),
  "pace?": part("Highest rate of matching requests.", {
    ...whichMembers,
    max: described(integer({ min: 1 }), "Highest number of requests."),
    in: durationShape("Within any span of this length."),
  }),
  "within?": durationShape(
    "Longest time from the first request to the last response, as the client waited.",
  ),
  "doubled?": count("Number of duplicate records written by retries of lost responses."),
  "hits?": part("Number of requests that the fault of a step hit.", {
    step: text("Name of a step with a fault."),
    ...amountMembers,
  }),
  "rules?": described(
    list(literal(...ruleIds), { min: 1 }),
    "Rules of the report card that pass; an undecided one is not enough.",
  ),
  "prints?": part("Number of matching lines that the command printed to stdout.", {
    line: text("The whole line; * matches anything."),
    ...amountMembers,
  }),
  "exit?": described(
    oneOf(integer({ min: 0, max: 255 }), literal("any")),
    "Exit code of the command; any: it may end as it likes, and say that it gave up. Default: 0.",
  ),
  "same?": described(
    literal("state", "output", "requests", "operations"),
    "As without faults: the stored records, the lines on stdout, the number of requests, or the operations that succeed.",
  ),
  "once?": described(
    literal("state"),
    "No record is stored more often than without faults, and no retry wrote one twice.",
  ),
  "allRead?": text(
    "Operation of a list, such as $walked: read to its end as often as without faults.",
  ),
  "unbroken?": described(
    list(literal(...ruleIds), { min: 1 }),
    "Rules of the report card of which none fails.",
  ),
};

export type ExpectationKind = Exclude<keyof Expectation, "name">;

export const expectationKinds = Object.keys(expected).map((name) =>
  name.replace("?", ""),
) as ExpectationKind[];

export const expectationShape = object({
  "name?": text("Name of this expectation in the verdict."),
  ...expected,
});

export const expectationsShape = list(expectationShape, { max: 1000 });

/** A scenario file: a timeline of what happens, and what must be true at the end. */
export const scenarioShape = object({
  name: text("Short name, such as lost-response."),
  "description?": text("The bug that the scenario finds."),
  "fixtures?": described(
    list(text("File next to this one, or demo, small, empty, year.")),
    "Fixtures, when the run starts its own emulator. Default: small.",
  ),
  "settings?": part("Settings, when the run starts its own emulator.", {
    "seed?": described(integer(), "Seed of the random generators."),
    "rateLimits?": text("real, off, or a multiple such as x10."),
    "frozenAt?": text("Freeze the clock at this datetime."),
    "revisionLife?": described(literal("all", "service"), "all, or as the service retires them."),
    "authScheme?": text("Word before the key in the Authorization header."),
  }),
  "roles?": described(
    rolesShape,
    "What $written, $read, $walked, $revision and $token stand for. Default: what the client does.",
  ),
  "steps?": described(list(stepShape, { max: 1000 }), "What happens, in this order."),
  "expect?": described(expectationsShape, "What must be true at the end."),
});
