import type { Emulator } from "../../emulator.ts";
import type { ReportCard } from "../../report/card-shape.ts";
import type { StartValues } from "../options/start-options.ts";
import { requireWritable } from "./written-file.ts";

/** Boots an emulator whose session is in the file of `--session`. @param cardOf its card, unless the journal makes it */
export async function inSession(
  { session, force }: Pick<StartValues, "session" | "force">,
  run: readonly string[],
  boot: () => Promise<Emulator>,
  cardOf: () => ReportCard | undefined = () => undefined,
): Promise<Emulator> {
  if (session === undefined) return boot();
  requireWritable(session, force);
  const [emulator, { writeSession }] = await Promise.all([boot(), import("./session-file.ts")]);
  const end = await writeSession(session, run, emulator);
  const { close } = emulator;
  let closing: Promise<void> | undefined;
  const closed = () => (closing ??= end(cardOf()).then(close));
  return Object.assign(emulator, { close: closed, [Symbol.asyncDispose]: closed });
}
