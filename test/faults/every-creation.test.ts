import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../src/contract/compile.ts";
import { createEmulator, type Emulator } from "../../src/index.ts";
import { createdByRequest } from "../../src/world/store/record-change.ts";
import { api } from "../support/described.ts";
import { needed, type Sending } from "../support/sending.ts";
import { filling, idsIn, successes } from "../support/successes.ts";

const posts = [...api.operations.values()].filter(
  ({ id, method }) => method === "POST" && !id.startsWith("query_"),
);

/** One emulator for all: it holds something of every type, and is put back before each operation. */
let emulator: Emulator;

/** @param name what the client calls the request; not given: nothing */
async function send(operation: Operation, { id, body }: Sending, name?: string) {
  const path = operation.path.replace(/\{\w+\}/, () =>
    encodeURIComponent(id ?? idsIn(emulator)(operation.resource)),
  );
  const company = operation.family === "client" ? [`company_id=${emulator.companyId}`] : [];
  const asked = [...company, ...(needed[operation.id] ?? [])].join("&");
  return emulator.fetch(`${path}?${asked}`, {
    method: "POST",
    headers: {
      revision: "2026-07-15",
      ...(operation.family === "api" && {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
      }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(name !== undefined && { "idempotency-key": name }),
    },
    // Written another way each time: nothing is known by its bytes.
    ...(body !== undefined && {
      body: JSON.stringify(named(body, name), undefined, name?.length ?? 0),
    }),
  });
}

/** A body whose events have this name, too. */
function named(body: unknown, name: string | undefined): unknown {
  if (name === undefined || typeof body !== "object" || body === null) return body;
  if (Array.isArray(body)) return body.map((each) => named(each, name));
  const members = Object.entries(body).map(([key, value]) => [key, named(value, name)]);
  return { ...Object.fromEntries(members), ...("metric" in body && { unique_id: name }) };
}

beforeAll(async () => {
  emulator = await createEmulator({
    fixtures: ["small"],
    rateLimits: "off",
    frozenAt: "2026-07-20T12:00:00Z",
  });
  for (const id of filling) {
    const operation = api.operations.get(id) as Operation;
    for (const sending of successes[id]?.(idsIn(emulator), "first") ?? []) {
      await send(operation, sending);
    }
  }
  emulator.state.snapshot("filled");
  return () => emulator.close();
});

describe("a write whose answer was lost, sent again under another name", () => {
  const created = new Set<string>();

  it.each(posts.map((operation) => [operation.id, operation] as const))(
    "%s is refused, is found again, or is a duplicate record",
    async (id, operation) => {
      emulator.state.restore("filled");
      for (const sending of successes[id]?.(idsIn(emulator), "second") ?? [{}]) {
        emulator.state.restore("filled");
        emulator.requests.clear();
        emulator.faults.clear();
        emulator.faults.add({ operation: id as "*", where: "after", connection: "reset" });
        await send(operation, sending, "a").catch(() => undefined);
        await emulator.clock.advance("90s");
        await send(operation, sending, "bb");
        const [first, second] = emulator.requests.list();
        // What other revisions take is refused here.
        if (first?.lostStatus === null) continue;
        if (createdByRequest(first?.written ?? []).length > 0) created.add(id);
        const again = createdByRequest(second?.written ?? []).length;
        // An image whose name is taken gets another: only the same bytes say that it is the same.
        if (id === "upload_image_from_url") continue;
        // A clone of a campaign for a fixed time is for the moment of its cloning: of it, what it sends is the same.
        const alike = id === "create_campaign_clone" ? Math.min(again, 1) : again;
        expect([id, second?.duplicates?.records ?? 0]).toEqual([
          id,
          expect.toSatisfy((count: number) => count >= alike),
        ]);
        if (again > 0) expect(second?.duplicates?.of).toBe(first?.id);
      }
    },
  );

  it("was tried with all that creates what is not found again", () => {
    const creating = posts.map(({ id }) => id).filter((id) => /^(bulk_)?create_/.test(id));
    expect(creating.filter((id) => !created.has(id))).toEqual([
      "create_client_subscription",
      "create_client_push_token",
      "create_client_profile",
      // A relationship lies within its schema.
      "create_object_schema_relationship",
      "create_profile_schema_relationship",
      "create_push_token",
    ]);
  });
});
