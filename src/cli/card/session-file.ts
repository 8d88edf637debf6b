import { closeSync, openSync, writeSync } from "node:fs";
import { instant } from "../../control/limit-counters.ts";
import { headLine, lineOf, requestLine } from "../../control/session/session.ts";
import { pageHead } from "../../control/session/page.ts";
import type { Emulator } from "../../emulator.ts";
import { emulationOf } from "../../explorer.ts";
import type { ReportCard } from "../../report/card-shape.ts";
import { tell, terminal } from "../terminal/terminal.ts";

/** By how much more requests there are before what stands beside them is written again. */
const growth = 1.5;

/** A file that grows by lines. What goes wrong with it is told once, and stops nothing else. */
class Growing {
  readonly #path: string;
  readonly #file: number;
  #isBroken = false;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, "w");
  }

  readonly write = (lines: string): void => {
    if (this.#isBroken) return;
    try {
      writeSync(this.#file, lines);
    } catch (error) {
      this.#isBroken = true;
      tell(`--session ${this.#path}: ${(error as Error).message}. It has what came before.`);
    }
  };

  close(): void {
    closeSync(this.#file);
    if (this.#isBroken) terminal().exitCode ||= 1;
  }
}

/**
 * Writes all that an emulator is asked from now on into a file, each exchange as it ends. The rest is written at the end,
 * and now and then before: most of it is there, too, if the run is killed.
 *
 * @param run the command whose run it is, in words
 * @returns ends it. @param card of what was run, if it was graded otherwise than the journal is
 */
export async function writeSession(
  path: string,
  run: readonly string[],
  emulator: Emulator,
): Promise<(card?: ReportCard) => Promise<void>> {
  const emulation = emulationOf(emulator);
  const { lasting } = emulation;
  const head = path.endsWith(".html") ? await pageHead() : "";
  const file = new Growing(path);
  const { write } = file;
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
    lasting.journal.listen(({ id }) => {
      const entry = emulation.lasting.journal.get(id);
      if (entry !== undefined) write(requestLine(emulation, entry));
      count += 1;
      if (count < next || writing !== undefined) return;
      next = Math.ceil(count * growth);
      writing = writeRest().finally(() => (writing = undefined));
    }),
    lasting.journal.listenToEnds(({ id, durationMs, endedWorld, left }) =>
      write(lineOf({ path: `/requests/${id}`, more: { durationMs, endedWorld, left } })),
    ),
  ];
  return async (card) => {
    await writing;
    await writeRest("&ended=true");
    for (const stop of stops) stop();
    if (card !== undefined) write(lineOf({ path: "/report?running=true", answer: card }));
    write(lineOf({ end: now() }));
    file.close();
  };
}
