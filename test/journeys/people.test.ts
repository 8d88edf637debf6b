import { expect, it, onTestFinished } from "vitest";
import { createEmulator } from "../../src/index.ts";

type Json = Record<string, unknown>;
interface Resource {
  id: string;
  attributes: Json;
  relationships: Record<string, { data: unknown }>;
}
interface Document {
  data: Resource & Resource[];
  links: { next: string | null };
}

/** A client that knows the specification, an address and a key, and nothing of the emulator. */
function client(base: string, key: string, companyId: string) {
  const ask = async (method: string, target: string, body?: unknown) => {
    const onApi = target.startsWith("/api/");
    const response = await fetch(base + target, {
      method,
      headers: {
        accept: "application/json",
        ...(onApi && { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: (text === "" ? {} : JSON.parse(text)) as Document };
  };
  const all = async (target: string) => {
    const found: Resource[] = [];
    for (let next: string | null = target; next !== null;) {
      const { json } = await ask("GET", next.replace(base, ""));
      found.push(...json.data);
      next = json.links.next;
    }
    return found;
  };
  const find = (filter: string) =>
    all(
      `/api/profiles/?filter=${encodeURIComponent(filter)}&additional-fields[profile]=subscriptions`,
    );
  return {
    all,
    find,
    get: (target: string) => ask("GET", target),
    post: (target: string, body: unknown) => ask("POST", target, body),
    client: (target: string, body: unknown) =>
      ask("POST", `/client/${target}/?company_id=${companyId}`, body),
  };
}

const email = "ada@example.com";
const reason = "subscriptions.email.marketing.suppression.reason";
const bulk = (type: string, attributes: Json) => ({ data: { type, attributes } });
const marketing = ({ attributes: { subscriptions } }: Resource) =>
  (subscriptions as { email: { marketing: Json } }).email.marketing;

it("somebody signs up, confirms, is suppressed and found, imported with others, merged and deleted", async () => {
  const emulator = await createEmulator({ fixtures: ["empty"], port: 0, rateLimits: "off" });
  onTestFinished(() => emulator.close());
  const { url, keys, companyId } = emulator;
  const service = client(url, keys["full"] ?? "", companyId);

  // A list that asks for a click, and a page that subscribes somebody to it.
  const list = await service.post("/api/lists/", {
    data: { type: "list", attributes: { name: "News", opt_in_process: "double_opt_in" } },
  });
  const profile = { data: { type: "profile", attributes: { email, first_name: "Ada" } } };
  const signUp = await service.client("subscriptions", {
    data: {
      type: "subscription",
      attributes: { profile },
      relationships: { list: { data: { type: "list", id: list.json.data.id } } },
    },
  });
  expect(signUp.status).toBe(202);
  expect(await service.find(`equals(email,"${email}")`)).toEqual([]);

  // The click in the mail, which only the emulator can give.
  const waiting = (await (await fetch(`${url}/_emulator/confirmations`)).json()) as {
    id: string;
  }[];
  await fetch(`${url}/_emulator/confirmations/${waiting[0]?.id}`, { method: "POST" });
  const [ada] = await service.find(`equals(email,"${email}")`);
  expect(ada && marketing(ada)["consent"]).toBe("SUBSCRIBED");
  expect(await service.all(`/api/lists/${list.json.data.id}/profiles/`)).toHaveLength(1);

  // Suppressed, found by the reason in either spelling, and let go again.
  const people = { profiles: { data: [{ type: "profile", attributes: { email } }] } };
  const suppress = "profile-suppression-bulk-create-job";
  const job = await service.post(`/api/${suppress}s/`, bulk(suppress, people));
  expect(
    (await service.get(`/api/${suppress}s/${job.json.data.id}/`)).json.data.attributes,
  ).toMatchObject({ status: "complete", completed_count: 1 });
  for (const word of ["USER_SUPPRESSED", "USER_INITIATED"]) {
    const found = await service.find(`equals(${reason},"${word}")`);
    expect(found.map(({ id }) => id)).toEqual([ada?.id]);
  }
  const unsuppress = "profile-suppression-bulk-delete-job";
  await service.post(`/api/${unsuppress}s/`, bulk(unsuppress, people));
  expect(await service.find(`equals(${reason},"USER_SUPPRESSED")`)).toEqual([]);

  // A thousand are imported, of which seven name people who are not there.
  const importing = "profile-bulk-import-job";
  const items = Array.from({ length: 1000 }, (_, n) => ({
    type: "profile",
    ...(n % 150 === 7 && { id: `01UNKNOWN${n}` }),
    attributes: { email: n === 0 ? email : `p${n}@example.com`, properties: { n } },
  }));
  const imported = await service.post(
    `/api/${importing}s/`,
    bulk(importing, { profiles: { data: items } }),
  );
  const path = `/api/${importing}s/${imported.json.data.id}`;
  expect((await service.get(path)).json.data.attributes).toMatchObject({
    status: "complete",
    completed_count: 993,
    failed_count: 7,
  });
  const errors = await service.all(`${path}/import-errors/`);
  expect(
    errors.map(({ attributes: { original_payload: sent } }) => (sent as { id: string }).id),
  ).toEqual(items.flatMap(({ id }) => id ?? []));
  expect(await service.all("/api/profiles/?page[size]=100")).toHaveLength(993);

  // Two that are one, each with an event.
  const happened = (who: string) =>
    service.post("/api/events/", {
      data: {
        type: "event",
        attributes: {
          properties: {},
          metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
          profile: { data: { type: "profile", attributes: { email: who } } },
        },
      },
    });
  await happened(email);
  await happened("p1@example.com");
  const [other] = await service.find('equals(email,"p1@example.com")');
  const merged = await service.post("/api/profile-merge/", {
    data: {
      type: "profile-merge",
      id: ada?.id,
      relationships: { profiles: { data: [{ type: "profile", id: other?.id }] } },
    },
  });
  expect(merged.status).toBe(202);
  expect((await service.get(`/api/profiles/${other?.id}/`)).status).toBe(404);
  const events = await service.all(`/api/events/?filter=equals(profile_id,"${ada?.id}")`);
  const metrics = new Map(
    (await service.all("/api/metrics/")).map(({ id, attributes }) => [id, attributes["name"]]),
  );
  const told = events.map(({ relationships }) => relationships["metric"]?.data as Resource);
  expect(told.map(({ id }) => metrics.get(id)).toSorted()).toEqual([
    "Manually Suppressed from Email Marketing",
    "Manually Unsuppressed from Email Marketing",
    "Merged Profile",
    "Placed Order",
    "Placed Order",
    "Subscribed to Email Marketing",
    "Subscribed to List",
  ]);

  // Deleted: the events stay, and are nobody's that is known.
  await service.post(
    "/api/data-privacy-deletion-jobs/",
    bulk("data-privacy-deletion-job", { profile: { data: { type: "profile", id: ada?.id } } }),
  );
  expect((await service.get(`/api/profiles/${ada?.id}/`)).status).toBe(404);
  expect(await service.all("/api/events/")).toHaveLength(events.length);
  expect(await service.all("/api/events/?filter=has(profile)")).toEqual([]);
});
