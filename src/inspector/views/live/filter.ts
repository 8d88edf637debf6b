import type { Entry } from "../../../world/journal/entry.ts";
import { clockTime } from "../../parts/time.ts";
import type { Row } from "../../store/requests.ts";

const members = {
  operation: ({ operation }: Entry) => operation,
  status: ({ status }: Entry) => status,
  key: ({ key }: Entry) => key,
  account: ({ account }: Entry) => account,
  app: ({ app }: Entry) => app,
  test: ({ testId }: Entry) => testId,
  stage: ({ stage }: Entry) => stage,
  method: ({ method }: Entry) => method,
} as const;

type Member = keyof typeof members;

/** The buttons beside the filter: each is a word that can be typed as well. */
export const quickWords = ["429", "rejected", "faulted", "wrote"] as const;

const words: Readonly<Record<string, (entry: Entry) => boolean>> = {
  rejected: ({ status }) => status === null || status >= 400,
  faulted: ({ faults }) => faults.length > 0,
  wrote: ({ written }) => written.length > 0,
};

/** By the time of day of the arrival, such as `since:14:32:07`. */
const times: Readonly<Record<string, (at: string, bound: string) => boolean>> = {
  since: (at, bound) => at >= bound,
  until: (at, bound) => at < bound,
};

/** What the words of a filter let through: all of them must hold. */
export interface Filter {
  readonly text: string;
  passes(row: Row): boolean;
}

/** One word: `status:429`, `key:full`, `rejected`, or a part of the target or the operation. */
function testOf(word: string): (entry: Entry) => boolean {
  const [, name = "", value = ""] = /^([a-z]+):(.*)$/.exec(word) ?? [];
  if (Object.hasOwn(members, name)) {
    const read = members[name as Member];
    return (entry) => String(read(entry) ?? "").toLowerCase() === value;
  }
  const isIn = times[name];
  if (isIn !== undefined) return ({ arrivedWorld }) => isIn(clockTime(arrivedWorld), value);
  const known = words[word];
  if (known !== undefined) return known;
  if (/^[1-5]\d\d$/.test(word)) return ({ status }) => status === Number(word);
  return ({ target, operation, id }) =>
    target.toLowerCase().includes(word) ||
    operation?.includes(word) === true ||
    id.startsWith(word);
}

/** @param account only requests of this account; undefined: of all */
export function filterOf(text: string, account: string | undefined): Filter {
  const tests = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(testOf);
  if (account !== undefined) tests.push((entry) => entry.account === account);
  return {
    text,
    passes: (row) => row.kind !== "request" || tests.every((test) => test(row.entry)),
  };
}

/** The command that lists the same, as far as it can filter. */
export function listWords(text: string): string[] {
  return text.split(/\s+/).flatMap((word) => {
    const [, name = "", value = ""] =
      /^(operation|status|key|account|app|stage):(.+)$/.exec(word) ?? [];
    if (name !== "") return [`--${name}`, value];
    if (/^[1-5]\d\d$/.test(word)) return ["--status", word];
    return word === "rejected" ? ["--failed"] : [];
  });
}
