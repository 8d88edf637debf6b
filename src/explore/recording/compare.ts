import type { RecordedExchange } from "../../seeding/recording/exchange.ts";
import { assumeFixture } from "./assume.ts";
import { assumptionOf } from "./assumed.ts";
import type { Comparison } from "./comparison.ts";
import { createAssumed } from "./create.ts";
import { Ledger } from "./ledger.ts";
import { type Bench, Replay } from "./replay.ts";

/**
 * Replays recorded exchanges against an emulator, and compares what it answers. The emulator is left so: it is good for
 * nothing else.
 *
 * @param assumes whether what the recording reads and does not make is made first
 */
export async function compareRecording(
  exchanges: readonly RecordedExchange[],
  bench: Bench,
  assumes: boolean,
): Promise<Comparison> {
  const hosts = new Set(
    exchanges
      .filter(({ method, url }) => bench.emulation.api.match(method, url.pathname).kind === "row")
      .map(({ url }) => url.host),
  );
  const isTimed = exchanges.every(({ at }) => at !== undefined);
  const own = exchanges.filter(({ url }) => hosts.has(url.host));
  // Cassettes are read in the order of their names.
  const inOrder = isTimed ? own.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0)) : own;
  const ledger = new Ledger(inOrder);
  const replay = new Replay(bench, ledger);
  const assumed: Record<string, number> = {};
  const notes: string[] = [];
  if (assumes) {
    const assumption = assumptionOf(bench.emulation.api, inOrder);
    notes.push(...(await assumeFixture(assumption, bench, ledger, assumed)));
    notes.push(...(await createAssumed(assumption, bench, ledger, assumed)));
  }
  for (let index = own.length; index < exchanges.length; index += 1)
    replay.collected.passOver("not for the service");
  for (const each of inOrder) await replay.take(each);
  return replay.collected.result({ exchanges: exchanges.length, assumed, notes });
}
