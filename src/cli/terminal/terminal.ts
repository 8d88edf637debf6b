import { AsyncLocalStorage } from "node:async_hooks";
import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import { jsonLine } from "../../emulation/json-lines.ts";
import { fitted } from "./texts.ts";

/** What a command has of the process that it runs in: two outputs, and the code with which it ends. */
export interface Terminal {
  /** How many columns stdout has; undefined: it is no screen. */
  readonly columns: number | undefined;
  readonly errorColumns: number | undefined;
  /** What it ends with, once nothing is left to do. */
  exitCode: number;
  readonly out: (text: string) => void;
  /** Writes to stderr, if anybody reads it: at once, whatever becomes of the process next. */
  readonly err: (text: string) => void;
  /** Ends at once, whatever is left to do. */
  readonly exit: (code: number) => never;
}

/** Whether an output is a screen: what stays as it is, and is asked of the system but once. */
const isScreen = [1, 2].map((fd) => {
  let known: boolean | undefined;
  return () => (known ??= isatty(fd));
});

const ofProcess: Terminal = {
  get columns() {
    return isScreen[0]?.() ? process.stdout.columns : undefined;
  },
  get errorColumns() {
    return isScreen[1]?.() ? process.stderr.columns : undefined;
  },
  get exitCode() {
    return Number(process.exitCode ?? 0);
  },
  set exitCode(code) {
    process.exitCode = code;
  },
  out: (text) => void process.stdout.write(text),
  err: (text) => {
    try {
      writeSync(2, text);
    } catch {
      // Nobody reads it.
    }
  },
  exit: (code) => process.exit(code),
};

const inPlace = new AsyncLocalStorage<Terminal>();

/** That of the command which runs now: this process's, unless another stands in for it. */
export const terminal = (): Terminal => inPlace.getStore() ?? ofProcess;

export const inTerminal = (other: Terminal, command: () => Promise<void>): Promise<void> =>
  inPlace.run(other, command);

/** The columns of stdout; undefined: it is no screen. Terminals that know nothing of their width say 0. */
export const screenWidth = (): number | undefined => terminal().columns || undefined;

export const errorWidth = (): number | undefined => terminal().errorColumns || undefined;

/** How wide help is: longer lines are hard to read, however wide the terminal. */
export const helpWidth = (): number => Math.min(screenWidth() ?? 80, 100);

/** A path as a shell takes it for one word. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** A line of the shell as a command. On Windows, every command is one. */
export const shellLine = (text: string): string[] =>
  process.platform === "win32" ? [text] : ["sh", "-c", text];

/** Why a command ends, in one line for its user: what, where, and what to do. */
export class Failure extends Error {
  /** A code of this program's, or the one of a command that it ran. */
  readonly exitCode: number;
  constructor(message: string, exitCode: number) {
    super(oneLine(message));
    this.exitCode = exitCode;
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Error && "syscall" in error && error.syscall === "uv_cwd")
    return new Failure("the folder that you are in is gone: change to another", 3);
  const reason = error instanceof Error ? error.message : String(error);
  const advice = "Report it with what SERVICE_EMULATOR_DEBUG=1 prints";
  return new Failure(`internal error (a bug in service-emulator): ${reason}. ${advice}`, 1);
}

/** For `catch`: throws what a failure is made into. */
export const thrownAs =
  (toFailure: (error: unknown) => unknown) =>
  (error: unknown): never => {
    throw toFailure(error);
  };

/** Why a port cannot be opened, and what to do. @param pid the process of an emulator that has it */
export function listenFailure(code: string, host: string, port: number, pid?: number): Failure {
  const where = host === "" ? `port ${port}` : `port ${port} on ${host}`;
  const another = "choose another with --port (0 takes any free one)";
  const loopback = "give another --host, or none for loopback";
  const told: Record<string, string> = {
    EADDRINUSE:
      pid === undefined
        ? `${where} is taken: stop what listens there, or ${another}`
        : `${where} is taken by an emulator (pid ${pid}): use it, end it with service-emulator stop, or ${another}`,
    ERR_UNSAFE_PORT: `fetch and browsers refuse to ask port ${port}: ${another}`,
    EACCES: `${where} is not allowed to this user: choose one above 1023 with --port (0 takes any free one)`,
    EADDRNOTAVAIL: `this machine has no address ${host}: ${loopback}`,
    ENOTFOUND: `no host is named ${host}: ${loopback}`,
    EAI_AGAIN: `the name ${host} cannot be looked up now: give an address as --host, or none for loopback`,
  };
  const other = `cannot listen at ${where} (${code}): give another --port or --host`;
  return new Failure(told[code] ?? other, 3);
}

export const tell = (message: string): void => writeError(said(message));

/** A line of this program's for stderr: a screen that is narrower gets more of them. */
export const said = (message: string): string =>
  fitted(`service-emulator: ${message}`, errorWidth());

export const writeError = (text: string): void => terminal().err(`${text}\n`);

export const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, "; ");

/** Prints data: the JSON of it if that was asked for, else what a person reads. */
export const print = <T>(json: boolean | undefined, data: T, text: (data: T) => string): void =>
  printWhole(json, data, (each) => fitted(text(each), screenWidth()));

/** The same where the text is for a program, too, such as lines for a shell: none is broken. */
export const printWhole = <T>(
  json: boolean | undefined,
  data: T,
  text: (data: T) => string,
): void => writeOut(`${json ? jsonLine(data) : text(data)}\n`);

/** Writes to stdout until its reader goes away, as in `routes | head`, which is no mistake. */
export function writeOut(text: string): void {
  heedReader();
  terminal().out(text);
}

/** Ends this process once nobody reads its stdout, or nothing can be written there. */
export function heedReader(): void {
  if (!process.stdout.listeners("error").includes(leave)) process.stdout.on("error", leave);
}

function leave({ code = "" }: NodeJS.ErrnoException): never {
  if (code === "EPIPE") process.exit(0);
  const why = code === "ENOSPC" ? "there is no space left" : code;
  throw new Failure(`what is printed cannot be written: ${why}`, 1);
}
