import { jsonLine } from "../../emulation/json-lines.ts";
import { Failure } from "./failure.ts";
import { screenWidth, terminal } from "./terminal.ts";
import { fitted } from "./wrapped.ts";

/** Prints data: the JSON of it if that was asked for, else what a person reads. */
export function print<T>(json: boolean | undefined, data: T, text: (data: T) => string): void {
  writeOut(`${json ? jsonLine(data) : fitted(text(data), screenWidth())}\n`);
}

/** The same where the text is for a program, too, such as lines for a shell: none is broken. */
export function printWhole<T>(json: boolean | undefined, data: T, text: (data: T) => string): void {
  writeOut(`${json ? jsonLine(data) : text(data)}\n`);
}

/** Writes to stdout until its reader goes away, as in `routes | head`, which is no mistake. */
export function writeOut(text: string): void {
  heedReader();
  terminal().out(text);
}

/** Ends this process once nobody reads its stdout, or nothing can be written there. */
export function heedReader(): void {
  if (process.stdout.listeners("error").includes(leave)) return;
  process.stdout.on("error", leave);
}

function leave({ code = "" }: NodeJS.ErrnoException): never {
  if (code === "EPIPE") process.exit(0);
  const why = code === "ENOSPC" ? "there is no space left" : code;
  throw new Failure(`what is printed cannot be written: ${why}`, 1);
}
