import { boolean, described, integer, list, literal } from "../contract/shape.ts";
import { number, object, open, type Shape, text } from "../contract/shape.ts";
import type { LimitsInput } from "../control/limits.ts";
import { ratesChange } from "../domain/messages/rates.ts";
import type { Fixture } from "../seeding/fixture/shape.ts";
import { durationShape } from "../world/time/duration.ts";
import { faultShape } from "../world/faults/shape.ts";
import { whichMembers, whichShape } from "../world/faults/request-matcher.ts";

export const stepShape = object({
  "name?": text("How the verdict calls it; each name once."),
  "at?": durationShape("After so much world time, such as +5s. Without a trigger: at the start."),
  "after?": described(
    object({
      requests: described(integer({ min: 1 }), "How many of them."),
      ...whichMembers,
    }),
    "Once this many matching requests were answered.",
  ),
  "when?": described(whichShape, "Once the first such request was answered."),
  "fault?": described(faultShape, "Plans a fault, in the language of faults add."),
  "clock?": described(
    object({
      "mode?": described(
        literal("real", "offset", "frozen", "accelerated"),
        "How it runs from then on.",
      ),
      "at?": text("A datetime."),
      "by?": durationShape("For mode offset."),
      "factor?": described(number(), "For mode accelerated: how many times as fast."),
      "advance?": durationShape("Moves it forward."),
      "resume?": described(boolean(), "Lets a frozen clock run again."),
    }),
    "Sets or moves the emulator's clock.",
  ),
  "revision?": described(
    object({
      revision: text("Which one."),
      "status?": described(literal("active", "deprecated", "retired"), "What becomes of it."),
      "sunset?": text("When it is announced to end."),
      "whenRetired?": described(literal("gone", "forward"), "410, or the next one that is served."),
      "patches?": described(list(open()), "Changes to its responses."),
    }),
    "Changes a revision; one that is not known is brought.",
  ),
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
