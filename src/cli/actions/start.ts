import { stripVTControlCharacters } from "node:util";
import { jsonLine } from "../../emulation/json-lines.ts";
import type { Emulator } from "../../emulator.ts";
import { emulationOf } from "../../explorer.ts";
import { isLoopback } from "../../server/guard.ts";
import { quiet } from "../../world/time/deadline.ts";
import type { Entry } from "../../world/journal/entry.ts";
import { boot, mistakeOf, optionsOf, endOnSignals, notExported } from "../process/boot.ts";
import { requireExportable } from "../process/boot.ts";
import { compiled } from "../process/compiled.ts";
import type { Given } from "../options/configure.ts";
import { inSession } from "../card/session.ts";
import { Failure, said, screenWidth } from "../terminal/terminal.ts";
import { fitted } from "../terminal/texts.ts";
import { LineWriter, openSink } from "../terminal/line-writer.ts";
import { readyEvent, type ReadyFile, readyFile } from "../process/ready.ts";
import { locator, sweepTemporary } from "../process/locator.ts";
import { logFormatOf, type StartValues } from "../options/start-options.ts";

/** Starts the emulator, tells that it is ready, and shows every request, until a signal ends it. */
export async function start(values: StartValues, { sourceOf }: Given): Promise<void> {
  requireWatchable(values);
  requireOwnMachine(values);
  await requireExportable(values.exportOnExit);
  const isJson = logFormatOf(values) === "json";
  const errors = new LineWriter(openSink(2), droppedLine);
  const run: Run = {
    out: new LineWriter(openSink(1), isJson ? droppedEvent : droppedLine),
    errors,
    note: (message) => errors.write(said(message)),
    readyFile: values.readyFile === undefined ? undefined : readyFile(values.readyFile),
    isLost: false,
  };
  const end = endedBySignals(run, values);
  const options = {
    ...(await optionsOf(values)),
    onError: (error: unknown, id: string) => errors.write(mistakeOf(error, id)),
    onNote: run.note,
    // Who goes on without a disk goes on with what will be gone.
    onLost: (message: string) => {
      run.note(message);
      run.isLost = true;
      end();
    },
  };
  const emulator = await inSession(values, ["start"], () => boot(options, sourceOf));
  run.emulator = emulator;
  await announce(run, emulator, values);
  compiled.holdYoungSpace(emulator);
  compiled.keepWhenQuiet(emulator);
  // Once whoever waited for it has been answered.
  void quiet(() => 0).then(sweepTemporary);
}

interface Run {
  readonly out: LineWriter;
  readonly errors: LineWriter;
  readonly note: (message: string) => void;
  readonly readyFile: ReadyFile | undefined;
  emulator?: Emulator;
  unwatch?: () => Promise<void>;
  /** Whether the data folder could not be written. */
  isLost: boolean;
}

/** @returns ends it as a signal would */
function endedBySignals(run: Run, { exportOnExit }: StartValues): () => void {
  const { out, errors, readyFile } = run;
  process.on("exit", () => {
    out.writeRest();
    errors.writeRest();
    readyFile?.remove();
  });
  return endOnSignals(
    {
      // However long it takes: a second signal ends it at once.
      before: async () => {
        const code = await exported(run, exportOnExit);
        await errors.flush(flushMs);
        return run.isLost ? 1 : code;
      },
      drain: async () => {
        await run.unwatch?.();
        if (run.emulator !== undefined) await emulationOf(run.emulator).runner?.stop();
        await run.emulator?.close();
        compiled.keep();
      },
    },
    out,
  );
}

