import { integer, type Shape } from "../../../contract/shape.ts";
import type { ServiceStatus } from "../../../contract/names.ts";
import { serviceStatuses } from "../../../jsonapi/standard-refusal.ts";
import { kind } from "../kind.ts";

/** Statuses that say something of the data, or of the request: who is lied to about those cannot know better. */
const isHonest = (status: number): boolean =>
  [401, 403, 410, 429].includes(status) || status >= 500;

export const status = kind({
  name: "status",
  shape: integer({ min: 200, max: 599 }) as Shape<ServiceStatus | (number & Record<never, never>)>,
  means: "Answer with this status, and the service's own error body.",
  flag: "<status>",
  does: "Respond with this status and the service's own error body",
  says: "",
  ends: true,
  makesSense(value, { force, fail }) {
    if (force || serviceStatuses.includes(value)) return;
    const usual = serviceStatuses.join(", ");
    throw fail(`the service never answers ${value} (${usual}); add force to insist`, "status");
  },
  leaves: { status: "whole" },
  family: "refused",
  samples: serviceStatuses.filter(isHonest),
  effort: (value, { retryAfter }) =>
    value === 429 && retryAfter === undefined ? 60_000 : undefined,
  answer: (value, by) => by.service(value),
});
