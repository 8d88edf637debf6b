import { describe, expect, it } from "vitest";
import { api } from "../../support/described.ts";
import { drivenBy, reads, requestOf, writes } from "../../support/drive.ts";
import {
  compared,
  foundIn,
  recordedService,
  type RecordedService,
} from "../../support/recorded.ts";
import { filling, idsIn, successes } from "../../support/successes.ts";

/** Asks each operation what it succeeds with. */
async function askAll(
  { emulator, fetch: ask }: RecordedService,
  ids: readonly string[],
  fresh: string,
) {
  for (const id of ids) {
    const operation = api.operations.get(id);
    for (const request of operation === undefined ? [] : requestsOf(operation))
      await ask(request.path, request.init);
  }

  function requestsOf(operation: (typeof reads)[number]) {
    try {
      const sendings = successes[operation.id]?.(idsIn(emulator), fresh) ?? [{}];
      const current = sendings.filter(({ old, body }) => !old && !(body instanceof FormData));
      return current.map((each) => requestOf(drivenBy(emulator), operation, each, idsIn(emulator)));
    } catch {
      // There is none that it could be about.
      return [];
    }
  }
}

const idsOf = (rows: typeof reads) => rows.map(({ id }) => id);

describe("against a service that is equal, a comparison", () => {
  it("finds nothing in all reads, and makes what they assume", async () => {
    await using service = await recordedService();
    await askAll(service, idsOf(reads), "x");
    const found = await compared(service.exchanges);
    expect(foundIn(found)).toEqual([]);
    expect(found.assumed).toMatchObject({ profile: 5, list: 2, segment: 1, metric: 3, event: 12 });
    expect(found.compared).toBeGreaterThan(service.exchanges.length - 3);
  });

  it("finds nothing in any operation, where it has the same fixtures", async () => {
    await using service = await recordedService();
    await askAll(service, filling, "first");
    await askAll(service, idsOf(writes), "second");
    await askAll(service, idsOf(reads), "x");
    const found = await compared(service.exchanges, ["small"]);
    expect(foundIn(found)).toEqual([]);
    expect(found.compared).toBeGreaterThan(400);
  });
});
