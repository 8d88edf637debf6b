import { described, type Shape, string } from "../contract/shape.ts";
import type { ControlCall, ControlOperation } from "./operation.ts";

/** How the command line reads a value that is typed. */
export type Reading =
  | "count"
  | "number"
  | "text"
  | "names"
  | "texts"
  | "duration"
  | "operation"
  | "pair"
  | "json pair";

/** How a member of a query or a body is typed as an option. */
interface Flag {
  /** What stands for its value, such as `<id>`. Without it, the option alone says yes. */
  readonly value: string;
  readonly does: string;
  readonly reads?: Reading | undefined;
}

/** A member that is an option of the commands, too: `expiresIn` is `--expires-in`. */
export type Option<T = unknown> = Shape<T> & { readonly flag: Flag };

/** Says of a member how it is typed. What it means is the option's help, unless its shape says it. */
export const option = <T = string>(
  value: string,
  does: string,
  shape: Shape<T> = string() as Shape<unknown> as Shape<T>,
  reads?: Reading,
): Option<T> => ({
  ...shape,
  description: shape.description ?? `${does}.`,
  flag: { value, does, reads },
});

const companyId = string({ minLength: 1 });

/** Narrows an act to one account or sandbox. */
export const accountIn = (does: string) =>
  option("<id>", does, described(companyId, "A company id: only this account."));
export const ofAccount = { "account?": accountIn("Only of this account") } as const;

/** Of what is about one account in any case. */
export const oneAccountIn = (does: string) =>
  option("<id>", does, described(companyId, "A company id. Default: the first account."));
export const ofOneAccount = {
  "account?": oneAccountIn("Of this account (default: the first)"),
} as const;

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

/** Columns that show members as they are, under their names. */
export const columns = <T>(...names: readonly (keyof T & string)[]): Column<T>[] =>
  names.map((name) => ({
    head: name.toUpperCase(),
    cell: (row) => String(row[name] ?? ""),
  }));

/** What was typed, by the names of arguments and options. */
export type Given = Readonly<Record<string, unknown>>;

/** A command that asks for an act, and what it prints of the answer. */
interface Said<Answer, Row> {
  /** Its arguments, such as `<id>`, and what each is. Those of the path come first. */
  readonly takes?: Readonly<Record<string, string | Flag>>;
  /** The commands above it do the same when they are called alone. */
  readonly isDefault?: true;
  /** Its options, beside those of the query and the body. */
  readonly options?: Readonly<Record<string, Option>>;
  /** The only members of query and body that are options. Default: all that say how they are typed. */
  readonly only?: readonly string[];
  /** What it sends. Default: what is given, but for the path and the query. A text: what is wrong with it. */
  readonly sends?: (given: Given) => object | string;
  /** One of its options at least must be given. */
  readonly needsOption?: true;
  /** What `--json` prints. Default: the answer. */
  readonly data?: (answer: Answer, given: Given) => unknown;
  /** What a person reads. Default: its table. */
  readonly says?: (answer: Answer, given: Given) => string;
  /** What is said is for a program, too: no line of it is broken. */
  readonly isWhole?: true;
  readonly columns?: readonly Column<Row>[];
  /** What a table has a line for. Default: the one list of the answer. */
  readonly rows?: (answer: Answer) => readonly Row[];
  /** What is said in the place of a table without rows. */
  readonly none?: string;
  /** What is said below the table. */
  readonly below?: (answer: Answer) => string;
}

/** A command as all of them are known, whatever they answer with. */
export interface ActCommand extends Said<unknown, unknown> {
  readonly name: string;
  readonly does: string;
}

/** @param name without that of its subject; empty: the subject is the command */
export const command = <Answer, Row = unknown>(
  name: string,
  does: string,
  said: Said<Answer, Row> = {},
): ActCommand => ({ ...said, name, does }) as ActCommand;

/** What a call is told by its shapes. */
type Told<Query, Body> = Omit<ControlCall, "query" | "body"> & {
  readonly query: Query;
  readonly body: Body;
};

/** One act of the control API, as it is said. What it does stands elsewhere, with its name (`operationsOf`). */
export interface Act<Query = unknown, Body = unknown> extends Omit<ControlOperation, "run"> {
  readonly query?: Shape<Query>;
  readonly body?: Shape<Body>;
  readonly commands: readonly ActCommand[];
}

/** @param on the method and the path */
export function act<Query = ControlCall["query"], Body = ControlCall["body"]>(
  on: string,
  does: string,
  {
    command: one,
    commands = one === undefined ? [] : [one],
    ...row
  }: Partial<Omit<Act<Query, Body>, "method" | "path" | "does">> & {
    readonly command?: ActCommand;
  } = {},
): Act<Query, Body> {
  const [method, path = ""] = on.split(" ");
  return { method: method as Act["method"], path, does, ...row, commands };
}

/** What acts are about: the command that holds theirs. */
export interface Subject<
  Acts extends Readonly<Record<string, Act>> = Readonly<Record<string, Act>>,
> {
  readonly name: string;
  /** Where it holds several commands. */
  readonly does?: string;
  readonly acts: Acts;
  /** The names of its commands as its help has them. Default: as the acts do. */
  readonly order?: string;
}

/** What does an act; with what of the row no command line is told. */
type Done<A> =
  A extends Act<infer Query, infer Body>
    ? Run<Query, Body> | (Partial<ControlOperation> & { readonly run: Run<Query, Body> })
    : never;
type Run<Query, Body> = (call: Told<Query, Body>) => unknown;

/** The lines of the control API that the acts of a subject are. */
export const operationsOf = <Acts extends Readonly<Record<string, Act>>>(
  { acts }: Pick<Subject<Acts>, "acts">,
  done: { readonly [Name in keyof Acts]: Done<Acts[Name]> },
): readonly ControlOperation[] =>
  Object.entries(acts).map(([name, act]) => {
    const { commands: _, ...row } = act;
    const does = done[name] as ControlOperation["run"] | ControlOperation;
    return { ...row, ...(typeof does === "function" ? { run: does } : does) };
  });
