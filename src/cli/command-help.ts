/** What ends the help of a command. */
export interface CommandHelp {
  /** Lines without the program's name, and what to say of them. */
  readonly examples: readonly (readonly [line: string, remark?: string])[];
  readonly notes?: string;
  /** Where they are others than of all commands. */
  readonly codes?: string;
}
