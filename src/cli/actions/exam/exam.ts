import type { Asked } from "../../options/configure.ts";
import { ControlError } from "../../../emulation/problem.ts";
import type { Emulator } from "../../../emulator.ts";
import type { ExamProgress } from "../../../explore/exam/exam.ts";
import { type Examined, effortOf } from "../../../explore/exam/effort.ts";
import { examIn } from "../../../explorer.ts";
import { counted, secondsText } from "../../../report/figures.ts";
import { reportOptionsOf, endOf, written, reportText } from "../../card/report-card.ts";
import type { VerdictValues } from "../../options/command-options.ts";
import type { StartValues } from "../../options/start-options.ts";
import { SkippedRuns } from "../../process/skipped.ts";
import { writeTrust } from "../../process/tls.ts";
import { Failure, tell, printWhole, screenWidth, terminal } from "../../terminal/terminal.ts";
import { requireKnown } from "../../process/command-environment.ts";
import { inSandbox, ownEmulator, searching, until } from "../explore/in-sandbox.ts";
import { availableParallelism } from "node:os";

export interface ExamValues extends StartValues, VerdictValues {
  readonly budget: string;
  readonly jobs?: number;
  readonly timeout: string;
  readonly skipWaits: boolean;
  readonly report?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Examines a command. Exit code: 0 no rule failed, 1 one did or a required one is open, 2 it fails without faults, 130 interrupted. */
export async function examCommand(asked: Asked<ExamValues>): Promise<void> {
  const { words, values } = asked;
  if (words.length === 0)
    throw new Failure("exam needs a command: service-emulator exam -- npm run sync", 2);
  requireKnown(values.env ?? {}, values);
  const { report: paths = [] } = values;
  const end = endOf(paths, values);
  let examined: Examined | undefined;
  const emulator = await ownEmulator("exam", asked, () => examined?.card);
  try {
    const ending = new AbortController();
    examined = await examinedOf(asked, emulator, ending);
    end.write(examined.card);
    printWhole(values.json, examined, examText);
    if (paths.length > 0 && !values.quiet) tell(written(examined.card, paths));
    terminal().exitCode = examined.card.passed && meets(examined, values) ? 0 : 1;
    if (!end.passed(examined.card)) terminal().exitCode ||= 1;
    if (ending.signal.aborted) throw new Failure("interrupted: this is the card so far", 130);
  } finally {
    await emulator.close();
  }
}

/** With `--require all`, every rule that the client can meet is decided, and passed. */
function meets({ card }: Examined, { require: required = [] }: VerdictValues): boolean {
  if (!required.includes("all")) return true;
  const open = card.rules.filter(({ verdict }) => verdict === "undecided");
  for (const { rule, wouldDecide } of open) tell(`${rule}: undecided: ${wouldDecide}`);
  return open.length === 0;
}

async function examinedOf(asked: Asked<ExamValues>, emulator: Emulator, ending: AbortController) {
  const { values } = asked;
  const effort = effortFrom(values);
  const trusted = await writeTrust(emulator, values);
  const skipped = values.skipWaits ? new SkippedRuns() : undefined;
  const { timeoutMs } = effort;
  const act = inSandbox(asked, { emulator, trusted, skipped, timeoutMs });
  const interrupted = () => new Failure("interrupted before there was a card", 130);
  return searching({ emulator, values, ending, interrupted }, async (show, say) => {
    const examined = await examIn(emulator, until(ending.signal, act), effort, {
      ending: ending.signal,
      isCommand: process.platform !== "win32",
      noted: say,
      ...(show && { told: (each) => show(progressText(each)) }),
    });
    if (skipped?.isAny && !values.quiet) say(skipped.text());
    return examined;
  });
}

function effortFrom(values: ExamValues): ReturnType<typeof effortOf> {
  const { budget, timeout, jobs = 2 * availableParallelism() } = values;
  try {
    return effortOf({ budget, timeout, jobs: Math.min(64, jobs), ...reportOptionsOf(values) });
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    throw new Failure(`--${error.path}: ${error.reason}`, 2);
  }
}

const progressText = ({ asking, runs, decided, of, leftMs }: ExamProgress): string =>
  `exam: ${decided} of ${of} rules decided in ${counted(runs, "run")}, ${secondsText(Math.ceil(leftMs / 1000))} left, asking: ${asking}`;

function examText({ card, checks, runs, tookMs, requests, notes, isCut }: Examined): string {
  const open = card.rules.filter(({ verdict }) => verdict === "undecided").length;
  const longer = `--budget ${Math.ceil((4 * tookMs) / 60_000)}m`;
  const cut = `The exam ended with ${counted(open, "rule")} undecided. A longer one decides more: ${longer}`;
  if (runs === 0 && isCut)
    return `The exam ended before its first run with faults: nothing is known of the client. Give it longer: ${longer}`;
  return [
    reportText(card, { width: screenWidth() }),
    `${counted(runs, "run")} with faults in ${secondsText(Math.round(tookMs / 1000))}; a run without faults makes ${counted(requests, "request")}.`,
    ...checks.map(({ name, passed, message }) => `${passed ? "✓" : "✗"} ${name}: ${message}`),
    ...notes,
    ...(isCut && open > 0 ? [cut] : []),
  ].join("\n");
}
