/** Why there is nothing to compare runs with: a sentence with what to do. */
export class NoReferenceError extends Error {
  static {
    this.prototype.name = "NoReferenceError";
  }
  readonly output: readonly string[];

  /** The account whose key the command has; undefined: that is not why. */
  readonly account: string | undefined;

  constructor(message: string, output: readonly string[] = [], account?: string) {
    super(message);
    this.output = output;
    this.account = account;
  }
}
