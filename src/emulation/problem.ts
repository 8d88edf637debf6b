/** Why the control API, the library or the CLI refused what it was asked. */
export class ControlError extends Error {
  readonly status: number;
  /** The member at fault; empty: the whole. */
  readonly path: string;
  readonly nearest?: string;
  constructor(
    message: string,
    path = "",
    { status = 400, nearest = undefined as string | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.path = path;
    if (nearest !== undefined) this.nearest = nearest;
  }
}

export const unknownId = (what: string, id: string) =>
  new ControlError(`no ${what} with id ${id}`, "id", { status: 404 });
