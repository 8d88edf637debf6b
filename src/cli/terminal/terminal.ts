import { AsyncLocalStorage } from "node:async_hooks";
import { writeSync } from "node:fs";
import { isatty } from "node:tty";

/** What a command has of the process that it runs in: two outputs, and the code with which it ends. */
export interface Terminal {
  /** How many columns stdout has; undefined: it is no screen. */
  readonly columns: number | undefined;
  /** The same of stderr. */
  readonly errorColumns: number | undefined;
  /** What it ends with, once nothing is left to do. */
  exitCode: number;
  /** Writes to stdout. */
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

/** Has a command run in another terminal than this process's. */
export const inTerminal = (other: Terminal, command: () => Promise<void>): Promise<void> =>
  inPlace.run(other, command);

/** How many columns its stdout has; undefined: it is no screen. Terminals that know nothing of their width say 0. */
export const screenWidth = (): number | undefined => terminal().columns || undefined;

/** The same of its stderr. */
export const errorWidth = (): number | undefined => terminal().errorColumns || undefined;

/** How wide help is: lines longer than this are hard to read, however wide the terminal. */
export const helpWidth = (): number => Math.min(screenWidth() ?? 80, 100);
