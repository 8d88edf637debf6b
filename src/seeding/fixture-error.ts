/** Texts of a user's file are quoted no longer than this. */
const quotedMax = 60;

/** A fixture that cannot be planted: one line that names the file, the line and what was expected. */
export class FixtureError extends Error {
  static {
    this.prototype.name = "FixtureError";
  }
  readonly file: string;
  /** The line in the file, from 1; none if the file itself is the problem. */
  readonly line: number | undefined;

  constructor(file: string, line: number | undefined, what: string) {
    const where = line === undefined ? file : `${file}:${line}`;
    super(`${where}: ${what}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "));
    this.file = file;
    this.line = line;
  }
}

/** A text of the user's, as it is shown in an error. */
export const quoted = (text: string): string =>
  text.length > quotedMax ? `'${text.slice(0, quotedMax)}…'` : `'${text}'`;
