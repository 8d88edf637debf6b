import type { ReportCard } from "../../report/card-shape.ts";
import { formats } from "../../report/printed/card-page.ts";
import type { FormatName } from "../../report/names.ts";
import { callControl, type ControlValues, narrowed, flagsOf } from "../process/control-client.ts";
import { writeOut, screenWidth, terminal, tell, print } from "../terminal/terminal.ts";
import { endOf, reportText } from "../card/report-card.ts";
import type { VerdictValues } from "../options/command-options.ts";
import { noRequest } from "../../report/finding-text.ts";
import type { Checks } from "../../scenarios/expectations.ts";
import { expectationOf, type Flags } from "../options/expectation-flags.ts";
import { checksText } from "../card/verdict-text.ts";

interface ReportValues extends ControlValues, VerdictValues {
  readonly account?: string;
  readonly running?: boolean;
  readonly format?: FormatName | "text";
  readonly output?: readonly string[];
}

/** `service-emulator report`: what the clients of a running emulator did, judged. */
export async function report(values: ReportValues): Promise<void> {
  const { account, running = false, preset, threshold = {}, output = [] } = values;
  const end = endOf(output, values);
  const by = { ...threshold, account, preset, running: running || undefined };
  const card = await callControl<ReportCard>(values, "GET", narrowed("report", by));
  end.write(card);
  const format = values.json === true ? "json" : (values.format ?? "text");
  if (format !== "text") writeOut(formats[format].write(card));
  else if (output.length === 0) writeOut(`${reportText(card, { width: screenWidth() })}\n`);
  if (!end.passed(card)) terminal().exitCode = 1;
}

/** Judges the journal of a running emulator. Sets the exit code: 0 it is so, 1 it is not. */
export async function expectRequests(operation: string | undefined, values: ControlValues & Flags) {
  const asked = expectationOf(operation, flagsOf(values));
  const judged = await callControl<Checks>(values, "POST", "expectations", { expect: [asked] });
  print(values.json, judged, ({ checks }) => checksText(checks));
  // Whoever names no request says of all of them how many may come: perhaps none.
  const { count: _c, min: _i, max: _a, ...which } = asked.requests ?? {};
  const isIdle = judged.passed && judged.requests === 0 && Object.keys(which).length > 0;
  if (isIdle) tell(noRequest);
  if (isIdle || !judged.passed) terminal().exitCode = 1;
}
