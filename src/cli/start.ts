import { ControlError } from "../control/problem.ts";
import { createEmulator, type Emulator } from "../emulator.ts";
import { FixtureError } from "../seeding/fixture-error.ts";
import { ListenError } from "../server/listen-error.ts";
import type { Entry } from "../world/journal.ts";
import { endOnSignals } from "./ending.ts";
import { Failure, listenFailure } from "./failure.ts";
import { LineWriter } from "./line-writer.ts";
import { ReadyFile, readyEvent } from "./ready.ts";
import { openSink } from "./sink.ts";
import type { StartValues } from "./start-options.ts";

/**
 * Starts the emulator, tells that it is ready, and shows every request, until a signal ends it.
 *
 * @param sourceOf the flag or variable that gave a value
 */
export async function start(
  values: StartValues,
  sourceOf: (name: string) => string,
): Promise<void> {
  const out = new LineWriter(openSink(1), values.json ? droppedEvent : droppedLine);
  const errors = new LineWriter(openSink(2), droppedLine);
  let emulator: Emulator | undefined;
  endOnSignals(async () => emulator?.close(), out);
  const readyFile = values.readyFile === undefined ? undefined : new ReadyFile(values.readyFile);
  process.on("exit", () => readyFile?.remove());
  try {
    emulator = await createEmulator({
      ...optionsOf(values),
      onError: (error, id) => errors.write(mistakeOf(error, id)),
    });
  } catch (error) {
    throw explained(error, sourceOf);
  }
  readyFile?.write(emulator);
  await show(emulator, values, (line) => out.write(line));
}

function optionsOf(values: StartValues) {
  const { json: _json, quiet: _quiet, readyFile: _readyFile, badKeyStatus, ...options } = values;
  return { ...options, badKeyStatus: badKeyStatus === "400" ? 400 : 401 } as const;
}

/** The ready line or the banner, then the requests; those of meanwhile first. */
async function show(
  emulator: Emulator,
  values: StartValues,
  print: (line: string) => void,
): Promise<void> {
  const { json = false, quiet = false } = values;
  if (json) print(JSON.stringify(readyEvent(emulator)));
  else if (quiet) print(emulator.url);
  if (quiet) return;
  let line = (entry: Entry): string => JSON.stringify({ event: "request", ...entry });
  if (!json) {
    // Colours are loaded when it answers already: nobody waits for them.
    const [{ bannerOf }, { requestLine }, { screenWidth }] = await Promise.all([
      import("./banner.ts"),
      import("./request-line.ts"),
      import("./screen.ts"),
    ]);
    print(bannerOf(emulator, values));
    line = (entry) => requestLine(entry, screenWidth());
  }
  for (const entry of emulator.requests.list()) print(line(entry));
  emulator.requests.listen((entry) => print(line(entry)));
}

function explained(error: unknown, sourceOf: (name: string) => string): unknown {
  if (error instanceof ListenError) return listenFailure(error.code, error.host, error.port);
  if (error instanceof FixtureError) return new Failure(error.message, 3);
  if (error instanceof ControlError)
    return new Failure(`${sourceOf(error.path)}: ${error.message}`, 2);
  return error;
}

const mistakeOf = (error: unknown, id: string): string => {
  const trace = error instanceof Error ? error.stack : String(error);
  return `service-emulator: a mistake of ours, told to the client as ${id}: ${trace}`;
};

const droppedEvent = (lines: number): string => JSON.stringify({ event: "dropped", lines });
const droppedLine = (lines: number): string => `… ${lines} lines dropped, since nobody read them`;
