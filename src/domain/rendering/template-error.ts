/** A place in a template, counted from 1. */
export type TemplatePlace = { readonly line: number; readonly column: number };

/** What a template cannot be, or must not do: the one error of compiling and rendering. */
export class TemplateError extends Error implements TemplatePlace {
  /** `syntax`: it is no template. `bound`: it asks for more than is done for one. */
  readonly kind: "syntax" | "bound";
  readonly line: number;
  readonly column: number;
  readonly reason: string;

  constructor(kind: "syntax" | "bound", message: string, { line, column }: TemplatePlace) {
    super(`line ${line}, column ${column}: ${message}`);
    this.name = "TemplateError";
    this.kind = kind;
    this.reason = message;
    this.line = line;
    this.column = column;
  }
}

export function placeIn(text: string, at: number): TemplatePlace {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  return { line, column: at - before.lastIndexOf("\n") };
}

export type Fail = (kind: TemplateError["kind"], message: string, at: number) => never;

export const failIn =
  (text: string): Fail =>
  (kind, message, at) => {
    throw new TemplateError(kind, message, placeIn(text, at));
  };
