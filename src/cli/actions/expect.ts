import type { Checks } from "../../scenarios/expectations.ts";
import { callControl, type ControlValues, flagsOf } from "../process/control-client.ts";
import { expectationOf } from "../options/expectation-flags.ts";
import { print } from "../terminal/print.ts";
import { terminal } from "../terminal/terminal.ts";
import { checksText } from "../card/verdict-text.ts";

/** Judges the journal of a running emulator. Sets the exit code: 0 it is so, 1 it is not. */
export async function expectRequests(
  operation: string | undefined,
  values: ControlValues & Readonly<Record<string, unknown>>,
): Promise<void> {
  const expect = [expectationOf(operation, flagsOf(values))];
  const judged = await callControl<Checks>(values, "POST", "expectations", { expect });
  print(values.json, judged, ({ checks }) => checksText(checks));
  if (!judged.passed) terminal().exitCode = 1;
}
