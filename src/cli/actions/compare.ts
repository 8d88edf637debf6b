import { isQuirkFile } from "../../contract/quirks.ts";
import { emulationOf } from "../../explorer.ts";
import { countedIn, lineOf, comparisonPage } from "../../explore/recording/comparison.ts";
import type { Comparison, FoundDifference } from "../../explore/recording/comparison.ts";
import { compareRecording } from "../../explore/recording/replay.ts";
import { formatsOf } from "../../report/page/formats.ts";
import { beginningOf, type RecordedExchange } from "../../seeding/recording/exchange.ts";
import { quirksText } from "../../seeding/fixture/quirk-file.ts";
import { readRecordings } from "../../seeding/recording/read.ts";
import { notAccepted } from "../card/ratchet.ts";
import { formatNameOf, requireFiles } from "../card/report-card.ts";
import { requireWritable, writeText } from "../card/written-file.ts";
import { pageText } from "../card/page-text.ts";
import type { Asked } from "../options/configure.ts";
import { failureOfInput } from "../options/input-failure.ts";
import type { StartValues, Told } from "../options/start-options.ts";
import { boot, onError, optionsOf } from "../process/boot.ts";
import { Failure, tell, printWhole, screenWidth, terminal } from "../terminal/terminal.ts";
import { thrownAs } from "../terminal/terminal.ts";

export interface CompareValues extends StartValues, Told<"ratchet" | "writeQuirks", string> {
  readonly strict?: boolean;
  readonly assume: boolean;
  readonly report?: readonly string[];
}

/** Replays recordings. Exit code: 0 status and shape are as recorded, 1 they are not, 2 for what is no recording. */
export async function compareCommand(asked: Asked<CompareValues>): Promise<void> {
  const { words: paths, values } = asked;
  const { report = [], strict = false, ratchet, writeQuirks, force, json } = values;
  if (writeQuirks !== undefined) {
    if (!isQuirkFile(writeQuirks))
      throw new Failure(`--write-quirks ${writeQuirks}: give a name that ends in .yaml`, 2);
    requireWritable(writeQuirks, force);
  }
  requireFiles(report, { ...(force && { force }) });
  const { exchanges, notes } = await readRecordings(paths).catch(thrownAs(failureOfInput));
  const compared = await replayed(exchanges, asked);
  if (compared.compared === 0) {
    const [first] = compared.passedOver;
    const why = first === undefined ? "" : `: ${first.count} ${first.why}`;
    throw new Failure(`${paths.join(", ")}: no exchange can be compared${why}`, 2);
  }
  const comparison = { ...compared, notes: [...notes, ...compared.notes] };
  const counted = countedIn(comparison, strict);
  const lines = counted.map(lineOf);
  const fresh = ratchet ? notAccepted(ratchet, lines) : lines;
  const failed = counted.filter((each) => fresh.includes(lineOf(each)));
  const formats = formatsOf((each: Comparison) => comparisonPage(each, failed));
  if (writeQuirks !== undefined) await writeQuirksOf(failed, writeQuirks);
  for (const path of report) writeText(path, formats[formatNameOf(path)].write(comparison));
  printWhole(json, { ...comparison, passed: failed.length === 0 }, () =>
    pageText(comparisonPage(comparison, failed), screenWidth()),
  );
  terminal().exitCode = failed.length === 0 ? 0 : 1;
}

async function replayed(
  exchanges: readonly RecordedExchange[],
  { values, isGiven, sourceOf }: Asked<CompareValues>,
): Promise<Comparison> {
  const { assume } = values;
  const begin = beginningOf(exchanges);
  const vendorName = isGiven("vendorName") ? undefined : vendorIn(exchanges);
  const isBare = assume && !isGiven("fixtures") && !isGiven("state");
  const emulator = await boot(
    {
      ...(await optionsOf(values)),
      ...(isBare && { fixtures: ["empty"] }),
      ...(vendorName !== undefined && { vendorName }),
      ...(begin !== undefined && { frozenAt: new Date(begin).toISOString() }),
      rateLimits: "off",
      onError,
    },
    sourceOf,
  );
  try {
    const emulation = emulationOf(emulator);
    emulator.faults.clear();
    const { url, companyId, fetch: ask, keys } = emulator;
    const bench = { emulation, fetch: ask as typeof fetch, url, companyId, key: keys.full };
    return await compareRecording(exchanges, bench, assume);
  } finally {
    await emulator.close();
  }
}

/** The service's own name, as it stands in the headers of its responses. */
const vendorIn = (exchanges: readonly RecordedExchange[]): string | undefined =>
  exchanges
    .flatMap(({ response }) => Object.keys(response.headers))
    .map((name) => /^x-([a-z][a-z0-9-]{0,39})-(?:req-id|api-revision)$/.exec(name)?.[1])
    .find((name) => name !== undefined);

/** Writes what differs as quirks, each once, and tells what no quirk can say. */
async function writeQuirksOf(differences: readonly FoundDifference[], path: string): Promise<void> {
  const quirks = differences.flatMap(({ quirk }) => quirk ?? []);
  const own = new Map(quirks.map((each) => [JSON.stringify({ ...each, says: "" }), each]));
  writeText(path, await quirksText([...own.values()]));
  const others = differences.filter(({ quirk }) => quirk === null);
  const [first] = others;
  const more = others.length > 1 ? `, and ${others.length - 1} more` : "";
  if (first !== undefined) tell(`no quirk can say: ${first.operation}: ${first.says}${more}`);
}
