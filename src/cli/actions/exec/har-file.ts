import { closeSync, fstatSync, openSync, writeSync } from "node:fs";
import type { Emulator } from "../../../emulator.ts";
import { Failure } from "../../terminal/failure.ts";

/**
 * Writes all that an emulator is asked from now on into a file, each exchange as it ends: whenever the run is killed,
 * the file is a whole archive. A pipe gets it at the end.
 *
 * @returns ends it. @throws Failure if something could not be written: the client's requests went on
 */
export function writeHar(path: string, { requests }: Emulator): () => void {
  const file = openSync(path, "w");
  const grows = fstatSync(file).isFile();
  const [head = "", tail = ""] = JSON.stringify(requests.har({ id: "" })).split(/(?=\]\}\}$)/);
  const written: string[] = [];
  let at = 0;
  let problem: Error | undefined;
  const write = (text: string) => {
    if (!grows) return void written.push(text);
    try {
      at += writeSync(file, text + tail, at) - tail.length;
    } catch (error) {
      problem ??= error as Error;
    }
  };
  write(head);
  let separator = "\n";
  const add = (id: string) => {
    const [entry] = requests.har({ id }).log.entries;
    if (entry === undefined) return;
    write(separator + JSON.stringify(entry));
    separator = ",\n";
  };
  const underWay = new Set<string>();
  const stop = requests.listen(({ id, durationMs }) => {
    if (durationMs === null) underWay.add(id);
    else add(id);
  });
  return () => {
    stop();
    for (const id of underWay) add(id);
    try {
      if (!grows) writeSync(file, written.join("") + tail);
    } catch (error) {
      problem ??= error as Error;
    }
    closeSync(file);
    if (problem !== undefined) throw new Failure(`--har ${path}: ${problem.message}`, 1);
  };
}
