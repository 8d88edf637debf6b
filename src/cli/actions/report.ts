import type { ReportCard } from "../../report/card-shape.ts";
import { formats } from "../../report/printed/card-page.ts";
import type { FormatName } from "../../report/names.ts";
import { callControl, type ControlValues, narrowed } from "../process/control-client.ts";
import { writeOut, screenWidth, terminal } from "../terminal/terminal.ts";
import { endOf } from "../card/report-end.ts";
import type { VerdictValues } from "../options/report-options.ts";
import { reportText } from "../card/report-text.ts";

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
