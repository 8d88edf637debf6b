import axios from "axios";
import ky from "ky";
import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../src/index.ts";
import { type Answer, compared, foundIn, host, recordedService } from "../../support/recorded.ts";

type Json = Record<string, any>;

/** A client of somebody's library, which asks and gives the document of the answer. */
type Ask = (method: string, path: string, body?: object) => Promise<Json>;

const clients: Readonly<Record<string, (emulator: Emulator, ask: typeof fetch) => Ask>> = {
  axios: ({ keys }, fetch) => {
    const client = axios.create({
      baseURL: host,
      adapter: "fetch",
      env: { fetch },
      validateStatus: () => true,
      headers: {
        authorization: `Service-API-Key ${keys["full"]}`,
        revision: "2026-07-15",
      },
    });
    return async (method, url, data) => (await client.request({ method, url, data })).data;
  },
  ky: ({ keys }, fetch) => {
    const client = ky.create({
      fetch,
      throwHttpErrors: false,
      retry: 0,
      headers: {
        authorization: `Service-API-Key ${keys["full"]}`,
        revision: "2026-07-15",
      },
    });
    return async (method, path, json) => {
      const text = await client(new URL(path, host), { method, ...(json && { json }) }).text();
      return text === "" ? {} : JSON.parse(text);
    };
  },
};

const data = (type: string, attributes: object, beside: object = {}) => ({
  data: { type, attributes, ...beside },
});

/** Reads all pages from a path on. */
async function walk(ask: Ask, path: string) {
  let next: string | null = path;
  for (let pages = 0; next !== null && pages < 5; pages += 1) {
    const page = await ask("GET", next.replace(/^https?:\/\/[^/]+/, ""));
    next = page["links"]?.next ?? null;
  }
}

/** What a client does in a day. */
async function day(ask: Ask) {
  await walk(ask, "/api/profiles?page[size]=2&sort=-created");
  await walk(ask, "/api/events?page[size]=5");
  await ask("GET", "/api/events?include=metric,profile&sort=datetime");
  const { data: lists } = await ask("GET", "/api/lists?sort=name");
  await ask("GET", `/api/lists/${lists[0].id}`);
  await ask("GET", `/api/lists/${lists[0].id}/profiles`);
  await ask("GET", "/api/lists?filter=bad(name)");
  await ask("GET", "/api/segments");
  const { data: metrics } = await ask("GET", "/api/metrics");
  await ask("GET", `/api/metrics/${metrics[0].id}`);
  await ask("GET", "/api/profiles/01JGFJJZ00ADABYR0N99999999");
  const ada = { email: "new@example.com", first_name: "Ada" };
  const { data: profile } = await ask("POST", "/api/profiles", data("profile", ada));
  await ask("POST", "/api/profiles", data("profile", ada));
  const { id } = profile;
  await ask("PATCH", `/api/profiles/${id}`, data("profile", { last_name: "Byron" }, { id }));
  await ask("GET", `/api/profiles/${id}`);
  const event = {
    properties: { size: 7 },
    metric: data("metric", { name: "Viewed" }),
    profile: data("profile", { email: "new@example.com" }),
  };
  await ask("POST", "/api/events", data("event", event));
  const { data: list } = await ask("POST", "/api/lists", data("list", { name: "Fresh" }));
  const members = `/api/lists/${list.id}/relationships/profiles`;
  await ask("POST", members, { data: [{ type: "profile", id }] });
  await ask("GET", members);
  await ask("PATCH", `/api/lists/${list.id}`, data("list", { name: "Old" }, { id: list.id }));
  await ask("DELETE", `/api/lists/${list.id}`);
  const { data: tag } = await ask("POST", "/api/tags", data("tag", { name: "Blue" }));
  await ask("GET", `/api/tags/${tag.id}`);
  await ask("GET", "/api/tag-groups");
  const coupon = { external_id: "SUMMER", description: "Summer" };
  const { data: made } = await ask("POST", "/api/coupons", data("coupon", coupon));
  const of = { relationships: { coupon: { data: { type: "coupon", id: made.id } } } };
  const code = { unique_code: "SUMMER-1", expires_at: "2027-01-01T00:00:00Z" };
  await ask("POST", "/api/coupon-codes", data("coupon-code", code, of));
  const item = {
    external_id: "1",
    title: "Shirt",
    description: "Warm",
    url: "https://x.example/1",
  };
  await ask("POST", "/api/catalog-items", data("catalog-item", { ...item, published: true }));
  await ask("GET", "/api/catalog-items");
  const template = { name: "Hello", editor_type: "CODE", html: "<p>Hi</p>" };
  const { data: page } = await ask("POST", "/api/templates", data("template", template));
  await ask("GET", `/api/templates/${page.id}`);
  await ask("POST", "/api/template-clone", data("template", { name: "Copy" }, { id: page.id }));
}

