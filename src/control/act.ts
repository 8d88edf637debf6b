import { described, type Members, object, type Shape, string } from "../contract/shape.ts";
import type { ControlCall, ControlOperation } from "./operation.ts";

interface Flag {
  /** What stands for its value, such as `<id>`; a reader may be known by it. Empty: the option alone says yes. */
  readonly value: string;
  readonly help: string;
  /** By the name of a reader of the command line. Default: by its value, else by its shape. */
  readonly reads?: string | undefined;
}

/** A member that is an option of the commands, too: `expiresIn` is `--expires-in`. */
export type Option<T = unknown> = Shape<T> & { readonly flag: Flag };

/** Says of a member how it is typed: its help is what it means, unless its shape says that. */
export function option(value: string, help: string, no?: undefined, reads?: string): Option<string>;
export function option<T>(value: string, help: string, shape: Shape<T>, reads?: string): Option<T>;
export function option(
  value: string,
  help: string,
  shape: Shape = string({ minLength: 1 }),
  reads?: string,
): Option {
  const { description = `${help}.` } = shape;
  return { ...shape, description, flag: { value, help, reads } };
}

const companyId = string({ minLength: 1 });

export const accountIn = (help: string) =>
  option("<id>", help, described(companyId, "A company id: only this account."));
export const ofAccount = { "account?": accountIn("Only of this account") } as const;
export const onlyFor = accountIn("Only for this account");

/** Of what is about one account in any case. */
export const oneAccountIn = (help: string) =>
  option("<id>", help, described(companyId, "A company id. Default: the first account."));
export const theFirst = oneAccountIn("Of this account (default: the first)");

/** A column: the narrower the terminal, the more of the optional ones are left out, last first. */
export interface Column<T> {
  readonly head: string;
  readonly cell: (row: T) => string;
  readonly optional?: boolean;
  /** Left out where no row has anything in it. */
  readonly ifAny?: boolean;
  /** May become narrower when nothing else can be left out: what does not fit goes on below, or is cut. */
  readonly elastic?: boolean | "cut";
}

/** `?`: it is optional; `~`: it is elastic; `…`: it is cut. */
type Mark = "" | "?" | "~" | "…" | "…?";

/** Columns, or names of members: `expiresAt` is headed EXPIRES, and `KEY=masked` as it says. */
export const columns = <T>(
  ...said: readonly (Column<T> | `${"" | `${string}=`}${keyof T & string}${Mark}`)[]
): readonly Column<T>[] => said.map((each) => (typeof each === "string" ? named(each) : each));

function named<T>(said: string): Column<T> {
  const [, head, name = "", mark = ""] = /^(?:(.+)=)?(\w+)(.*)$/.exec(said) ?? [];
  const elastic = mark.startsWith("…") ? "cut" : mark === "~";
  return {
    head: head ?? name.replace(/At$/, "").toUpperCase(),
    cell: (row) => {
      const value: unknown = row[name as keyof T] ?? "";
      return Array.isArray(value) ? value.join(", ") : String(value);
    },
    optional: mark.endsWith("?"),
    elastic,
  };
}

export type Given = Readonly<Record<string, unknown>>;

/** A command that asks for an act, and what it prints of the answer. */
export interface Said<Answer = unknown> {
  /** Its name after that of the subject, and its arguments, those of the path first: `show <id>`. */
  readonly words: string;
  readonly help: string;
  readonly takes?: readonly string[];
  /** Its options, beside those of the body and the query. */
  readonly options?: Readonly<Record<string, Option>>;
  /** What it sends of what is given beside the path and the query: all of it, unless this says. A text: what is wrong. */
  readonly sends?: (given: Given) => object | string;
  /** What `--json` prints. Default: the answer. */
  readonly data?: (answer: Answer, given: Given) => unknown;
  /** What a person reads. Default: a table. */
  readonly says?: (answer: Answer, given: Given) => string;
  /** What is said is for a program, too: no line of it is broken. */
  readonly isWhole?: true;
  readonly columns?: readonly Column<never>[];
  /** What the table has a line for. Default: each of the one list in the answer. */
  readonly rows?: (answer: Answer) => readonly unknown[];
  readonly none?: string;
  readonly below?: (answer: Answer) => string;
}

