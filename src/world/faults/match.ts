import type { FaultInput, MatchInput } from "./types.ts";
import { matchesGlob } from "../name-match.ts";
import { any, described, object, record, string, text } from "../../contract/shape.ts";

/** Who asks for what: all that a fault looks at. What costs something is asked for when needed. */
export interface Subject {
  readonly exchange: string;
  readonly operation: string | null;
  readonly area: string | null;
  readonly method: string;
  readonly path: string;
  /** The key, company or account that asks; holds are its own. */
  readonly caller: string;
  readonly account: string | null;
  readonly key: string | null;
  /** The client id of the app that asks. */
  readonly app: string | null;
  /** Whether any window counts it. */
  readonly limited: boolean;
  /** Whether another request came on its connection before. */
  readonly isReused: boolean;
  revision(): string | null;
  header(name: string): string | undefined;
  query(name: string): string | undefined;
  /** The JSON body; undefined if there is none that can be read. */
  body(): unknown;
  /** The profiles that it is about, by their ids, and by their emails in lower case. */
  profileIds(): readonly string[];
  emails(): readonly string[];
}

type Test = (subject: Subject) => boolean;

/** What is asked of a request that is on its way, and of one in the journal. */
type Matchable = Omit<Subject, "area" | "caller" | "limited" | "isReused">;

/** One thing that is asked of a request, and what the request has in its place. */
export interface Condition<S = Matchable> {
  /** Such as `email`, `header x-source`. */
  readonly name: string;
  readonly holds: (subject: S) => boolean;
  readonly seen: (subject: S) => unknown;
  /** It holds where this is what is seen, or among it. Undefined: that is not all that there is to it. */
  readonly wanted?: string | undefined;
}

/** Which requests a fault is for, as one question. */
export function matcherOf(fault: FaultInput): Test {
  const { operation, area, method, path, match = {} } = fault;
  const tests: Test[] = [];
  if (operation !== undefined && operation !== "*") tests.push((s) => s.operation === operation);
  if (area !== undefined) tests.push((s) => s.area === area);
  if (method !== undefined) tests.push((s) => s.method === method);
  if (path !== undefined) tests.push((s) => isPath(path, s.path));
  tests.push(...matchConditions(match).map(({ holds }) => holds));
  return all(tests);
}

/** One question that asks each in turn. Every request is asked: a loop would cost more. */
const all = ([first, ...others]: readonly Test[]): Test => {
  if (first === undefined) return () => true;
  if (others.length === 0) return first;
  const rest = all(others);
  return (subject) => first(subject) && rest(subject);
};

/** Whether a path is like a pattern; a slash at the end of either says nothing. */
export const isPath = (pattern: string, path: string): boolean =>
  matchesGlob(withoutSlash(pattern), withoutSlash(path));

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;

/** What a match of a fault or of an expectation asks for, cheapest first. */
export function matchConditions(match: MatchInput): Condition[] {
  const { account, key, app, testId, revision, email, profileId, header, query, body } = match;
  const found: Condition[] = [];
  const equal = (name: string, wanted: string | undefined, seen: (s: Matchable) => unknown) => {
    if (wanted !== undefined) found.push({ name, holds: (s) => seen(s) === wanted, seen, wanted });
  };
  const like = (name: string, pattern: string, seen: (s: Matchable) => string | undefined) => {
    const wanted = pattern.includes("*") ? undefined : pattern;
    found.push({ name, holds: (s) => matchesText(pattern, seen(s)), seen, wanted });
  };
  equal("account", account, (s) => s.account);
  equal("key", key, (s) => s.key);
  equal("app", app, (s) => s.app);
  equal("testId", testId, (s) => s.header("x-emulator-test-id"));
  equal("revision", revision, (s) => s.revision());
  for (const [name, wanted] of Object.entries(header ?? {})) {
    const lower = name.toLowerCase();
    like(`header ${name}`, wanted, (s) => s.header(lower));
  }
  for (const [name, wanted] of Object.entries(query ?? {})) {
    like(`query ${name}`, wanted, (s) => s.query(name));
  }
  const mail = email?.toLowerCase();
  if (mail !== undefined) {
    const holds = (s: Matchable) => emailsOf(s).includes(mail);
    found.push({ name: "email", holds, seen: emailsOf, wanted: mail });
  }
  if (profileId !== undefined) {
    const holds = (s: Matchable) => s.profileIds().includes(profileId);
    found.push({ name: "profileId", holds, seen: (s) => s.profileIds() });
  }
  if (body !== undefined) {
    const holds = (s: Matchable) => {
      const sent = s.body();
      return sent !== undefined && contains(sent, body);
    };
    found.push({ name: "body", holds, seen: (s) => s.body() });
  }
  return found;
}

/** What tells at once whom a match is not for; undefined: nothing does. The last one is for the fewest. */
export const exactOf = (match: MatchInput) =>
  matchConditions(match).findLast(
    (each): each is Condition & { readonly wanted: string } => each.wanted !== undefined,
  );

const matchesText = (pattern: string, text: string | undefined): boolean =>
  text !== undefined && matchesGlob(pattern, text);

/** Whether a value has everything that is wanted of it; it may have more. */
function contains(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === "string") return typeof value === "string" && matchesGlob(wanted, value);
  if (typeof wanted !== "object" || wanted === null) return value === wanted;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(wanted) && (!Array.isArray(value) || value.length !== wanted.length))
    return false;
  return Object.entries(wanted).every(([name, inner]) => contains(memberOf(value, name), inner));
}

/** A member by its name; if there is none, `a.b` is the member `b` of the member `a`. */
function memberOf(value: object, name: string): unknown {
  if (Object.hasOwn(value, name)) return (value as Record<string, unknown>)[name];
  return name.split(".").reduce<unknown>((at, step) => {
    const here = typeof at === "object" && at !== null && Object.hasOwn(at, step);
    return here ? (at as Record<string, unknown>)[step] : undefined;
  }, value);
}

const emailsOf = (subject: Matchable): readonly string[] => subject.emails();

/** What faults and expectations ask of a request, beside its operation, method and path. */
export const matchMembers = {
  "account?": text("A company id."),
  "key?": text("The name of a key."),
  "app?": text("The client id of an OAuth app."),
  "testId?": text("Test id: the request header x-emulator-test-id, or the name in the URL."),
  "revision?": text("The revision that the request asks for."),
  "email?": text("The email of a profile that the request is about."),
  "profileId?": text("The id of a profile that the request is about."),
  "header?": described(record(string()), "Request headers; * stands for anything."),
  "query?": described(record(string()), "Query parameters; * stands for anything."),
  "body?": described(
    record(any()),
    "Members of the JSON body, nested or as dotted paths; * stands for anything.",
  ),
} as const;

export const matchShape = object(matchMembers);

export const faultMatchShape = object({
  ...matchMembers,
  "webhook?": text("Of a delivery: the id of its webhook, or the name."),
  "profile?": text("Of a delivery: the id of a profile that one of its events is about."),
});
