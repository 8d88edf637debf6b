export interface RunAsked {
  readonly command: string;
  /** A scenario that comes with the package; none: the command is explored. */
  readonly scenario?: string | undefined;
  /** What of it is explored: operations and kinds of fault. Default: all. */
  readonly only?: readonly string[] | undefined;
}

export interface RunEnd extends RunAsked {
  /** Why it has no whole result; null: it has. */
  readonly problem: string | null;
  /** The last lines that the command printed, where they say why. */
  readonly output: readonly string[];
}

/** Runs commands of the user's for whoever looks at the page: only those that were named at the start, one at a time. */
export interface Runner {
  readonly commands: readonly string[];
  readonly scenarios: readonly string[];
  readonly running: RunAsked | undefined;
  readonly last: RunEnd | undefined;
  /** @throws ControlError while another runs, and for what cannot be run */
  begin(asked: RunAsked): Promise<void>;
  stop(): Promise<void>;
}
