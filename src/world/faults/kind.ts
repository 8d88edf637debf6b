import type { Shape } from "../../contract/shape.ts";
import type { Dice } from "../dice.ts";
import { nearest } from "../name-match.ts";
import { notDuration, parseDuration } from "../time/duration.ts";
import type { OutcomeInput } from "./types.ts";

/** What an operation does, as far as it hangs on it whether a fault makes sense there. */
export interface Row {
  readonly method: string;
  readonly scopes?: readonly (readonly string[])[];
  /** Undefined: it is not about what an account has. */
  readonly abilities?: { readonly paging: readonly unknown[] };
  readonly unlimited?: true;
  /** The type whose record or records it is about. */
  readonly resource?: string;
}

/** Whether an operation only reads. Some queries are sent by POST: their scopes tell. */
export function isReading({ method, scopes = [] }: Pick<Row, "method" | "scopes">): boolean {
  const all = scopes.flat();
  return method === "GET" || (all.length > 0 && all.every((scope) => scope.endsWith(":read")));
}

/** Why answers of a row cannot mean something else. @param why asked of rows that are about what an account has */
export const ofData =
  (why: (row: Row & Required<Pick<Row, "abilities">>) => string | undefined) =>
  (row: Row | undefined): string | undefined => {
    if (row === undefined) return undefined;
    const { abilities } = row;
    return abilities === undefined ? "is not about an account's data" : why({ ...row, abilities });
  };

export const whyNothingWritten = ofData((row) => (isReading(row) ? "writes nothing" : undefined));

/** Why something that a user planned was refused. */
export class PlanError extends Error {
  /** The member at fault, such as `sequence[1].status`. */
  readonly path: string;
  readonly nearest?: string;
  constructor(message: string, path: string, near?: string) {
    super(message);
    this.path = path;
    if (near !== undefined) this.nearest = near;
  }
}

/** Why a name was refused: nothing is called that. */
export const unknownName = (what: string, name: string, known: Iterable<string>): PlanError =>
  new PlanError(`no ${what} '${name}'`, what, nearest(name, known));

/** Where an outcome acts; `within`: on what an answer means. */
export type FaultPhase = "before" | "after" | "within" | "delivery";

/** What a fault leaves of an answer: `lost` in part, `spoilt` cannot be read, `untrue` looks good and is not. */
export type Effect = "whole" | "lost" | "spoilt" | "untrue" | "limited";

export interface OutcomeDraft {
  readonly input: OutcomeInput;
  readonly given: readonly string[];
  readonly where: FaultPhase | undefined;
  readonly force: boolean;
  readonly fail: (message: string, member: string) => PlanError;
}

/** An answer as a fault finds it, and gives it on. */
export interface Dressed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Who answers in place of what was asked. */
interface Answerers<Answer> {
  /** The service, with its own error of a status. */
  service(status: number): Answer;
  edge(status: number): Answer;
}

type Page = NonNullable<OutcomeInput["page"]>;

/** What is known of a request that would succeed. */
export interface Doing {
  readonly writes: boolean;
  /** Whether it is known what there was so long ago, in milliseconds. */
  knows(ms: number): boolean;
  pageMatters(page: Page): boolean;
}

/** The other answers that a request can have which would succeed. */
export interface Others<Answer> {
  /** What it would have been so long ago, in milliseconds. */
  old(ms: number): Answer;
  /** What it would be, and nothing is done, or as much later. */
  withheld(laterMs?: number): Answer;
  page(page: Page): Answer;
  /** The same, and so many records of the job fail that it starts. */
  failing(count: number): Answer;
}

/** How an answer meets the end of its connection: how much of it is sent, and how it ends. */
export interface Ending {
  readonly sends: "nothing" | "head" | "half" | "whole";
  readonly ends: "reset" | "close" | "silence" | "close when idle";
  /** Whether it meets only a connection on which something was answered before. */
  readonly ofReused?: true;
}

