import { describe, expect, it } from "vitest";
import { newProfile } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";
import { data } from "../support/sending.ts";

describe("every answer", () => {
  it("is application/json, or application/vnd.api+json for a client that names it", async () => {
    const { get } = await emulate();
    const type = async (path: string, accept: string) =>
      (await get(path, { headers: { accept } })).headers.get("content-type");
    expect(await type("/api/metrics", "*/*")).toBe("application/json");
    expect(await type("/api/metrics", "application/vnd.api+json")).toBe("application/vnd.api+json");
    expect(await type("/api/nothing", "application/vnd.api+json")).toBe("application/vnd.api+json");
  });

  it("carries an id of its own, the methods of its path, and the revision", async () => {
    const { get } = await emulate();
    const [one, two] = [await get("/api/metrics"), await get("/api/metrics")];
    expect(one.headers.get("x-service-req-id")).not.toBe(two.headers.get("x-service-req-id"));
    expect(one.headers.get("allow")).toBe("GET");
    expect(one.headers.get("x-service-api-revision")).toBe("2026-07-15");
  });

  it("that refuses has every member that strict clients need", async () => {
    const { get } = await emulate();
    const { headers, errors } = await get("/api/profiles?include=nothing");
    expect(errors).toEqual([
      {
        id: headers.get("x-service-req-id"),
        status: 400,
        code: "invalid",
        title: "Invalid input.",
        detail: "'nothing' cannot be included.",
        source: { parameter: "include" },
        links: {},
        meta: {},
      },
    ]);
  });

  it("carries no revision on a 401", async () => {
    const { get } = await emulate();
    const { headers } = await get("/api/metrics", { key: "pk_nobody" });
    expect(headers.has("x-service-api-revision")).toBe(false);
  });
});

