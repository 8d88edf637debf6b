import { closeSync, openSync, writeSync } from "node:fs";
import { instant } from "../../control/limit-counters.ts";
import { headLine, lineOf, requestLine, pageHead } from "../../control/session/session.ts";
import type { Emulator } from "../../emulator.ts";
import { emulationOf } from "../../explorer.ts";
import type { ReportCard } from "../../report/card-shape.ts";
import { tell, terminal } from "../terminal/terminal.ts";

/** By how much more requests there are before what stands beside them is written again. */
const growth = 1.5;

/** A file that grows by lines. What goes wrong with it is told once, and stops nothing else. */
function growing(path: string) {
  const file = openSync(path, "w");
  let isBroken = false;
  return {
    write(lines: string): void {
      if (isBroken) return;
      try {
        writeSync(file, lines);
      } catch (error) {
        isBroken = true;
        tell(`--session ${path}: ${(error as Error).message}. It has what came before.`);
      }
    },
    close(): void {
      closeSync(file);
      if (isBroken) terminal().exitCode ||= 1;
    },
  };
}

/** Writes each exchange as it ends, and the rest now and then, lest the run is killed. @returns ends it, with the card */
export async function writeSession(path: string, run: readonly string[], emulator: Emulator) {
  const emulation = emulationOf(emulator);
  const { lasting } = emulation;
  const head = path.endsWith(".html") ? await pageHead() : "";
  const { write, close } = growing(path);
  const now = () => instant(lasting.clock.realNow());
  const command = lasting.redaction.text(run.join(" "));
  write(head + headLine({ at: now(), url: emulator.url, command }));
  const seen = new Set<string>();
  const writeRest = async (query = ""): Promise<void> => {
    const headers = { "x-emulator-token": emulator.controlToken ?? "" };
    const rest = await emulator.fetch(`/_emulator/session?requests=false${query}`, { headers });
    const lines = (await rest.text()).split(/(?<=\n)/);
    write(lines.filter((line) => rest.ok && !seen.has(line)).join(""));
    seen.clear();
    for (const line of lines) seen.add(line);
  };
  let [count, next] = [0, 1];
  let writing: Promise<void> | undefined;
  const stops = [
    lasting.journal.written.listen(({ id }) => {
      const entry = emulation.lasting.journal.get(id);
      if (entry !== undefined) write(requestLine(emulation, entry));
      count += 1;
      if (count < next || writing !== undefined) return;
      next = Math.ceil(count * growth);
      writing = writeRest().finally(() => (writing = undefined));
    }),
    lasting.journal.ended.listen(({ id, durationMs, endedWorld, left }) =>
      write(lineOf({ path: `/requests/${id}`, more: { durationMs, endedWorld, left } })),
    ),
  ];
  return async (card?: ReportCard) => {
    await writing;
    await writeRest("&ended=true");
    for (const stop of stops) stop();
    if (card !== undefined) write(lineOf({ path: "/report?running=true", answer: card }));
    write(lineOf({ end: now() }));
    close();
  };
}
