/** Lines without the program's name, and what to say of them. */
type Examples = readonly (readonly [line: string, remark?: string])[];

/** What ends the help of a command. */
export interface CommandHelp {
  readonly examples: Examples;
  readonly notes?: string;
  /** Where they are others than of all commands. */
  readonly codes?: string;
}

/** The same of several, by the name of each and its parents: nothing but examples, or more. */
export type HelpTable = Readonly<Record<string, Examples | CommandHelp>>;

export const helpIn = (table: HelpTable): Readonly<Record<string, CommandHelp>> =>
  Object.fromEntries(
    Object.entries(table).map(([name, told]) => [
      name,
      "examples" in told ? told : { examples: told },
    ]),
  );
