import type { Entry } from "../entry.ts";

/** What a query asks of a request beside its entry: known where the whole request is. */
export interface Details {
  /** The bodies of the request, as text. */
  readonly body: string;
  /** Ids and email addresses of the profiles that it was about. */
  readonly people: readonly string[];
  /** Names of the metrics of the events that it wrote. */
  readonly metrics: readonly string[];
}

/** What a query is read with. */
export interface Known {
  /** What a sandbox is called, by its company id. */
  readonly sandboxNamed: (account: string) => string | undefined;
  /** Left out where they are not known: then whatever is asked of them holds. */
  readonly detailsOf?: (entry: Entry) => Details;
}

/** One word of a query: `status:4xx`, `-rejected`, `body~"sku-1"`, `>100ms`, or a part of the target. */
export interface Word {
  readonly isNot: boolean;
  /** What it asks of; empty: it is a word by itself. */
  readonly name: string;
  /** `:` is, `~` has, `>` longer, `<` shorter. */
  readonly how: "" | ":" | "~" | ">" | "<";
  /** In lower case. */
  readonly value: string;
  readonly text: string;
}

type Read = (entry: Entry) => string | null | undefined;

const members: Readonly<Record<string, Read>> = {
  operation: ({ operation }) => operation,
  key: ({ key }) => key,
  account: ({ account }) => account,
  app: ({ app }) => app,
  test: ({ testId }) => testId,
  stage: ({ stage }) => stage,
  method: ({ method }) => method,
  revision: ({ revision }) => revision,
  target: ({ target }) => target,
  hint: ({ hint }) => hint,
};

/** Names that ask for the whole request. */
const deep = { person: "people", metric: "metrics", body: "body" } as const;

/** Words that stand for themselves. */
export const flags: Readonly<Record<string, (entry: Entry) => boolean>> = {
  rejected: ({ status }) => status === null || status >= 400,
  lost: ({ status, lostStatus }) => status === null || lostStatus !== null,
  faulted: ({ faults }) => faults.length > 0,
  wrote: ({ written }) => written.length > 0,
};

const others = ["status", "fault", "sandbox", "since", "until"];

/** All names that may stand before `:` or `~`. */
export const names: readonly string[] = [...Object.keys({ ...members, ...deep }), ...others];

const word = /(-?)(?:([a-z]+)([:~])("[^"]*"?|\S*)|([<>])(\S+)|("[^"]*"?|\S+))/gi;

export const wordsOf = (query: string): Word[] =>
  [...query.matchAll(word)].map(
    ([text, not, name = "", how = "", value, compare, than, plain]) => ({
      isNot: not === "-",
      name: name.toLowerCase(),
      how: (compare ?? how) as Word["how"],
      value: (value ?? than ?? plain ?? "").replace(/^"|"$/g, "").toLowerCase(),
      text,
    }),
  );

/** Whether it asks for what only the whole request says. */
export const isDeep = ({ name }: Word): boolean => Object.hasOwn(deep, name);

/** Milliseconds of `100ms` or `1.5s`; undefined: it is no length of time. */
export function lengthOf(value: string): number | undefined {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(ms|s)?$/.exec(value) ?? [];
  return count === undefined ? undefined : Number(count) * (unit === "s" ? 1000 : 1);
}

/** Whether it is a status, or a class of them: `429`, `4xx`. */
export const isStatus = (value: string): boolean => /^[1-5](?:\d\d|xx)$/.test(value);

const hasStatus = ({ status }: Entry, value: string): boolean =>
  status !== null &&
  (value.endsWith("xx") ? String(status)[0] === value[0] : status === Number(value));

/** The time of day of an arrival, or all of it where a day is asked for. */
const arrivalOf = ({ arrivedWorld }: Entry, value: string): string => {
  const whole = new Date(arrivedWorld).toISOString().toLowerCase();
  return value.includes("t") ? whole : whole.slice(11, 23);
};

const holds = (how: Word["how"], text: string, value: string): boolean =>
  how === "~" ? text.includes(value) : text === value;

/** Whether an entry is what one word asks for, without its minus. */
function asks({ name, how, value }: Word, entry: Entry, known: Known): boolean {
  const read = members[name];
  if (read !== undefined) return holds(how, (read(entry) ?? "").toLowerCase(), value);
  if (Object.hasOwn(deep, name)) {
    const found = known.detailsOf?.(entry)[deep[name as keyof typeof deep]];
    return found === undefined || [found].flat().some((text) => text.toLowerCase().includes(value));
  }
  if (name === "status") return hasStatus(entry, value);
  if (name === "fault") return entry.faults.some((fault) => holds(how, fault, value));
  if (name === "sandbox")
    return [entry.account ?? "", known.sandboxNamed(entry.account ?? "") ?? ""].some((text) =>
      text.toLowerCase().includes(value),
    );
  if (name === "since") return arrivalOf(entry, value) >= value;
  if (name === "until") return arrivalOf(entry, value) < value;
  const { durationMs, target, operation, id } = entry;
  if (how === ">") return durationMs !== null && durationMs > (lengthOf(value) ?? 0);
  if (how === "<") return durationMs !== null && durationMs < (lengthOf(value) ?? 0);
  const flag = flags[value];
  if (flag !== undefined) return flag(entry);
  if (isStatus(value)) return hasStatus(entry, value);
  const texts = [target.toLowerCase(), operation ?? ""];
  return id.startsWith(value) || texts.some((text) => text.includes(value));
}

/** Whether an entry is what all words of a query ask for. */
export const isAsked = (words: readonly Word[], entry: Entry, known: Known): boolean =>
  words.every((each) => {
    // What is not known holds either way.
    if (isDeep(each) && known.detailsOf === undefined) return true;
    return asks(each, entry, known) !== each.isNot;
  });
