import type { Readable } from "node:stream";
import { askedToEnd, type CommandEnd } from "../../explore/observation.ts";
import { timedOut } from "../../report/killed.ts";
import { within, withinOn } from "../../world/time/deadline.ts";
import { endWhatIsLeft, graceMs, send } from "./left-behind.ts";
import { linesOf } from "./lines.ts";
import { requireNamed, startMarked, windows } from "./marked-child.ts";
import type { SkipWaits } from "./skip-waits.ts";

/** How long a command has to end by itself that is asked to, in milliseconds. */
const promptMs = 5000;

/**
 * Runs a command beside others: nothing that it prints is shown, it reads nothing, and nothing that it started is left
 * when it has ended.
 *
 * @param ending ends it at once; with the reason `askedToEnd`, as Ctrl-C does, and if that does not help, too
 * @param skip has its waits take no time; the time-out is in its time then
 * @throws Failure if it cannot start
 */
export async function quietEnd(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  timeoutMs: number,
  ending: AbortSignal,
  skip?: SkipWaits,
): Promise<CommandEnd> {
  requireNamed(command);
  const how = { stdio: ["ignore", "pipe", "pipe"], grouped: !windows } as const;
  const { child, mark, watchdog, exit } = startMarked(command, env, how);
  const stopped = new Promise<void>((resolve) => {
    ending.addEventListener("abort", () => resolve(), { once: true });
  });
  const output = linesOf(child.stdout as Readable);
  const errors = linesOf(child.stderr as Readable);
  skip?.watch(child.pid);
  try {
    const over = Promise.race([exit, stopped]);
    const inTime =
      skip === undefined ? within(timeoutMs, over) : withinOn(skip.clock, timeoutMs, over);
    const target = child.pid === undefined || windows ? child.pid : -child.pid;
    let isKilled = !(await inTime) || ending.aborted;
    if (isKilled && ending.reason === askedToEnd && target !== undefined) {
      send(target, "SIGINT");
      isKilled = !(await within(promptMs, exit));
    }
    if (isKilled && target !== undefined) send(target, "SIGTERM");
    const exitCode = isKilled ? timedOut : await exit;
    await endWhatIsLeft({ mark, group: windows ? undefined : child.pid }, () => {});
    if (isKilled && !(await within(graceMs, exit))) child.kill("SIGKILL");
    const error = exitCode === 0 ? undefined : whyOf(exitCode, await errors);
    return { exitCode, output: await output, isKilled, ...(error !== undefined && { error }) };
  } finally {
    watchdog?.dismiss();
  }
}

/** Such as `TypeError: …`, `Uncaught Error [CODE]: …`, `requests.exceptions.HTTPError: …`. */
const errorStart = /^(?:uncaught )?(?:[\w.]+\.)?\w*(?:error|exception)\b[^:]{0,60}:/i;

/** Its exit code, and why, as it said last: what begins like an error if anything does, and no markup. */
function whyOf(exitCode: number, errors: readonly string[]): string {
  const lines = errors.filter(
    (line) =>
      /^[^\s<>{}[\]]/.test(line) && !/^(?:Node\.js v|Picked up JAVA_TOOL_OPTIONS: )/.test(line),
  );
  const said = lines.findLast((line) => errorStart.test(line)) ?? lines.at(-1);
  return said === undefined
    ? `exit code ${exitCode}`
    : `exit code ${exitCode}: ${said.slice(0, 120)}`;
}
