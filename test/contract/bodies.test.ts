import { describe, expect, it } from "vitest";
import { newestRevision } from "../../src/contract/revisions.ts";
import { shapedBody } from "../../src/jsonapi/json.ts";
import { refused } from "../../src/jsonapi/refusal.ts";
import { api, describedIn } from "../support/described.ts";
import { emulate, refusalOf } from "../support/emulate.ts";
import { Form } from "../support/form.ts";
import { successes } from "../support/successes.ts";

/** A value with each of its objects changed, one at a time. */
function* changedIn(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const changed of changedIn(item)) yield value.with(index, changed);
    }
  } else if (typeof value === "object" && value !== null) {
    yield { ...value, surplus: 1 };
    for (const [name, part] of Object.entries(value)) {
      const { [name]: _, ...others } = value as Record<string, unknown>;
      yield others;
      yield { ...value, [name]: null };
      for (const changed of changedIn(part)) yield { ...value, [name]: changed };
    }
  }
}

describe("a body", () => {
  const withBodies = [...api.operations.values()].flatMap((operation) => {
    const bodies = (successes[operation.id]?.(() => "X", "first") ?? []).flatMap(({ body }) =>
      body instanceof Form ? [] : (body ?? []),
    );
    return operation.body && bodies.length > 0 ? [[operation.id, operation, bodies] as const] : [];
  });

  it.each(withBodies)(
    "of %s with a member more, or less, or null is taken as its document says",
    (_, operation, bodies) => {
      const described = describedIn(newestRevision);
      for (const body of bodies.flatMap((each) => [...changedIn(each)])) {
        const isTaken = !refused(shapedBody(body, operation.body, newestRevision));
        expect([body, isTaken]).toEqual([body, described.takes(operation, body)]);
      }
    },
  );
});

describe("null where something may be left out", () => {
  const person = { type: "profile", attributes: { email: "ada@example.com" } };

  it("says as much as leaving it out", async () => {
    const { post, get } = await emulate();
    const meta = { patch_properties: null, patch_identifiers: null };
    expect((await post("/api/profile-import", { data: { ...person, meta } })).status).toBe(201);
    expect((await post("/api/profile-import", { data: { ...person, meta: null } })).status).toBe(
      200,
    );
    const unset = { patch_properties: { append: { seen: "a" }, unappend: null, unset: null } };
    await post("/api/profile-import", { data: { ...person, meta: unset } });
    expect((await get("/api/profiles")).many[0]?.attributes.properties).toEqual({ seen: ["a"] });
  });

  it("of a channel subscribes to the others", async () => {
    const { post, get } = await emulate();
    const subscriptions = {
      email: { marketing: { consent: "SUBSCRIBED" }, open_tracking: null },
      sms: null,
      whatsapp: { marketing: null, transactional: null },
      push: null,
    };
    const data = [{ ...person, attributes: { ...person.attributes, subscriptions } }];
    const type = "profile-subscription-bulk-create-job";
    const body = { data: { type, attributes: { profiles: { data } } } };
    expect((await post(`/api/${type}s`, body)).status).toBe(202);
    const { many } = await get("/api/profiles?additional-fields[profile]=subscriptions");
    expect(many[0]?.attributes["subscriptions"]).toMatchObject({
      email: {
        marketing: { consent: "SUBSCRIBED" },
        open_tracking: { consent: "NEVER_SUBSCRIBED" },
      },
      sms: { marketing: { consent: "NEVER_SUBSCRIBED" } },
    });
  });

  it("is refused in the revisions in which it may not be left out", async () => {
    const { ask, post } = await emulate();
    const list = { type: "list", attributes: { name: "One" } };
    const { id } = (await post("/api/lists", { data: list })).data;
    const body = { data: { type: "list", id, attributes: { name: null } } };
    const young = await ask("PATCH", `/api/lists/${id}`, { body });
    expect([young.status, young.data.attributes["name"]]).toEqual([200, "One"]);
    const headers = { revision: "2025-07-15" };
    const old = await ask("PATCH", `/api/lists/${id}`, { body, headers });
    expect(refusalOf(old)).toEqual([400, "invalid", "/data/attributes/name"]);
  });
});

describe("a value that is none of those that are published", () => {
  it.each([
    ["templates", { name: "A", editor_type: "PAPER" }, "editor_type"],
    [
      "metric-aggregates",
      { metric_id: "X", measurements: ["count"], filter: ["a"], sort: "size" },
      "sort",
    ],
  ])("is refused of %s", async (path, attributes, name) => {
    const { post } = await emulate();
    const answer = await post(`/api/${path}`, { data: { type: path.slice(0, -1), attributes } });
    expect(refusalOf(answer)).toEqual([400, "invalid", `/data/attributes/${name}`]);
  });
});
