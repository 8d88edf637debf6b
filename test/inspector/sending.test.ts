import { describe, expect, it } from "vitest";
import type { ServiceDocument } from "../../src/inspector/client/schema.ts";
import { draftFor, filled, holesIn } from "../../src/inspector/parts/send/draft.ts";
import { emulate, newest } from "../support/emulate.ts";

/** An emulator with what a form is made of, and what each operation's form answers with as it begins. */
async function beginning() {
  const { emulator } = await emulate({ fixtures: ["demo"], rateLimits: "off" });
  const document = (await emulator.openapi()) as unknown as ServiceDocument;
  const page = { account: emulator.companyId, revision: newest };
  /** The first of a collection; where it has none, an id that nothing has. */
  const firstOf = async (collection: string): Promise<string> => {
    const answer = await emulator.fetch(`/_emulator/state/${collection}?limit=1`);
    const { records = [] } = (await answer.json()) as { records?: { id: string }[] };
    return records[0]?.id ?? "none";
  };
  const statusOf = async (operation: string): Promise<number> => {
    const draft = draftFor(operation, document, {}, page);
    if (draft === undefined) return 0;
    const ids: Record<string, string> = {};
    for (const name of holesIn(draft)) ids[name] = await firstOf(name);
    const { method, target, headers, body } = filled(draft, ids);
    const authorization = `Service-API-Key ${emulator.keys.full}`;
    const { status } = await emulator.fetch(target, {
      method,
      headers: { ...headers, ...(headers["authorization"] !== undefined && { authorization }) },
      ...(body !== "" && { body }),
    });
    emulator.reset(["state"]);
    return status;
  };
  return { document, page, statusOf };
}

describe("a request that the inspector makes of an operation", () => {
  it("passes the checks of the service as it begins, whichever of the 345 it is of", async () => {
    const { document, statusOf } = await beginning();
    const operations = Object.values(document.paths).flatMap((each) => Object.values(each));
    const statuses = new Map<string, number>();
    for (const { operationId } of operations)
      statuses.set(operationId, await statusOf(operationId));
    expect(statuses.size).toBe(345);
    const refused = [...statuses].filter(([, status]) => status === 400 || status === 0);
    // What only its author can know: two filters, a campaign's audience, a form's steps.
    expect(refused.map(([id]) => id).length).toBeLessThan(30);
    expect(
      ["create_event", "create_profile", "create_list", "update_profile"].map((id) =>
        statuses.get(id),
      ),
    ).toEqual([202, 201, 201, 200]);
  }, 60_000);

  it("is about the person that it is given", async () => {
    const { document, page } = await beginning();
    const known = { profiles: "ADA", email: "ada@example.org" };
    const subscribe = draftFor("bulk_subscribe_profiles", document, known, page);
    expect(JSON.parse(subscribe?.body ?? "").data.attributes.profiles.data[0].attributes).toEqual({
      email: "ada@example.org",
      subscriptions: { email: { marketing: { consent: "SUBSCRIBED" } } },
    });
    const update = draftFor("update_profile", document, known, page);
    if (update === undefined) throw new Error("no draft");
    expect(holesIn(update)).toEqual(["profiles"]);
    const { target, body } = filled(update, known);
    expect(target).toBe("/api/profiles/ADA");
    expect(JSON.parse(body).data.id).toBe("ADA");
  });

  it("has an id to choose for each record that it names", async () => {
    const { document, page } = await beginning();
    const draft = draftFor("add_profiles_to_list", document, {}, page);
    expect(draft?.target).toBe("/api/lists/{lists}/relationships/profiles");
    expect(draft && holesIn(draft)).toEqual(["lists", "profiles"]);
  });
});
