import type { FaultInput, MatchInput } from "./fault-shape.ts";
import { matchesGlob } from "./glob.ts";

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

/** Which requests a fault is for, as one question. */
export function matcherOf(fault: FaultInput): Test {
  const { operation, area, method, path, match = {} } = fault;
  const tests: Test[] = [];
  if (operation !== undefined && operation !== "*") tests.push((s) => s.operation === operation);
  if (area !== undefined) tests.push((s) => s.area === area);
  if (method !== undefined) tests.push((s) => s.method === method);
  if (path !== undefined) tests.push((s) => matchesGlob(withoutSlash(path), withoutSlash(s.path)));
  tests.push(...testsOf(match));
  return all(tests);
}

/** One question that asks each in turn. Every request is asked: a loop would cost more. */
const all = ([first, ...others]: readonly Test[]): Test => {
  if (first === undefined) return () => true;
  if (others.length === 0) return first;
  const rest = all(others);
  return (subject) => first(subject) && rest(subject);
};

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;

function testsOf(match: MatchInput): Test[] {
  const { account, key, app, testId, revision, email, profileId, header, query, body } = match;
  const tests: Test[] = [];
  if (account !== undefined) tests.push((s) => s.account === account);
  if (key !== undefined) tests.push((s) => s.key === key);
  if (app !== undefined) tests.push((s) => s.app === app);
  if (testId !== undefined) tests.push((s) => s.header("x-emulator-test-id") === testId);
  if (revision !== undefined) tests.push((s) => s.revision() === revision);
  for (const [name, wanted] of Object.entries(header ?? {})) {
    tests.push((s) => matchesText(wanted, s.header(name.toLowerCase())));
  }
  for (const [name, wanted] of Object.entries(query ?? {})) {
    tests.push((s) => matchesText(wanted, s.query(name)));
  }
  const wanted = email?.toLowerCase();
  if (wanted !== undefined) tests.push((s) => s.emails().includes(wanted));
  if (profileId !== undefined) tests.push((s) => s.profileIds().includes(profileId));
  if (body !== undefined) {
    tests.push((s) => {
      const found = s.body();
      return found !== undefined && contains(found, body);
    });
  }
  return tests;
}

const matchesText = (pattern: string, text: string | undefined): boolean =>
  text !== undefined && matchesGlob(pattern, text);

/** Whether a value has everything that is wanted of it; it may have more. */
function contains(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === "string") return typeof value === "string" && matchesGlob(wanted, value);
  if (typeof wanted !== "object" || wanted === null) return value === wanted;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(wanted) && (!Array.isArray(value) || value.length !== wanted.length)) {
    return false;
  }
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
