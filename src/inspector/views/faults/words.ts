import type { FaultInput } from "../../../world/faults/types.ts";
import type { Members } from "../../client/commands.ts";
import { textOf as text } from "../../parts/time.ts";
import { outcomes } from "./outcomes.ts";
import { whenMembers } from "./schema.ts";

/** Which requests a fault meets. */
export function whichWords({ operation, area, method, path, delivery }: FaultInput): string {
  if (delivery !== undefined) return `delivery ${text(delivery)}`;
  if (area !== undefined) return `area ${text(area)}`;
  if (operation !== undefined) return text(operation);
  return [method ?? "", path ?? ""].join(" ").trim() || "*";
}

/** Which of them, by what they are about. */
export const matchWords = ({ match }: FaultInput): string =>
  Object.entries(match ?? {})
    .map(([name, value]) => `${name} ${text(value)}`)
    .join(", ");

/** What a fault does. */
export const whatWords = (fault: FaultInput): string =>
  (fault.sequence ?? [fault]).map(stepWords).join(", ");

function stepWords(step: string | object): string {
  if (typeof step === "string") return step;
  const members = step as Members;
  const parts = outcomes
    .filter((name) => members[name] !== undefined)
    .map((name) =>
      name === "status"
        ? text(members[name])
        : members[name] === true
          ? name
          : `${name} ${text(members[name])}`,
    );
  const { retryAfter } = members;
  if (retryAfter !== undefined) parts.push(`Retry-After: ${text(retryAfter)}`);
  return parts.join(", ") || "as it is";
}

/** When a fault acts, as far as it is not the first match. */
export const whenWords = (fault: FaultInput): string =>
  [
    ...(matchWords(fault) === "" ? [] : [matchWords(fault)]),
    ...whenMembers
      .filter((name) => name !== "where" && name !== "times" && name !== "hold")
      .filter((name) => fault[name] !== undefined && fault[name] !== 0)
      .map((name) => `${name} ${text(fault[name])}`),
  ].join(", ");

/** A plan in a sentence. */
export function sentence(fault: FaultInput): string {
  const times = fault.times ?? 1;
  const who = matchWords(fault);
  const count = times === "always" ? "Every" : times === 1 ? "The next" : `The next ${text(times)}`;
  const what = whatWords(fault);
  const after = fault.where === "after" ? " It is done, and its response is lost." : "";
  const skip = Number(fault.skip ?? 0);
  const first = skip > 0 ? `After ${skip} that pass: ` : "";
  const begins = first === "" ? count : count.toLowerCase();
  const meets = times === 1 || times === "always" ? "meets" : "meet";
  const of = who === "" ? "" : ` with ${who}`;
  return `${first}${begins} ${whichWords(fault)}${of} ${meets} ${what}.${after}`;
}
