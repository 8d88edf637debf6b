import { describe, expect, it } from "vitest";
import { reads, writes } from "../../support/drive.ts";
import { askAll, compared, foundIn, recordedService } from "../../support/recorded.ts";
import { filling } from "../../support/successes.ts";

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