/** Another answer of the service, to one request of a day, and what a comparison says of it. */
interface Plant {
  readonly to: RegExp;
  readonly change: (answer: Answer & { body: any }) => void;
  readonly says: RegExp;
}

const plants: Readonly<Record<string, Plant>> = {
  "another success of a creation": {
    to: /^POST \/api\/lists$/,
    change: (answer) => (answer.status = 200),
    says: /^create_list: status: 200 in the recording, 201 in the emulator/,
  },
  "a success that says more": {
    to: /^DELETE \/api\/lists/,
    change: (answer) => (answer.status = 200),
    says: /^delete_list: status: 200 in the recording, 204/,
  },
  "a success at once": {
    to: /^POST \/api\/events$/,
    change: (answer) => (answer.status = 200),
    says: /^create_event: status: 200 in the recording, 202/,
  },
  "another rejection of what is unknown": {
    to: /^GET \/api\/profiles\/01JGFJJZ00ADABYR0N9/,
    change: (answer) => (answer.status = 400),
    says: /^get_profile: status: 400 in the recording, 404/,
  },
  "another rejection of a duplicate": {
    to: /^POST \/api\/profiles$/,
    change: (answer) => {
      if (answer.status === 409) answer.status = 400;
    },
    says: /^create_profile: status: 400 in the recording, 409/,
  },
  "a rejection of what is accepted": {
    to: /^PATCH \/api\/lists/,
    change: (answer) => {
      answer.status = 400;
      answer.body = { errors: [{ code: "invalid", detail: "Taken." }] };
    },
    says: /^update_list: status: 400 in the recording, 200 in the emulator \(Taken\.\)/,
  },
  "a member that is not there": {
    to: /^GET \/api\/lists\?sort/,
    change: ({ body }) => body.data.forEach((each: Json) => delete each["attributes"].created),
    says: /^get_lists: data\[0\]\.attributes\.created: absent in the recording, "20/,
  },
  "a member more": {
    to: /^GET \/api\/segments/,
    change: ({ body }) => body.data.forEach((each: Json) => (each["attributes"].color = "blue")),
    says: /^get_segments: data\[0\]\.attributes\.color: "blue" in the recording, absent/,
  },
  "an object that is a text": {
    to: /^GET \/api\/metrics$/,
    change: ({ body }) =>
      body.data.forEach((each: Json) => (each["attributes"].integration = "API")),
    says: /^get_metrics: data\[0\]\.attributes\.integration: "API" in the recording, \{/,
  },
  "a flag that is a text": {
    to: /^GET \/api\/tag-groups/,
    change: ({ body }) => body.data.forEach((each: Json) => (each["attributes"].exclusive = "no")),
    says: /^get_tag_groups: data\[0\]\.attributes\.exclusive: "no" in the recording, false/,
  },
  "a record without a link to itself": {
    to: /^GET \/api\/lists\/\w+$/,
    change: ({ body }) => delete body.data.links,
    says: /^get_list: data\.links: absent in the recording, \{"self"/,
  },
  "a relationship by another name": {
    to: /^GET \/api\/profiles\/(?!01JGFJJZ00ADABYR0N9)/,
    change: ({ body }) => {
      body.data.relationships.group = body.data.relationships.lists;
      delete body.data.relationships.lists;
    },
    says: /^get_profile: data\.relationships\.(?:group|lists): /,
  },
  "null for an empty object": {
    to: /^POST \/api\/profiles$/,
    change: ({ status, body }) => {
      if (status === 201) body.data.attributes.properties = null;
    },
    says: /^create_profile: data\.attributes\.properties: null in the recording, \{\}/,
  },
  "an empty text for null": {
    to: /^PATCH \/api\/profiles/,
    change: ({ body }) => (body.data.attributes.organization = ""),
    says: /^update_profile: data\.attributes\.organization: "" in the recording, null/,
  },
  "what is included without a member": {
    to: /^GET \/api\/events\?include/,
    change: ({ body }) =>
      body.included
        .filter(({ type }: Json) => type === "metric")
        .forEach((each: Json) => delete each["attributes"].name),
    says: /^get_events: included\[\d+\]\.attributes\.name: absent in the recording, "/,
  },
  "another code of an error": {
    to: /^GET \/api\/lists\?filter/,
    change: ({ body }) => (body.errors[0].code = "invalid_filter"),
    says: /^get_lists: errors\[0\]\.code: "invalid_filter" in the recording, "invalid"/,
  },
  "an error that names no parameter": {
    to: /^GET \/api\/lists\?filter/,
    change: ({ body }) => (body.errors[0].source = { pointer: "/data" }),
    says: /^get_lists: errors\[0\]\.source\.p\w+: /,
  },
  "a text that is not kept as it was sent": {
    to: /^PATCH \/api\/profiles/,
    change: ({ body }) => (body.data.attributes.last_name = "BYRON"),
    says: /^update_profile: data\.attributes\.last_name: "BYRON" in the recording, "Byron"/,
  },
  "another default": {
    to: /^POST \/api\/lists$/,
    change: ({ body }) => (body.data.attributes.opt_in_process = "single_opt_in"),
    says: /^create_list: data\.attributes\.opt_in_process: "single_opt_in" in the recording, "d/,
  },
  "another order of names": {
    to: /^GET \/api\/lists\?sort/,
    change: ({ body }) => body.data.reverse(),
    says: /^get_lists: the order by name of data: \["/,
  },
  "another order of times": {
    to: /^GET \/api\/events\?include/,
    change: ({ body }) => body.data.reverse(),
    says: /^get_events: the order by datetime of data: /,
  },
  "an order that nobody asked for": {
    to: /^GET \/api\/metrics$/,
    change: ({ body }) => body.data.reverse(),
    says: /^get_metrics: the order by created of data: /,
  },
  "a time of whole seconds": {
    to: /^POST \/api\/templates$/,
    change: ({ body }) => {
      const { attributes } = body.data;
      attributes.created = attributes.created.replace(/\.\d+/, "");
    },
    says: /^create_template: the form of data\.attributes\.created: "2026-07-20T12:\d\d:\d\d\+00:00"/,
  },
  "a time with Z": {
    to: /^GET \/api\/metrics\/\w+$/,
    change: ({ body }) => {
      const { attributes } = body.data;
      attributes.updated = attributes.updated.replace("+00:00", "Z");
    },
    says: /^get_metric: the form of data\.attributes\.updated: "20[^"]*Z" in the recording/,
  },
  "a time as a number": {
    to: /^POST \/api\/catalog-items/,
    change: ({ body }) => (body.data.attributes.updated = 1784548800),
    says: /^create_catalog_item: data\.attributes\.updated: 1784548800 in the recording, "2026/,
  },
  "a day later": {
    to: /^POST \/api\/coupon-codes/,
    change: ({ body }) => (body.data.attributes.expires_at = "2027-01-02T00:00:00Z"),
    says: /^create_coupon_code: data\.attributes\.expires_at: "2027-01-02/,
  },
  "smaller pages": {
    to: /^GET \/api\/catalog-items/,
    change: ({ body }) => body.data.splice(0, 1),
    says: /^get_catalog_items: the number of records of data: 0 in the recording, 1 in the emul/,
  },
  "another rate limit": {
    to: /^GET \/api\/tags\/[^/]+$/,
    change: ({ headers }) => (headers["ratelimit-limit"] = "1, 1;w=1, 2;w=60"),
    says: /^get_tag: header ratelimit-limit: "1, 1;w=1, 2;w=60" in the recording, "/,
  },
  "a cursor on the last page": {
    to: /^GET \/api\/profiles\?page/,
    change: ({ body }) => {
      const { self, next } = body.links ?? { self: "" };
      const isEnd = next === null && !self.includes("cursor%5D=X");
      if (isEnd) body.links.next = `${host}/api/profiles?page%5Bsize%5D=2&page%5Bcursor%5D=X`;
    },
    says: /^get_profiles: (?:links\.next: "http|status: )/,
  },
  "no link to the next page": {
    to: /^GET \/api\/events\?page%5Bsize%5D=5$|^GET \/api\/events\?page\[size\]=5$/,
    change: ({ body }) => (body.links.next = null),
    says: /^get_events: links\.next: null in the recording, "http/,
  },
};

/** A day of a client at a service that answers otherwise where these plants are. */
async function recorded(client: string, planted: readonly Plant[]) {
  const service = await recordedService({}, ({ method, url }, answer) => {
    const about = `${method} ${url.pathname}${url.search}`;
    for (const { to, change } of planted) if (to.test(about)) change(answer);
  });
  await day(clients[client]!(service.emulator, service.fetch));
  await service.emulator.close();
  return service.exchanges;
}

/** Each client meets half of them, unless more is asked for. */
const share = (client: string) =>
  Object.entries(plants).filter(
    (_, index) => process.env["PROOF_RUNS"] !== undefined || index % 2 === names.indexOf(client),
  );
const names = Object.keys(clients);

describe.each(names)("recorded with %s, a comparison", (client) => {
  it("finds nothing against a service that is equal", async () => {
    const found = await compared(await recorded(client, []));
    expect([foundIn(found), found.compared]).toEqual([[], found.exchanges]);
  });

  it.each(share(client))("names what differs: %s", async (_, plant) => {
    const found = foundIn(await compared(await recorded(client, [plant])));
    expect(found).toContainEqual(expect.stringMatching(plant.says));
  });
});
