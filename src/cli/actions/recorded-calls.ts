import { type Call, callsIn } from "../../control/upgrade.ts";
import { readRecordings } from "../../seeding/recording/read.ts";
import type { Api } from "../../verbs/invocation.ts";
import type { Entry, EntryDetail } from "../../world/journal/entry.ts";
import { failureOfInput } from "../options/input-failure.ts";
import { thrownAs } from "../terminal/terminal.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";

/** The requests of a running emulator, with what was sent and answered. */
export async function callsOfJournal(values: ControlValues): Promise<EntryDetail[]> {
  const { requests } = await callControl<{ requests: Entry[] }>(values, "GET", "requests");
  const details: EntryDetail[] = [];
  for (const { id } of requests) details.push(await callControl(values, "GET", `requests/${id}`));
  return details;
}

/** The requests of a recording that was named with `--recording`. @throws Failure for what is none */
export async function callsOfRecording(api: Api, path: string): Promise<Call[]> {
  const asked = (error: unknown) => failureOfInput(error, "--recording ");
  const { exchanges } = await readRecordings([path]).catch(thrownAs(asked));
  return callsIn(api, exchanges);
}
