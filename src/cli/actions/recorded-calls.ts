import { type Call, callsIn } from "../../control/requests/har-calls.ts";
import { InputError, readInputSync } from "../../seeding/input/input-file.ts";
import type { Api } from "../../verbs/invocation.ts";
import type { Entry, EntryDetail } from "../../world/journal/entry.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";
import { Failure } from "../terminal/failure.ts";

/** The requests of a running emulator, with what was sent and answered. */
export async function callsOfJournal(values: ControlValues): Promise<EntryDetail[]> {
  const { requests } = await callControl<{ requests: Entry[] }>(values, "GET", "requests");
  const details: EntryDetail[] = [];
  for (const { id } of requests) details.push(await callControl(values, "GET", `requests/${id}`));
  return details;
}

const recordingBytesMax = 100_000_000;

/** The requests of a recording that was named with `--recording`. @throws Failure for what is none */
export function callsOfRecording(api: Api, path: string): Call[] {
  const calls = callsIn(api, archiveAt(path));
  if (calls === undefined)
    throw unreadable(path, "is no HTTP archive (HAR 1.2): it has no log.entries");
  return calls;
}

function archiveAt(path: string): unknown {
  try {
    return JSON.parse(readInputSync(path, recordingBytesMax).toString());
  } catch (error) {
    if (error instanceof InputError) throw unreadable(path, error.message);
    throw unreadable(path, "is no JSON: export it once more");
  }
}

const unreadable = (path: string, why: string): Failure =>
  new Failure(`--recording ${path}: ${why}`, 2);
