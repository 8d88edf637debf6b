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
