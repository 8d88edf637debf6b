import type { Act, Check } from "../../../explore/in-sandbox.ts";

/** The user's own test of the state, run where a command has ended. @param ending ends it at once */
export const checkBy =
  (run: Act, ending: AbortSignal): Check =>
  async (sandbox) => {
    const { exitCode, isKilled, error } = await run(sandbox, AbortSignal.any([ending]));
    if (exitCode === 0 || ending.aborted) return undefined;
    return isKilled ? "it does not end" : (error ?? `exit code ${exitCode}`);
  };

/** A line of the shell as a command. On Windows, every command is one. */
export const shellLine = (text: string): string[] =>
  process.platform === "win32" ? [text] : ["sh", "-c", text];
