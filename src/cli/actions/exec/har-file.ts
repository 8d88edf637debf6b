import { HarFile } from "../../../control/requests/har.ts";
import type { Emulator } from "../../../emulator.ts";
import { Failure } from "../../terminal/terminal.ts";

/**
 * Writes all that an emulator is asked from now on into a file, each exchange as it ends.
 *
 * @returns ends it. @throws Failure if something could not be written: the client's requests went on
 */
export function writeHar(path: string, { requests }: Emulator): () => void {
  const file = new HarFile(path, "w");
  const add = (id: string) => {
    for (const each of requests.har({ id }).log.entries) file.add(each);
  };
  const underWay = new Set<string>();
  const stop = requests.listen(({ id, durationMs }) => {
    if (durationMs === null) underWay.add(id);
    else add(id);
  });
  return () => {
    stop();
    for (const id of underWay) add(id);
    const problem = file.close();
    if (problem !== undefined) throw new Failure(`--har ${path}: ${problem.message}`, 1);
  };
}
