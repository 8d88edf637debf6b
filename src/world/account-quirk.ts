import { any, described, type Infer, integer, list } from "../contract/shape.ts";
import { nullable, object, record, string } from "../contract/shape.ts";
import { PlanError, unknownName } from "./faults/kind.ts";
import { type Patchable, patchShape, requirePatch } from "./faults/response-patch.ts";

const text = () => string({ minLength: 1, maxLength: 2000 });
const status = () => integer({ min: 200, max: 599 });

const errorShape = object({
  code: text(),
  "title?": text(),
  "detail?": text(),
  "pointer?": text(),
  "parameter?": text(),
});

const accountQuirkShape = object({
  operation: described(text(), "The operation that responds otherwise."),
  "says?": described(text(), "What it does, for people."),
  "when?": object({
    "status?": described(status(), "The status of the emulator's own response."),
    "query?": described(record(string()), "Parameters of the request, with their values."),
    "body?": described(
      record(any()),
      "Members of the request's body by their path, such as data.attributes.name, with their values.",
    ),
  }),
  "status?": described(
    status(),
    "The status instead. From 400 on, a request that would succeed is rejected before anything is written.",
  ),
  "errors?": described(list(errorShape), "What the rejection says."),
  "headers?": described(
    record(nullable(string())),
    "Headers with their values; null leaves one out.",
  ),
  "patch?": described(patchShape, "How its records are changed, as the patches of a revision."),
});

/** The file that holds quirks of an account. */
export const accountQuirksShape = object({ quirks: list(accountQuirkShape) });

/** What the service does otherwise for one account: the emulator does it, too. */
export type AccountQuirk = Infer<typeof accountQuirkShape>;

export type AccountQuirks = ReadonlyMap<string, readonly AccountQuirk[]>;

/** @throws PlanError with the member that is wrong */
export function requireQuirk(accountQuirk: AccountQuirk, patchable: Patchable): void {
  const { operation, status: instead, errors, headers, patch } = accountQuirk;
  const { operations } = patchable;
  if (!operations.has(operation)) throw unknownName("operation", operation, operations.keys());
  if ((instead ?? headers ?? patch ?? errors) === undefined)
    throw new PlanError("expected a status, errors, headers or a patch", "");
  if (patch === undefined) return;
  const own = patch.resource === undefined ? { operation, ...patch } : patch;
  try {
    requirePatch(own, patchable);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new PlanError(error.message, `patch.${error.path}`, error.nearest);
  }
}
