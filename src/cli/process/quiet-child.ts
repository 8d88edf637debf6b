import type { Readable } from "node:stream";
import { askedToEnd, crash } from "../../explore/observation.ts";
import { timedOut } from "../../report/killed.ts";
import { within, withinOn } from "../../world/time/deadline.ts";
import { graceMs, startMarked, type ToRun, windows } from "./marked-child.ts";
import { linesOf } from "./child.ts";
import type { SkipWaits } from "./skip-waits.ts";

/** How long a command has to end by itself that is asked to, in milliseconds. */
const promptMs = 5000;

/**
 * Runs a command beside others: it prints and reads nothing, and leaves nothing. @param ending ends it at once: `crash`
 * kills it with its group, `askedToEnd` lets it end by itself @throws Failure if it cannot start
 */
export async function quietEnd(how: ToRun, maxMs: number, ending: AbortSignal, skip?: SkipWaits) {
  const run = startMarked(how, ["ignore", "pipe", "pipe"], !windows);
  const { child, exit, signal: end } = run;
  const stopped = new Promise<void>((resolve) => {
    const stop = () => {
      if (ending.reason === crash) end("SIGKILL");
      resolve();
    };
    ending.addEventListener("abort", stop, { once: true });
  });
  const output = linesOf(child.stdout as Readable);
  const errors = linesOf(child.stderr as Readable);
  skip?.watch(child.pid);
  try {
    const over = Promise.race([exit, stopped]);
    const inTime = skip === undefined ? within(maxMs, over) : withinOn(skip.clock, maxMs, over);
    let isKilled = !(await inTime) || ending.aborted;
    if (isKilled && ending.reason === askedToEnd) {
      end("SIGINT");
      isKilled = !(await within(promptMs, exit));
    }
    if (isKilled) end("SIGTERM");
    const exitCode = isKilled ? timedOut : await exit;
    await run.clear();
    if (isKilled && !(await within(graceMs, exit))) child.kill("SIGKILL");
    const said = { output: await output, errors: await errors };
    const error = exitCode === 0 ? undefined : whyOf(exitCode, said.errors);
    return { exitCode, ...said, isKilled, ...(error !== undefined && { error }) };
  } finally {
    run.dismiss();
  }
}

/** Such as `TypeError: …`, `Uncaught Error [CODE]: …`, `requests.exceptions.HTTPError: …`. */
const errorStart = /^(?:uncaught )?(?:[\w.]+\.)?\w*(?:error|exception)\b[^:]{0,60}:/i;

/** `/usr/…/raise_error.rb:32:in 'on_complete': `, or what PHP begins with: what follows is what led to it. */
const before = /^(?:\S+:\d+:in [`'][^']*'|PHP Fatal error): +/;

/** Its exit code, and why, as it said last: what begins like an error if anything does, and no markup. */
function whyOf(exitCode: number, errors: readonly string[]): string {
  const lines = errors.filter(
    (line) =>
      /^[^\s<>{}[\]]/.test(line) && !/^(?:Node\.js v|Picked up JAVA_TOOL_OPTIONS: )/.test(line),
  );
  const last = lines.findLast((line) => errorStart.test(line)) ?? lines.at(-1);
  const said = (lines.find((line) => before.test(line)) ?? last)?.replace(before, "");
  return said === undefined
    ? `exit code ${exitCode}`
    : `exit code ${exitCode}: ${said.slice(0, 120)}`;
}
