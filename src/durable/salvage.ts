import type { ReadState } from "../emulation/import.ts";
import type { Api } from "../verbs/invocation.ts";
import { commonId } from "./identity.ts";
import { logName, logPath } from "./layout.ts";
import type { Survey } from "./look.ts";
import { LostRecords } from "./lost.ts";
import { Replay, type Salvaged } from "./replay.ts";
import { salvageBase } from "./salvage-base.ts";
import { salvageLog } from "./salvage-log.ts";

interface Base {
  readonly number: number;
  readonly state: ReadState;
  readonly lost: LostRecords;
}

/**
 * Puts together all that is as it was written: the newest base, or the one before, and the logs since. Of both bases,
 * that one counts with which less is lost.
 *
 * @returns undefined if there is no base of which anything can be kept
 */
export async function salvage(
  api: Api,
  folder: string,
  { layout, file: named }: Survey,
): Promise<Salvaged | undefined> {
  const id = await commonId(folder, layout, named);
  const file = named?.id === id ? named : undefined;
  const bases: Base[] = [];
  for (const number of [layout.base, layout.earlier?.base].filter((each) => each !== undefined)) {
    const lost = new LostRecords();
    const state = await salvageBase(api, { folder, number, id, file }, lost);
    if (state !== undefined) bases.push({ number, state, lost });
  }
  const newest = Math.max(file?.log ?? 0, layout.logs.at(-1) ?? 0);
  const found: Salvaged[] = [];
  for (const { number, state, lost } of bases) {
    // What another state was put in the place of does not lead to it.
    if (found.length > 0 && bases[0]?.state.base?.replaced) continue;
    const remains = [];
    for (let log = number; log <= newest; log += 1) {
      const of = id === undefined ? { log } : { folder: id, log };
      const left = salvageLog(logPath(folder, log), of, newest).catch(() => undefined);
      remains.push(await left);
    }
    const replay = new Replay(api, state, lost);
    for (const [at, each] of remains.entries()) {
      const log = number + at;
      const ended = file?.log === log ? file.ended : undefined;
      const had = remains[at + 1]?.opening?.before ?? ended;
      replay.log({ file: logName(log), had, isNamed: log <= (file?.log ?? 0) }, each);
    }
    found.push(replay.found());
  }
  return found.sort((a, b) => a.lost.length - b.lost.length)[0];
}
