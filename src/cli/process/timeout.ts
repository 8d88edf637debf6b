import { parseDuration } from "../../world/time/duration.ts";
import { Failure } from "../terminal/terminal.ts";
import type { Timeout } from "./child.ts";

/** How long a command may take. @throws Failure for what is no duration */
export function timeoutOf(text: string): Timeout {
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0) return { ms, text };
  throw new Failure(`--timeout: invalid value '${text}'. Use a duration such as 2m.`, 2);
}