describe("a hint", () => {
  const hint = async (path: string, asking: object = {}) => {
    const { emulator, get } = await emulate();
    const key = (asking as { key?: string }).key;
    const { headers } = await get(path, {
      ...asking,
      ...(key && { key: emulator.keys[key] ?? key }),
    });
    return headers.get("x-emulator-hint");
  };

  it("says which key would have been allowed", async () => {
    expect(await hint("/api/metrics", { key: "events-only" })).toBe(
      "key `events-only` lacks metrics:read; `full` has it",
    );
  });

  it("says which path was meant", async () => {
    expect(await hint("/api/evnts")).toBe("no such path: did you mean /api/events?");
  });

  it("says what can be filtered, sorted and included", async () => {
    expect(await hint(`/api/lists?filter=equals(nme,"x")`)).toBe(
      "'nme' is not filterable here: did you mean name?",
    );
    expect(await hint(`/api/lists?filter=equals(colour,"x")`)).toBe(
      "'colour' is not filterable here: use one of id, name, created, updated",
    );
    expect(await hint("/api/events?sort=size")).toBe(
      "'size' is not sortable here: use one of datetime, timestamp",
    );
    expect(await hint("/api/events?include=friends")).toBe(
      "'friends' is not includable here: use one of metric, profile, attributions",
    );
  });

  it("says what to do about what is not there, and does not only repeat it", async () => {
    const { post, get } = await emulate({ fixtures: ["demo"] });
    const nobody = { data: { type: "profile", attributes: { email: "nobody@example.com" } } };
    const deleting = { type: "data-privacy-deletion-job", attributes: { profile: nobody } };
    const draft = "01JZDEM0CAMPA1GNNEWS1ETTER";
    const answers = [
      await post("/api/data-privacy-deletion-jobs", { data: deleting }),
      await get(`/api/campaign-recipient-estimations/${draft}`),
      await get("/api/object-records/none:::1"),
    ];
    expect(answers.map(({ headers }) => headers.get("x-emulator-hint"))).toEqual([
      "no profile has this email: GET /api/profiles lists those that exist",
      "estimate it first: POST /api/campaign-recipient-estimation-jobs",
      "no such type: GET /api/object-types lists those that exist",
    ]);
  });

  const none = (type: string) => ({ data: { type, id: "none00" } });
  it.each<[string, string, unknown, string]>([
    [
      "/api/lists/NewsL1/relationships/profiles",
      "/data/0/id",
      { data: [none("profile").data] },
      "profile has the id 'none00': GET /api/profiles",
    ],
    [
      "/api/catalog-items/$custom:::$default:::jacket/relationships/categories",
      "/data/0/id",
      { data: [none("catalog-category").data] },
      "catalog-category has the id 'none00': GET /api/catalog-categories",
    ],
    [
      "/api/coupon-codes",
      "/data/relationships/coupon/data/id",
      data("coupon-code", { unique_code: "A" }, { relationships: { coupon: none("coupon") } }),
      "coupon has the id 'none00': GET /api/coupons",
    ],
    [
      "/api/object-schemas",
      "/data/relationships/object-type/data/id",
      data(
        "object-schema",
        { title: "A", properties: [] },
        { relationships: { "object-type": none("object-type") } },
      ),
      "object-type has the id 'none00': GET /api/object-types",
    ],
    [
      "/api/custom-metrics",
      "/data/attributes/definition/metric_groups/0/metric_id",
      data("custom-metric", {
        name: "A",
        definition: { aggregation_method: "count", metric_groups: [{ metric_id: "none00" }] },
      }),
      "metric has the id 'none00': GET /api/metrics",
    ],
    [
      "/api/profile-suppression-bulk-create-jobs",
      "/data/relationships/list/data/id",
      data("profile-suppression-bulk-create-job", {}, { relationships: { list: none("list") } }),
      "list has the id 'none00': GET /api/lists",
    ],
    [
      "/api/events",
      "/data/attributes/profile/data/id",
      data("event", {
        properties: {},
        metric: { data: { type: "metric", attributes: { name: "A" } } },
        profile: { data: { type: "profile", id: "none00", attributes: {} } },
      }),
      "profile has the id 'none00': GET /api/profiles",
    ],
    [
      "/api/flows",
      "/data/attributes/definition/actions/0/data/message/template_id",
      data("flow", {
        name: "A",
        definition: {
          triggers: [{ type: "list", id: "NewsL1" }],
          actions: [
            { temporary_id: "a", type: "send-email", data: { message: { template_id: "none00" } } },
          ],
          entry_action_id: "a",
        },
      }),
      "template has the id 'none00': GET /api/templates",
    ],
  ])("says where to find what a body of %s names", async (path, place, body, said) => {
    const { post } = await emulate({ fixtures: ["demo"] });
    const { status, headers } = await post(path, body);
    expect(status).toBe(400);
    expect(headers.get("x-emulator-hint")).toBe(`${place}: no ${said} lists those that exist`);
  });

  it("leaves out no kind of object that may stand there without saying so", async () => {
    const { post } = await emulate();
    const definition = { condition_groups: [{ conditions: [{ type: "none" }] }] };
    const body = data("segment", { name: "A", definition });
    const hint = (await post("/api/segments", body)).headers.get("x-emulator-hint") ?? "";
    const [, names = "", others = "0"] = /send one of (.*?)(?: and (\d+) more)?$/.exec(hint) ?? [];
    expect(hint).toMatch(/^\/data\/\S+\/type is 'none': /);
    expect(names.split(", ").length + Number(others)).toBe(10);
  });

  it("says how to change what is there already", async () => {
    const { post } = await emulate();
    const known = { external_id: "a", name: "Machines" };
    const requests = [
      ["/api/catalog-categories", data("catalog-category", known)],
      ["/api/coupons", data("coupon", { external_id: "A" })],
    ] as const;
    const hints = [];
    for (const [path, body] of requests) {
      await post(path, body);
      hints.push((await post(path, body)).headers.get("x-emulator-hint"));
    }
    expect(hints).toEqual([
      "$custom:::$default:::a exists: change it with PATCH /api/catalog-categories/$custom:::$default:::a",
      "A exists: change it with PATCH /api/coupons/A",
    ]);
  });

  it("says how to authenticate", async () => {
    expect(await hint("/api/metrics", { headers: { authorization: "Basic eDp5" } })).toBe(
      "Authorization has the scheme Basic: send Authorization: Service-API-Key <key>, or start with --auth-scheme",
    );
  });
});

describe("a body", () => {
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const { post } = await emulate();
    return refusalOf(await post("/api/profiles", body, { headers }));
  };

  it.each([
    ["text/plain", 415, "unsupported_media_type"],
    ["application/x-www-form-urlencoded", 415, "unsupported_media_type"],
  ])("of type %s is refused", async (type, status, code) => {
    expect(await send("{}", { "content-type": type })).toEqual([status, code, "/data/"]);
  });

  it("in an encoding that is not known is refused", async () => {
    expect(await send("{}", { "content-encoding": "br" })).toEqual([
      415,
      "unsupported_media_type",
      "/data/",
    ]);
  });

  it.each(["", "{", "undefined", "\u0000", '{"data":}'])(
    "that is not JSON, such as %j, is refused",
    async (body) => {
      expect(await send(body)).toEqual([400, "parse_error", "/data/"]);
    },
  );

  it.each(["[]", "null", "7", '"x"', "{}", '{"data":[]}'])(
    "that is no document, such as %j, is refused",
    async (body) => {
      expect((await send(body)).slice(0, 2)).toEqual([400, "invalid"]);
    },
  );

  it("that nests without end is refused", async () => {
    expect(await send("[".repeat(100_000) + "]".repeat(100_000))).toEqual([
      400,
      "invalid",
      "/data/",
    ]);
  });

  it("may be application/vnd.api+json with a charset", async () => {
    const { post } = await emulate();
    const headers = { "content-type": "application/vnd.api+json; charset=utf-8" };
    expect((await post("/api/profiles", JSON.stringify(newProfile()), { headers })).status).toBe(
      201,
    );
  });
});

