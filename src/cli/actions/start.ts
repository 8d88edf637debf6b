import { stripVTControlCharacters } from "node:util";
import { jsonLine } from "../../emulation/json-lines.ts";
import type { Emulator } from "../../emulator.ts";
import { quiet } from "../../world/time/deadline.ts";
import type { Entry } from "../../world/journal/entry.ts";
import { boot, mistakeOf, optionsOf } from "../process/boot.ts";
import { compiled } from "../process/compiled.ts";
import { youngSpace } from "../process/young-space.ts";
import { endOnSignals } from "../process/ending.ts";
import { notExported, requireExportable } from "../process/export-on-exit.ts";
import { Failure, said } from "../terminal/failure.ts";
import { fitted } from "../terminal/wrapped.ts";
import { screenWidth } from "../terminal/terminal.ts";
import { LineWriter } from "../terminal/line-writer.ts";
import { ReadyFile, readyEvent } from "../process/ready.ts";
import { sweepTemporary } from "../process/temporary.ts";
import { openSink } from "../terminal/sink.ts";
import { logFormatOf, type StartValues } from "../options/start-options.ts";

/**
 * Starts the emulator, tells that it is ready, and shows every request, until a signal ends it.
 *
 * @param sourceOf the flag or variable that gave a value
 */
export async function start(
  values: StartValues,
  sourceOf: (name: string) => string,
): Promise<void> {
  requireWatchable(values);
  await requireExportable(values.exportOnExit);
  const out = new LineWriter(
    openSink(1),
    logFormatOf(values) === "json" ? droppedEvent : droppedLine,
  );
  const errors = new LineWriter(openSink(2), droppedLine);
  const note = (message: string) => errors.write(said(message));
  let emulator: Emulator | undefined;
  let isLost = false;
  let unwatch: (() => Promise<void>) | undefined;
  const end = endOnSignals(
    {
      // However long it takes: a second signal ends it at once.
      before: async () => {
        const code = await exported(emulator, values.exportOnExit, errors);
        await errors.flush(flushMs);
        return isLost ? 1 : code;
      },
      drain: async () => {
        await unwatch?.();
        await emulator?.close();
        compiled.keep();
      },
    },
    out,
  );
  const readyFile = values.readyFile === undefined ? undefined : new ReadyFile(values.readyFile);
  process.on("exit", () => {
    out.writeRest();
    errors.writeRest();
    readyFile?.remove();
  });
  emulator = await boot(
    {
      ...(await optionsOf(values)),
      onError: (error, id) => errors.write(mistakeOf(error, id)),
      onNote: note,
      // Who goes on without a disk goes on with what will be gone.
      onLost: (message) => {
        note(message);
        isLost = true;
        end();
      },
    },
    sourceOf,
  );
  const trusted =
    emulator.certificate === undefined
      ? undefined
      : await (await import("../process/tls.ts")).writeTrust(emulator, values);
  const caFile = trusted?.caFile;
  const { Locator } = await import("../process/locator.ts");
  const { watch = false, authScheme } = values;
  const running = emulator;
  const locator = new Locator(running, authScheme, trusted);
  if (watch) {
    const { watchFixtures } = await import("../process/watch.ts");
    unwatch = await watchFixtures(running, values.fixtures, {
      reseeded: (files) => {
        readyFile?.write(running, caFile);
        locator.tell(note);
        if (!values.quiet) out.write(reseededLine(running, files, values));
      },
      wrong: note,
    });
  }
  readyFile?.write(running, caFile);
  await show(running, caFile, values, (line) => out.write(line));
  locator.tell(note);
  youngSpace.holdOnceAsked(running);
  compiled.keepWhenQuiet(running);
  // Once whoever waited for it has been answered.
  void quiet(() => 0).then(sweepTemporary);
}

/** What is watched are fixtures: where the state is something else, nothing would follow them. */
function requireWatchable({ watch = false, dataDir, state }: StartValues): void {
  if (!watch) return;
  const other = (dataDir && "--data-dir") ?? (state && "--state");
  if (other === undefined) return;
  throw new Failure(`--watch restarts from the fixtures, so it can't be combined with ${other}`, 2);
}

/** That the emulator has restarted, and from what. */
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

/** How long the last errors may take. */
const flushMs = 1000;

const droppedEvent = (lines: number): string => JSON.stringify({ event: "dropped", lines });
const droppedLine = (lines: number): string =>
  `… ${lines} lines dropped, because they were not read in time`;

/** A state that cannot be written is told, and ends with code 1. */
async function exported(
  emulator: Emulator | undefined,
  folder: string | undefined,
  errors: LineWriter,
): Promise<number> {
  if (emulator === undefined || folder === undefined) return 0;
  try {
    await emulator.state.export(folder);
    return 0;
  } catch (error) {
    errors.write(`service-emulator: ${notExported(error)}`);
    return 1;
  }
}