/** A kind of fault: a member of an outcome, as its author writes it (`Input`) and as it is planned (`Value`). */
export interface Kind<Name extends string = string, Input = unknown, Value = unknown> {
  readonly name: Name;
  readonly shape: Shape<Input>;
  /** What it does, for who writes one. */
  readonly means: string;
  /** What stands behind its option on a command line, such as `<status>`; not given: nothing. */
  readonly flag?: string;
  readonly does: string;
  /** What its value is checked for. Default: what its shape tells */
  readonly takes?: "duration" | "durations";
  /** It can be a step of a sequence: an example, such as `late:5s`. */
  readonly step?: string;
  /** What stands before its value where a plan is listed. Default: its name */
  readonly says?: string;
  /** Reads it from a word of a command line. Default: a number, or the text itself */
  fromText?(text: string): unknown;
  /** It is none by itself: the kinds that it goes with. */
  readonly beside?: readonly string[];
  /** Where it acts by itself: on deliveries alone, or on answers as they are worked out. Default: on requests */
  readonly on?: "delivery" | "meaning";
  /** Whether deliveries take it, too. */
  readonly ofDeliveries?: true;
  /** Whether it comes along with another one, behind which it is told. */
  readonly along?: true;
  /** Whether it takes time, so that it waits where the clock is frozen. */
  readonly takesTime?: true;
  /** Whether it hides what was planned later, as answers in place of what was asked do. */
  readonly ends?: true;
  /** Whether it is about the body of an answer: it keeps its turn where there is none. */
  readonly ofBody?: true;
  /** Whether it acts on an answer of the service, or on one in its place. Default: if it dresses one, or is about a body */
  needsAnswer?(value: Input): boolean;
  /** Whether it leaves an answer as it is, so that none is lost. */
  intact?(value: Value): boolean;
  /** Whether there is nothing to spoil where answers have no body. Default: if it is about a body */
  needsBody?(value: Value): boolean;
  /** @throws PlanError for what makes no sense with it */
  makesSense?(value: Input, written: OutcomeDraft): void;
  /** Reads what makes sense. @throws PlanError. Default: as it is written */
  read?(value: Input, written: OutcomeDraft): Value;
  /** Why no answer of an operation can meet it. @param area of a fault that names none */
  whyNot?(row: Row | undefined, area: string | undefined): string | undefined;
  /** How far back it asks for what there was, in milliseconds. */
  pastMs?(value: Value): number;
  /** What it did, in the words of the journal. Default: its name */
  injected?(value: Value): string;
  /** What is left of an answer, by each such word. */
  readonly leaves?: Readonly<Record<string, Effect>>;
  /** Of these words: no client could notice it, as it could notice nothing that is untrue. */
  readonly silent?: readonly string[];
  /** Whether it refuses what is asked, or holds it up: all of these find the same mistakes. */
  readonly family?: "refused" | "slow";
  /** How long it holds a client up, in milliseconds. Default: the longest duration in it */
  effort?(value: Input, outcome: OutcomeInput): number | undefined;
  /** What is tried of it. Default: what its shape lets through */
  readonly samples?: readonly NoInfer<Input>[];
  answer?<Answer>(value: Value, by: Answerers<Answer>): Answer;
  /** Makes another answer of one. @param edge whether a proxy gave it */
  dress?(value: Value, answer: Dressed, more: { dice: Dice; edge: boolean }): Dressed;
  /** Whether it makes a difference to what a success means. */
  matters?(value: Value, doing: Doing): boolean;
  other?<Answer>(value: Value, others: Others<Answer>): Answer;
}

export const kind = <const Name extends string, Input, Value = Input>(
  declared: Kind<Name, Input, Value>,
): Kind<Name, Input, Value> => declared;

export const durationMsMax = 3_600_000;

/** Reads a duration. @param usual what is said of what is none, or not right */
export function readMs(
  value: unknown,
  member: string,
  { fail }: OutcomeDraft,
  usual: string,
  isRight: (ms: number) => boolean,
): number {
  const ms = parseDuration(value);
  if (ms !== undefined && isRight(ms)) return ms;
  throw fail(notDuration(value, usual), member);
}

/** How long something takes, or is apart from the request. */
export const readSpan = (member: string) => (text: string, written: OutcomeDraft) => {
  const usual = "expected a duration of at most an hour, such as 5s";
  return readMs(text, member, written, usual, (ms) => ms > 0 && ms <= durationMsMax);
};

/** Refuses what stands beside a member that goes alone. @param why names it */
export function requireAlone(member: string, { given, fail }: OutcomeDraft, why: string): void {
  const others = given.filter((name) => name !== member && name !== "delay");
  if (others.length > 0) throw fail(`${why} ${others.join(", ")}`, member);
}

/** A number in a text, else the text itself: the shape refuses it with its words. */
export const numberIn = (text: string): unknown =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
