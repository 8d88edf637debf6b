import { duplicatesIn } from "../../world/journal/duplicates.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { World } from "../../world/world.ts";

/** Faults with what came again under another name, too: that is known once somebody asks. */
export function* withTwins({ journal }: World, faults: readonly FaultView[]): Slices<FaultView[]> {
  if (faults.every(({ hits }) => hits.count === 0)) return [...faults];
  const received = journal.received();
  const entries = new Map(received.map(({ entry }) => [entry.id, entry]));
  const counts = new Map<string, number>();
  for (const [exchange, { of, records }] of yield* duplicatesIn(received)) {
    const [fault] = entries.get(of)?.faults ?? [];
    // Its own repetitions a fault counts itself.
    if (fault === undefined || entries.get(exchange)?.repeats !== null) continue;
    counts.set(fault, (counts.get(fault) ?? 0) + records);
  }
  return faults.map((fault) => ({
    ...fault,
    doubledWrites: fault.doubledWrites + (counts.get(fault.id) ?? 0),
  }));
}
