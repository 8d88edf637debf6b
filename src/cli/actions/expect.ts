import { noRequest } from "../../report/finding-text.ts";
import type { Checks } from "../../scenarios/expectations.ts";
import { tell, print, terminal } from "../terminal/terminal.ts";
import { callControl, type ControlValues, flagsOf } from "../process/control-client.ts";
import { expectationOf } from "../options/expectation-flags.ts";
import { checksText } from "../card/verdict-text.ts";

/** Judges the journal of a running emulator. Sets the exit code: 0 it is so, 1 it is not. */
export async function expectRequests(
  operation: string | undefined,
  values: ControlValues & Readonly<Record<string, unknown>>,
): Promise<void> {
  const asked = expectationOf(operation, flagsOf(values));
  const judged = await callControl<Checks>(values, "POST", "expectations", { expect: [asked] });
  print(values.json, judged, ({ checks }) => checksText(checks));
  // Whoever names no request says of all of them how many may come: perhaps none.
  const { count: _c, min: _i, max: _a, ...which } = asked.requests ?? {};
  const isIdle = judged.passed && judged.requests === 0 && Object.keys(which).length > 0;
  if (isIdle) tell(noRequest);
  if (isIdle || !judged.passed) terminal().exitCode = 1;
}