describe("a query", () => {
  it.each([
    ["nonsense=1", "nonsense"],
    ["sort=email&sort=id", "sort"],
    ["sort=", "sort"],
    ["sort=email,id", "sort"],
    ["fields[event]=uuid", "fields[event]"],
    ["fields[list]=name", "fields[list]"],
    ["fields[profile]=shoe", "fields[profile]"],
    ["fields[profile]=email.x", "fields[profile]"],
    ["fields[profile]=location.shoe", "fields[profile]"],
    ["additional-fields[profile]=shoe", "additional-fields[profile]"],
    ["filter=", "filter"],
    [`filter=${"x".repeat(8001)}`, "filter"],
    [`filter=greater-than(created,"soon")`, "filter"],
    [`filter=greater-than(email,"a")`, "filter"],
    ["sort=%zz", "sort"],
    ["%E0%A4%A=1", "%E0%A4%A"],
  ])("?%s is refused, naming the parameter", async (query, parameter) => {
    const { get } = await emulate();
    expect(refusalOf(await get(`/api/profiles?${query}`))).toEqual([400, "invalid", parameter]);
  });

  it("narrows to the members of an object that are asked for", async () => {
    const { post, get } = await emulate();
    await post("/api/profiles", newProfile({ location: { city: "London", zip: "W1" } }));
    const consent = "subscriptions.email.marketing.consent,subscriptions.sms.marketing.consent";
    const { many } = await get(
      `/api/profiles?fields[profile]=email,location.city,${consent}&additional-fields[profile]=subscriptions`,
    );
    const marketing = { marketing: { consent: "NEVER_SUBSCRIBED" } };
    expect(many[0]?.attributes).toEqual({
      email: "ada@example.com",
      location: { city: "London" },
      subscriptions: { email: marketing, sms: marketing },
    });
    expect(many[0]?.links).toBeDefined();
  });

  it("shows one request none of the fields that another chose", async () => {
    const { post, get } = await emulate();
    await post("/api/profiles", newProfile());
    const count = async (query: string) =>
      Object.keys((await get(`/api/profiles${query}`)).many[0]?.attributes ?? {}).length;
    const whole = await count("");
    expect(await count("?fields[profile]=")).toBe(0);
    expect(await count("?fields[profile]=email")).toBe(1);
    expect(await count("?fields[profile]=location.city")).toBe(1);
    expect(await count("?fields[profile]=location")).toBe(1);
    expect(await count("")).toBe(whole);
  });

  it("includes lists of a profile, linked and each once", async () => {
    const { get } = await emulate({ fixtures: ["test/support/two.yaml"] });
    const [profile] = (await get("/api/profiles")).many;
    const { data, included } = await get(`/api/profiles/${profile?.id}?include=lists,segments`);
    expect(included.map(({ type, attributes }) => [type, attributes["name"]])).toEqual([
      ["list", "Newsletter"],
    ]);
    expect(data.relationships["lists"]?.data).toEqual([{ type: "list", id: included[0]?.id }]);
    expect(data.relationships["segments"]?.data).toEqual([]);
    const related = await get(`/api/profiles/${profile?.id}/lists/`);
    expect(related.many[0]?.id).toBe(included[0]?.id);
    const linkage = await get(`/api/profiles/${profile?.id}/relationships/lists/`);
    expect(linkage.many).toEqual([{ type: "list", id: included[0]?.id }]);
  });

  it("counts the profiles of a list when that is asked for", async () => {
    const { get } = await emulate({ fixtures: ["test/support/two.yaml"] });
    const [list] = (await get("/api/lists")).many;
    const { data } = await get(`/api/lists/${list?.id}?additional-fields[list]=profile_count`);
    expect(data.attributes["profile_count"]).toBe(1);
  });
});
