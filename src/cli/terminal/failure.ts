import { errorWidth, terminal } from "./terminal.ts";
import { fitted } from "./wrapped.ts";

/** A path as a shell takes it for one word. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** Why a command ends, in one line for its user: what, where, and what to do. */
export class Failure extends Error {
  /** A code of this program's, or the one of a command that it ran. */
  readonly exitCode: number;
  constructor(message: string, exitCode: number) {
    super(oneLine(message));
    this.exitCode = exitCode;
  }
}

/** What to tell of anything that was thrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Error && "syscall" in error && error.syscall === "uv_cwd")
    return new Failure("the folder that you are in is gone: change to another", 3);
  const reason = error instanceof Error ? error.message : String(error);
  const advice = "Report it with what SERVICE_EMULATOR_DEBUG=1 prints";
  return new Failure(`internal error (a bug in service-emulator): ${reason}. ${advice}`, 1);
}

/**
 * Why a port cannot be opened, and what to do.
 *
 * @param pid the process of an emulator that has it
 */
export function listenFailure(code: string, host: string, port: number, pid?: number): Failure {
  const where = host === "" ? `port ${port}` : `port ${port} on ${host}`;
  const told: Record<string, string> = {
    EADDRINUSE:
      pid === undefined
        ? `${where} is taken: stop what listens there, or choose another with --port (0 takes any free one)`
        : `${where} is taken by an emulator (pid ${pid}): use it, end it with service-emulator stop, or choose another with --port (0 takes any free one)`,
    ERR_UNSAFE_PORT: `fetch and browsers refuse to ask port ${port}: choose another with --port (0 takes any free one)`,
    EACCES: `${where} is not allowed to this user: choose one above 1023 with --port (0 takes any free one)`,
    EADDRNOTAVAIL: `this machine has no address ${host}: give another --host, or none for loopback`,
    ENOTFOUND: `no host is named ${host}: give another --host, or none for loopback`,
    EAI_AGAIN: `the name ${host} cannot be looked up now: give an address as --host, or none for loopback`,
  };
  const other = `cannot listen at ${where} (${code}): give another --port or --host`;
  return new Failure(told[code] ?? other, 3);
}

/** Writes one line to stderr, whatever becomes of the process next. */
export const tell = (message: string): void => writeError(said(message));

/** A line of this program's for stderr: a screen that is narrower gets more of them. */
export const said = (message: string): string =>
  fitted(`service-emulator: ${message}`, errorWidth());

/** Writes to stderr, if anybody reads it. */
export const writeError = (text: string): void => terminal().err(`${text}\n`);

export const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, "; ");
