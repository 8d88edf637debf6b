import { Failure } from "../terminal/failure.ts";
import { printable } from "../terminal/printable.ts";

interface Refused {
  readonly error?: { readonly message?: string; readonly path?: string; readonly nearest?: string };
}

/** What the emulator refused: which member of the body, and why, in its own words. */
export class Refusal extends Failure {
  readonly path: string;
  readonly what: string;

  constructor(path: string, what: string, message: string) {
    super(message, 2);
    this.path = path;
    this.what = what;
  }
}

/** Why a request was refused, in one line that names what the user typed. */
export function refusalOf(answer: unknown, status: number): Refusal {
  const {
    message = `refused with status ${status}`,
    path = "",
    nearest,
  } = (answer as Refused).error ?? {};
  const where = path === "" ? "" : `${named(path)}: `;
  const near = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  const token = status === 403 ? " (give it with --token)" : "";
  return new Refusal(path, message, printable(`${where}${message}${near}${token}`));
}

/** What the CLI gives by position has no flag. */
const positional = ["operation", "id", "name", "at", "by", "mode", "factor", "folder"];

/** What the CLI calls otherwise. */
const otherwise: Readonly<Record<string, string>> = {
  count: "times",
  min: "at-least",
  max: "at-most",
};

/** A member of the body as the CLI calls it: `retryAfter` is `--retry-after`. */
function named(member: string): string {
  const path = member.replace("expect[0].requests.", "");
  if (positional.includes(path)) return path;
  return `--${otherwise[path] ?? path.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