/** Tells those who look for it that it runs, and prints what is asked of it. */
async function announce(run: Run, emulator: Emulator, values: StartValues): Promise<void> {
  const { out, note, readyFile } = run;
  const isTrusted = (emulator.certificate ?? emulator.interception) !== undefined;
  const trusted = isTrusted
    ? await (await import("../process/tls.ts")).writeTrust(emulator, values)
    : undefined;
  const caFile = trusted?.caFile;
  const { allowCommand, authScheme } = values;
  const tellWhere = locator(emulator, authScheme, trusted);
  if (allowCommand !== undefined) {
    const { allowed } = await import("./allowed.ts");
    emulationOf(emulator).runner = allowed(allowCommand, { emulator, authScheme, trusted });
  }
  if (values.watch) {
    const { watchFixtures } = await import("../process/watch.ts");
    run.unwatch = await watchFixtures(emulator, values.fixtures, {
      reseeded: (files) => {
        readyFile?.write(emulator, caFile);
        tellWhere(note);
        if (!values.quiet) out.write(reseededLine(emulator, files, values));
      },
      wrong: note,
    });
  }
  readyFile?.write(emulator, caFile);
  await show(emulator, caFile, values, (line) => out.write(line));
  tellWhere(note);
}

/** What is watched are fixtures: where the state is something else, nothing would follow them. */
function requireWatchable({ watch = false, dataDir, state }: StartValues): void {
  if (!watch) return;
  const other = (dataDir && "--data-dir") ?? (state && "--state");
  if (other === undefined) return;
  throw new Failure(`--watch restarts from the fixtures, so it can't be combined with ${other}`, 2);
}

/** A command that a page starts is for the user of this machine. */
function requireOwnMachine({ allowCommand = [], host = "127.0.0.1" }: StartValues): void {
  if (allowCommand.some((command) => command.trim() === ""))
    throw new Failure("--allow-command: expected a command, such as 'npm run sync'", 2);
  if (allowCommand.length === 0 || isLoopback(host)) return;
  const why = "--allow-command runs programs on this machine";
  throw new Failure(
    `${why}, so it can't be combined with --host ${host}: leave out one of them`,
    2,
  );
}

function reseededLine(emulator: Emulator, files: readonly string[], values: StartValues): string {
  const { counts } = readyEvent(emulator);
  if (logFormatOf(values) === "json") return JSON.stringify({ event: "reseeded", files, counts });
  const { profiles = 0, events = 0 } = counts;
  return `Restarted from ${files.join(", ")}: ${profiles} profiles, ${events} events.`;
}

/** The ready line or the banner, then the requests; those of meanwhile first. */
async function show(
  emulator: Emulator,
  caFile: string | undefined,
  values: StartValues,
  print: (line: string) => void,
): Promise<void> {
  const { quiet = false } = values;
  const format = logFormatOf(values);
  const json = values.json || (format === "json" && !quiet);
  if (json) print(JSON.stringify(readyEvent(emulator, caFile)));
  else if (quiet) print(emulator.url);
  if (quiet) return;
  let line = (entry: Entry): string => jsonLine({ event: "request", ...entry });
  if (format !== "json") {
    // Colours are loaded when it answers already: nobody waits for them.
    const [{ bannerOf }, { plainLine, requestLine }] = await Promise.all([
      import("./banner.ts"),
      import("../card/request-line.ts"),
    ]);
    const plain = format === "plain";
    const banner = json ? undefined : bannerOf(emulator, values, caFile, screenWidth());
    if (banner !== undefined) print(plain ? stripVTControlCharacters(banner) : banner);
    const lineOf = (entry: Entry) => fitted(requestLine(entry, screenWidth()), screenWidth());
    line = plain ? plainLine : lineOf;
  }
  for (const entry of emulator.requests.list()) print(line(entry));
  emulator.requests.listen((entry) => print(line(entry)));
}

const flushMs = 1000;

const droppedEvent = (lines: number): string => JSON.stringify({ event: "dropped", lines });
const droppedLine = (lines: number): string =>
  `… ${lines} lines dropped, because they were not read in time`;

/** A state that cannot be written is told, and ends with code 1. */
async function exported({ emulator, errors }: Run, folder: string | undefined): Promise<number> {
  if (emulator === undefined || folder === undefined) return 0;
  try {
    await emulator.state.export(folder);
    return 0;
  } catch (error) {
    errors.write(`service-emulator: ${notExported(error)}`);
    return 1;
  }
}
