/** What kind of refusal it is: all that anybody may decide by. */
export type ProblemKind =
  | "invalid"
  | "unknown"
  | "conflict"
  | "forbidden"
  | "wrong method"
  | "too large"
  | "unavailable"
  | "mistake";

/** Why the control API, the library or the CLI refused what it was asked. */
export class ControlError extends Error {
  readonly kind: ProblemKind;
  /** The member at fault; empty: the whole. */
  readonly path: string;
  readonly nearest?: string;
  constructor(
    message: string,
    path = "",
    {
      kind = "invalid",
      nearest,
    }: { readonly kind?: ProblemKind; readonly nearest?: string | undefined } = {},
  ) {
    super(message);
    this.kind = kind;
    this.path = path;
    if (nearest !== undefined) this.nearest = nearest;
  }
}

export const unknownId = (what: string, id: string) =>
  new ControlError(`no ${what} with id ${id}`, "id", { kind: "unknown" });
