/** Why there is nothing to compare runs with: a sentence with what to do. */
export class NoReferenceError extends Error {
  static {
    this.prototype.name = "NoReferenceError";
  }
  /** What the command printed. */
  readonly output: readonly string[];

  constructor(message: string, output: readonly string[] = []) {
    super(message);
    this.output = output;
  }
}