/** One act of the control API, as it is said. What it does stands elsewhere, by its name (`operationsOf`). */
export interface Act<Query = unknown, Body = unknown> extends Omit<ControlOperation, "run"> {
  readonly query?: Shape<Query>;
  readonly body?: Shape<Body>;
  readonly commands: readonly Said<never>[];
}

type Taken = Readonly<Record<string, Shape>>;

type SaidAct<Query, Body, Answer> = Partial<Omit<Said<Answer>, "words">> &
  Partial<Omit<Act<unknown, Body>, "query">> & {
    readonly query?: Query;
    /** How the account is typed. What is neither of all accounts nor of none takes one. */
    readonly account?: Option<string>;
  };

/** Without `words` it is no command, unless it is several. */
export function act<
  const Query extends Taken = Record<never, never>,
  Body = ControlCall["body"],
  Answer = unknown,
>(
  on: `${ControlOperation["method"]} /_emulator/${string}`,
  ...of: [words: string, said: SaidAct<Query, Body, Answer>] | [SaidAct<Query, Body, Answer>]
): Act<Members<Query & typeof ofAccount>, Body> {
  const [words, said] = of.length === 2 ? of : [undefined, ...of];
  const { help = "", account = ofAccount["account?"], commands = [], ...row } = said;
  const [method, path = ""] = on.split(" ");
  const isNarrowed = row.whole === undefined && !row.common;
  return {
    does: help,
    ...(method === "DELETE" && { status: 204 as const }),
    ...row,
    method: method as Act["method"],
    path,
    query: object({ ...row.query, ...(isNarrowed && { "account?": account }) }) as Shape<never>,
    commands: words === undefined ? commands : [{ ...row, words, help }],
  };
}

export const operation = <const Query extends Taken = Record<never, never>>(
  on: Parameters<typeof act>[0],
  said: SaidAct<Query, ControlCall["body"], unknown> & Pick<ControlOperation, "run">,
) => act(on, said) as unknown as ControlOperation;

/** The arguments of a command: `[to=now]` may be left out, and is `now` by default. Its `word` is `[to]`. */
export const placesOf = (words: string) =>
  [...words.matchAll(/([<[])(.+?)(?:=(\w+))?([>\]])/g)].map(
    ([, open = "", name = "", byDefault, end = ""]) => {
      return { name, word: open + name + end, byDefault };
    },
  );

type Acts = Readonly<Record<string, Act>>;

/** What acts are about: the command that holds theirs, unless one of them has no words of its own. */
export type Subject = ReturnType<typeof subject<Acts>>;

/** @param order the names of its commands, as its help has them. Default: as the acts have them */
export function subject<A extends Acts>(name: string, help: string, acts: A, order?: string) {
  return { name, help, acts, order };
}

/** What does an act; and what no command line is told of its row. */
type Done<A> =
  A extends Act<infer Query, infer Body>
    ? Run<Query, Body> | (Partial<ControlOperation> & { readonly run: Run<Query, Body> })
    : never;
type Run<Query, Body> = (
  call: Omit<ControlCall, "query" | "body"> & { readonly query: Query; readonly body: Body },
) => unknown;

export const operationsOf = <A extends Acts>(
  acts: A,
  done: { [Name in keyof A]: Done<A[Name]> },
): readonly ControlOperation[] =>
  Object.entries(acts).map(([name, row]) => {
    const does = done[name] as ControlOperation["run"] | ControlOperation;
    return { ...row, ...(typeof does === "function" ? { run: does } : does) };
  });
