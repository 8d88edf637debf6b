import type { Difference } from "../difference.ts";
import type { Odd } from "../result-shape.ts";
import type { Kind } from "../kinds.ts";
import type { ScheduledFault, Schedule } from "../schedule.ts";

/** What goes wrong, in words: `the response of create_list is lost`. */
export const scheduleText = (schedule: Schedule): string =>
  schedule.map(plannedText).join(", and ");

/** What went wrong, and when: `When …, list VIP exists twice.` */
export const sentenceOf = (schedule: Schedule, { text }: { readonly text: string }): string =>
  `When ${scheduleText(schedule)}, ${text.replace(/\.$/, "")}.`;

function plannedText(planned: ScheduledFault): string {
  const { spot, kind, times } = planned;
  const call = callText(planned);
  const { family, variant, outcome, where, name } = kind;
  if (family === "outage" || family === "clock") return momentText(kind, spot.before, times);
  if (name === "failed records") return `a record fails of the job that ${call} starts`;
  if (family === "crash") return `the command is killed ${killings[name] ?? "at"} ${call}`;
  if (family === "refused" && outcome.limit !== undefined)
    return `${call} meets a full ${outcome.limit} window`;
  if (family === "refused") return `${call} is refused with ${variant}`;
  if (family === "lost") {
    const what = where === "after" ? `the response of ${call} is lost` : `${call} gets no response`;
    return `${what} (${outcome.connection ?? variant})`;
  }
  if (family === "spoilt")
    return `the response of ${call} is corrupt (${outcome.spoil ?? variant})`;
  if (family === "slow") {
    const span = typeof outcome.delay === "string" ? outcome.delay : outcome.pace?.over;
    return `the response of ${call} takes ${span ?? "long"}`;
  }
  return `${call} meets '${variant}'`;
}

/** Such as `3 requests in a row are refused with 503`, `the service is down for 3s after request 5`. */
function momentText(kind: Kind, before: number, times = kind.bounds?.times): string {
  const after = `after request ${before + 1}`;
  const { outcome, step } = kind;
  if (step?.fault !== undefined) return `the service is down for ${step.fault.ttl} ${after}`;
  if (step === undefined) {
    const from = before === 0 ? "" : ` after request ${before}`;
    const what = times === 1 ? "a request is" : `${String(times)} requests in a row are`;
    return `${what} refused with ${outcome.status}${from}`;
  }
  const { advance, by = "" } = step.clock ?? {};
  const way = advance === undefined ? `back by ${by.replace("-", "")}` : `ahead by ${advance}`;
  return `the service's clock jumps ${way} ${after}`;
}

const killings: Readonly<Record<string, string>> = {
  "kill before": "before it sends",
  "kill after": "after the service did",
  "kill at response": "at the response of",
};

function callText({ spot: { operation, which }, times }: ScheduledFault): string {
  if (which === "again") return `the retry of ${operation}`;
  if (which !== "all" || times === 1) return operation;
  return `${typeof times === "number" ? `each of the first ${times}` : "every"} ${operation}`;
}

const timesText = (count: number): string =>
  ["not at all", "once", "twice"][count] ?? `${count} times`;

const lettersMax = 60;

/** Of a record that has no name, all that it says stands for it: numbers and lists say nothing to people. */
const isWord = (part: string): boolean =>
  !/^(-?[\d.]+|\[.*|\{.*|.*[\]}]|null|true|false|)$/.test(part);

/** What a record is called: `list VIP`. */
function nameOf({ collection, name }: Pick<Odd, "collection" | "name">): string {
  const words = name.split(", ").filter(isWord).join(", ");
  const short = words.length > lettersMax ? `${words.slice(0, lettersMax)}…` : words;
  return short === "" ? `a ${collection}` : `${collection} ${short}`;
}

/** What became of one record: `list VIP exists twice`. */
function oddText(odd: Odd): string {
  const { what, expected, found, members } = odd;
  const name = nameOf(odd);
  const names = Object.keys(members);
  if (names.length > 0) return `${name} has another ${names.join(", ")}`;
  if (what === "added") {
    if (found === 0) return `${name} is missing`;
    if (expected === 0) return `${name} is there, and should not be`;
    return `${name} exists ${timesText(found)}, not ${timesText(expected)}`;
  }
  const done = what === "changed" ? "changed" : "deleted";
  if (expected === 0) return `${name} is ${done}, and should not be`;
  if (found === 0) return `${name} is not ${done}`;
  return `${name} is ${done} in another way`;
}

const oddMax = 2;

export function differenceText(difference: Difference): string {
  const shown = difference.slice(0, oddMax).map(oddText).join(", ");
  const more = difference.length - oddMax;
  return more > 0 ? `${shown}, and ${more} more` : shown;
}

/** What a difference comes to, whichever records it is about: the same mistake has the same. */
export const signsOf = (difference: Difference): string =>
  [...new Set(difference.map(signOf))].toSorted().join(" ");

function signOf({ collection, what, expected, found, members }: Odd): string {
  const names = Object.keys(members);
  if (names.length > 0) return `${collection}.${names.join("+")}`;
  const sign = found > expected ? "+" : found < expected ? "-" : "~";
  return `${sign}${what === "added" ? "" : `${what}:`}${collection}`;
}
