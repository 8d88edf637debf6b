import { describe, expect, it } from "vitest";
import { revisionDiff } from "../../src/contract/revision-diff.ts";
import {
  account,
  items,
  subscribeType,
  suppressType,
  unsubscribeType,
} from "../consent/account.ts";
import { newEvent } from "../support/bodies.ts";
import { boot, run } from "../support/cli.ts";
import { api, describedIn } from "../support/described.ts";
import { emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

const at = (revision: string) => ({ headers: { revision } });
const subscribe = `/api/${subscribeType}s`;
const unsubscribe = `/api/${unsubscribeType}s`;
const yes = { consent: "SUBSCRIBED" };
const no = { consent: "UNSUBSCRIBED" };
const ada = { email: "ada@example.com", phone_number: "+12125550123" };
const person = (subscriptions: unknown, more: object = {}) => [
  { attributes: { ...ada, ...more, subscriptions } },
];
const device = (token: string) => ({ token, platform: "ios", vendor: "apns" });
const inProfile = "/data/attributes/profiles/data/0/attributes";

type Ways = Awaited<ReturnType<typeof account>>;
type Channels = Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;

/** The id of the profile with this email, and all of its consent. */
async function known({ get, consent }: Ways, email: string) {
  const id = (await get(`/api/profiles?filter=equals(email,"${email}")`)).many[0]?.id ?? "";
  return { id, channels: (await consent(id)) as unknown as Channels };
}

describe("consent to other channels than email and SMS marketing", () => {
  // README, "Consent": each channel is kept; behaviour.md, 14: merge moves the data of the source, the
  // destination's values win. src/domain/merge.ts `mergedConsent` lists email and sms only.
  it("is still the destination's after a merge", async () => {
    const ways = await account();
    const said = {
      whatsapp: { marketing: yes },
      sms: { transactional: yes },
      push: { marketing: yes, tokens: [device("t1")] },
      email: { open_tracking: yes },
    };
    await ways.post(subscribe, items(subscribeType, person(said)));
    const { id } = await known(ways, ada.email);
    await ways.merge(id, await ways.profile({ email: "other@example.com" }));
    const { channels } = await known(ways, ada.email);
    expect([
      channels["whatsapp"]?.["marketing"]?.["consent"],
      channels["sms"]?.["transactional"]?.["consent"],
      channels["mobile_push"]?.["marketing"]?.["consent"],
      channels["email"]?.["open_tracking"]?.["consent"],
    ]).toEqual(["SUBSCRIBED", "SUBSCRIBED", "SUBSCRIBED", "SUBSCRIBED"]);
  });

  // The same: what the source said of a channel of which the destination never said anything.
  it("comes along with the source of a merge", async () => {
    const ways = await account();
    await ways.post(subscribe, items(subscribeType, person({ whatsapp: { marketing: yes } })));
    const { id: source } = await known(ways, ada.email);
    const into = await ways.profile({ email: "kept@example.com" });
    await ways.merge(into, source);
    const { channels } = await known(ways, "kept@example.com");
    expect(channels["whatsapp"]?.["marketing"]?.["consent"]).toBe("SUBSCRIBED");
  });

  // Specification, "subscriptions object": list_suppressions are a part of email.marketing; and
  // src/domain/consent-acts.ts itself says "Only email is ever suppressed".
  it.each([
    ["sms", { sms: { marketing: no } }],
    ["open tracking", { email: { open_tracking: no } }],
  ])("is no email suppression when %s is left through a list", async (_, withdrawn) => {
    const ways = await account();
    const given = { email: { marketing: yes, open_tracking: yes }, sms: { marketing: yes } };
    await ways.post(subscribe, items(subscribeType, person(given), "Single"));
    await ways.post(unsubscribe, items(unsubscribeType, person(withdrawn), "Single"));
    const { channels } = await known(ways, ada.email);
    expect(channels["email"]?.["marketing"]?.["list_suppressions"]).toEqual([]);
  });

  // src/domain/push-tokens.ts: "A device has one token, and a token one profile".
  it("push with one device named twice is one push token", async () => {
    const { post, get } = await account();
    const tokens = [device("t1"), { ...device("t1"), enablement_status: "DENIED" }];
    await post(subscribe, items(subscribeType, person({ push: { marketing: yes, tokens } })));
    const { many } = await get("/api/push-tokens");
    expect(many.map(({ attributes }) => attributes["token"])).toEqual(["t1"]);
  });

  // profiles.json, bulk_subscribe_profiles: `age_gated_date_of_birth` is a `string(date)`.
  it("a date of birth is a date", async () => {
    const { post } = await account();
    const people = person({ email: { marketing: yes } }, { age_gated_date_of_birth: "nonsense" });
    expect(refusalOf(await post(subscribe, items(subscribeType, people)))).toEqual([
      400,
      "invalid",
      `${inProfile}/age_gated_date_of_birth`,
    ]);
  });
});

describe("meta.patch_identifiers", () => {
  // revisions.json, 2026-04-15. As with patch_properties (behaviour.md, 1; profile-write.ts "unset, then
  // unappend, then append"), what is taken away makes room for what is given: here both are lost.
  it("replaces an identifier by another, taking the old one away and giving the new one", async () => {
    const { patch, profile } = await account();
    const id = await profile({ email: "old@example.com", phone_number: "+12125550124" });
    const append = { email: "new@example.com" };
    const meta = { patch_identifiers: { append, unappend: { email: "old@example.com" } } };
    const { status, data } = await patch(`/api/profiles/${id}`, {
      data: { type: "profile", id, attributes: {}, meta },
    });
    expect([status, data.attributes["email"]]).toEqual([200, "new@example.com"]);
  });

  it("may replace the only identifier", async () => {
    const { patch, profile } = await account();
    const id = await profile({ email: "old@example.com" });
    const append = { email: "new@example.com" };
    const meta = { patch_identifiers: { append, unappend: { email: "old@example.com" } } };
    const answer = await patch(`/api/profiles/${id}`, {
      data: { type: "profile", id, attributes: {}, meta },
    });
    expect(answer.status).toBe(200);
  });

  // @guess of patch-identifiers.ts: "unappend takes away exactly the one that it names".
  it("takes nothing away that the same request writes", async () => {
    const { patch, profile } = await account();
    const id = await profile({ email: "old@example.com", phone_number: "+12125550124" });
    const meta = { patch_identifiers: { unappend: { email: "old@example.com" } } };
    const { data } = await patch(`/api/profiles/${id}`, {
      data: { type: "profile", id, attributes: { email: "new@example.com" }, meta },
    });
    expect(data.attributes["email"]).toBe("new@example.com");
  });

  // profiles.json, create_profile: no meta; revisions.json, 2026-04-15: PATCH and profile-import get it,
  // POST /api/profiles does not; specification, "Create Profile": attributes and properties.
  it("is no part of Create Profile", async () => {
    const { post } = await account();
    const meta = { patch_identifiers: { append: { external_id: "crm-1" } } };
    const answer = await post("/api/profiles", {
      data: { type: "profile", attributes: { email: "ada@example.com" }, meta },
    });
    expect(refusalOf(answer)).toEqual([400, "invalid", "/data/meta"]);
  });
});

describe("a revision", () => {
  // revisions.json: consented_at since 2023-12-15, historical_import since 2024-07-15; README has both.
  it.each(["2023-12-15", "2024-02-15", "2024-05-15", "2024-06-15"])(
    "%s takes consented_at, since it knows no historical_import to go with it",
    async (revision) => {
      const ways = await account();
      const marketing = { ...yes, consented_at: "2023-01-01T00:00:00Z" };
      const body = items(subscribeType, person({ email: { marketing } }), "Single");
      expect((await ways.post(subscribe, body, at(revision))).status).toBe(202);
      const { channels } = await known(ways, ada.email);
      const { consent_timestamp } = channels["email"]?.["marketing"] ?? {};
      expect(consent_timestamp).toBe("2023-01-01T00:00:00+00:00");
    },
  );

  // client.json and revisions.json, 2025-01-15: Create Client Subscription has consented_at, and never had
  // a historical_import: here no value of it is accepted in any revision.
  it("takes consented_at of a client, who has no historical_import to say", async () => {
    const { post } = await account();
    const subscriptions = {
      email: { marketing: { ...yes, consented_at: "2023-01-01T00:00:00Z" } },
    };
    const data = { type: "profile", attributes: { email: ada.email, subscriptions } };
    const answer = await post("/client/subscriptions?company_id=Tests1", {
      data: {
        type: "subscription",
        attributes: { profile: { data } },
        relationships: { list: { data: { type: "list", id: "Single" } } },
      },
    });
    expect(answer.status).toBe(202);
  });

  // revisions.json: `.email.marketing!` until 2026-04-15, `.sms.marketing!` until 2024-10-15.
  it.each([
    ["2026-01-15", { email: {}, sms: { marketing: yes } }, "email/marketing"],
    ["2024-07-15", { email: { marketing: yes }, sms: {} }, "sms/marketing"],
  ])("%s needs the marketing of a channel that is named", async (revision, said, place) => {
    const { post } = await account();
    const body = items(subscribeType, person(said), "Single");
    expect(refusalOf(await post(subscribe, body, at(revision)))).toEqual([
      400,
      "invalid",
      `${inProfile}/subscriptions/${place}`,
    ]);
  });

  // revisions.json: `.relationships!.list!.data!` in 2023-10-15; `.data` may be missing since 2024-05-15.
  it.each([{ list: {} }, { list: { data: null } }])(
    "2023-10-15 needs the list itself: %j is none",
    async (relationships) => {
      const { post } = await account();
      const { data } = items(subscribeType, person({ email: { marketing: yes } }));
      const body = { data: { ...data, relationships } };
      expect(refusalOf(await post(subscribe, body, at("2023-10-15")))).toEqual([
        400,
        "invalid",
        "/data/relationships/list/data",
      ]);
    },
  );

  // revisions.json, 2025-10-15: filter profile_id of GET /api/segments/{id}/profiles and /relationships/.
  it.each(["profiles", "relationships/profiles"])(
    "2025-07-15 does not filter a segment's %s by profile_id",
    async (members) => {
      const fixture = fixtureFile(
        "company_id: Tests1\nkeys: [{ name: full, scopes: full }]\n" +
          "segments: [{ name: Some, id: Some01, profiles: [] }]\n",
      );
      const { get } = await emulate({ fixtures: [fixture] });
      const path = `/api/segments/Some01/${members}?filter=equals(profile_id,"x")`;
      expect((await get(path)).status).toBe(200);
      expect((await get(path, at("2025-07-15"))).status).toBe(400);
    },
  );

  // revisions.json, 2025-10-15: anonymous_id went away there, so it was there before; and behaviour.md, 16:
  // "always returned and accepted".
  it("2025-07-15 knows a back in stock subscription's anonymous_id", async () => {
    const { post } = await account();
    const attributes = { email: ada.email, anonymous_id: "anon-1" };
    const answer = await post(
      "/client/back-in-stock-subscriptions?company_id=Tests1",
      {
        data: {
          type: "back-in-stock-subscription",
          attributes: { channels: ["EMAIL"], profile: { data: { type: "profile", attributes } } },
          relationships: { variant: { data: { type: "catalog-variant", id: "v" } } },
        },
      },
      at("2025-07-15"),
    );
    expect(answer.status).toBe(202);
  });

  // profiles.json and revisions.json: `attributes!` of a suppression job and of Update Profile, in all.
  it("needs the attributes of a suppression job, whatever it is about", async () => {
    const { post } = await account();
    const list = { data: { type: "list", id: "Single" } };
    const body = { data: { type: suppressType, relationships: { list } } };
    expect(refusalOf(await post(`/api/${suppressType}s`, body))).toEqual([
      400,
      "invalid",
      "/data/attributes",
    ]);
  });

  // revisions.json: ranked_channel_affinity[] is email|push|sms until 2026-04-15, and whatsapp only then.
  it("2026-01-15 ranks no WhatsApp", async () => {
    const days = (n: number) => new Date(Date.UTC(2026, 6, 20, 12) - n * 86_400_000).toISOString();
    const emails = Array.from({ length: 500 }, (_, n) => `c${n}@example.com`);
    const orders = [
      ...emails.map((profile) => [profile, 200] as const),
      ...[100, 20].map((ago) => ["c0@example.com", ago] as const),
    ];
    const fixture = fixtureFile(
      JSON.stringify({
        company_id: "Tests1",
        keys: [{ name: "full", scopes: "full" }],
        metrics: [{ name: "Placed Order" }],
        profiles: emails.map((email) => ({ email })),
        events: orders.map(([profile, ago]) => ({
          profile,
          metric: "Placed Order",
          time: days(ago),
          value: 10,
        })),
      }),
    );
    const { post, get } = await emulate({ fixtures: [fixture] });
    const attributes = {
      email: "c0@example.com",
      phone_number: "+12125550123",
      subscriptions: { whatsapp: { marketing: yes } },
    };
    await post(subscribe, items(subscribeType, [{ attributes }]));
    const query =
      'filter=equals(email,"c0@example.com")&additional-fields[profile]=predictive_analytics';
    const ranked = async (revision: string) => {
      const { many } = await get(`/api/profiles?${query}`, at(revision));
      const all = many[0]?.attributes["predictive_analytics"] as Record<string, unknown>;
      return all["ranked_channel_affinity"];
    };
    expect(await ranked("2026-04-15")).toEqual(["email", "whatsapp"]);
    expect(await ranked("2026-01-15")).toEqual(["email"]);
  });
});

describe("revisions diff", () => {
  // README: "prints what changes from one to the other". The meta beside a profile's attributes ended with
  // 2024-02-15 (and 2025-01-15 on /client/subscriptions), so nothing within it came with 2026-04-15; the
  // README's table of exceptions says the same untruth.
  it.each([
    ["create_event", "data.attributes.profile.data.meta.patch_identifiers"],
    ["create_client_event", "data.attributes.profile.data.meta.patch_identifiers"],
    ["create_client_subscription", "data.attributes.profile.data.meta.patch_identifiers"],
    [
      "unregister_client_push_token",
      "data.attributes.profile.data.attributes.meta.patch_identifiers",
    ],
    ["bulk_import_profiles", "data.attributes.profiles.data[].attributes.meta.patch_identifiers"],
  ])("of %s tells nothing of what is within a member that is not there", (of, name) => {
    const told = revisionDiff(api, "2026-01-15", "2026-07-15");
    expect(told.filter((each) => each.of === of).map((each) => each.name)).not.toContain(name);
  });

  // README: "each is read again, path, query and body, as the other revision would read it". The query
  // is cut at a second question mark (src/cli/revisions-diff.ts, `split("?", 2)`).
  it("--requests reads a query with a question mark in it to its end", async () => {
    const { ready, ask } = await boot();
    const { url } = ready as { url: string };
    const asked = await ask(`/api/lists?filter=equals(name,"What?")`);
    expect(asked.status).toBe(200);
    const line = "revisions diff 2026-07-15 2026-04-15 --requests --url";
    const { stdout } = await run([...line.split(" "), url]);
    expect(stdout).toMatch(/^0 of 1 calls/);
  });

  // README: revisions "from 2023-10-15 on" are served; the rows know nothing of older ones, and
  // `openapi --revision 2022-10-17` is refused for that reason.
  it("of a revision that is not served is refused instead of made up", async () => {
    const { code, stdout } = await run(["revisions", "diff", "2022-10-17", "2026-07-15"]);
    expect([code, stdout]).toEqual([2, ""]);
  });
});

describe("a number that JSON cannot write", () => {
  // Specification, "Event": value is a number; "Profile": one identifier at least. JSON.parse makes
  // Infinity of 1e999, which every answer then shows as null.
  it("is refused as an event's value", async () => {
    const { post } = await emulate();
    const body = JSON.stringify(newEvent({ value: 12_345 })).replace("12345", "1e999");
    expect(refusalOf(await post("/api/events", body))).toEqual([
      400,
      "invalid",
      "/data/attributes/value",
    ]);
  });

  it("is refused as an external_id, so that no profile is without identifier", async () => {
    const { post } = await emulate();
    const body = '{"data":{"type":"profile","attributes":{"external_id":1e999}}}';
    expect((await post("/api/profiles", body)).status).toBe(400);
  });
});

// Specification, "Event": attributes.uuid is a UUID; behaviour.md, 10: of version 1.
it("the uuid of an event is a UUID", async () => {
  const { post, get } = await emulate();
  await post("/api/events", newEvent());
  const { many } = await get("/api/events");
  expect(many[0]?.attributes["uuid"]).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

describe("the OpenAPI document", () => {
  const takes = (id: string, body: unknown, revision = "2026-07-15" as const) => {
    const operation = api.operations.get(id);
    if (operation === undefined) throw new Error(`no ${id}`);
    return describedIn(revision).takes(operation, body);
  };

  // README: it is "computed from what the emulator itself goes by"; behaviour.md, 8: +0000 is an offset.
  it.each(["2026-01-01T00:00:00+0000", "2026-01-01T00:00:00", "2026-01-01T00:00Z", "2026-01-01"])(
    "allows the datetime %s, which is taken",
    async (time) => {
      const { post } = await emulate();
      const body = newEvent({ time });
      expect((await post("/api/events", body)).status).toBe(202);
      expect(takes("create_event", body)).toBe(true);
    },
  );

  // JSON Schema counts characters (RFC 8259), check.ts counts UTF-16 units.
  it("counts the characters of a text as the emulator does", async () => {
    const { post } = await emulate();
    const body = { data: { type: "profile", attributes: { external_id: "😀".repeat(200) } } };
    expect(takes("create_profile", body)).toBe(true);
    expect((await post("/api/profiles", body)).status).toBe(201);
  });

  // profiles.json: `unset` is a string or a list of strings; segments.json, metrics.json: a definition is
  // an object with condition_groups or an aggregation_method. The bodies say `any()` of all three.
  it.each<[string, unknown]>([
    [
      "create_or_update_profile",
      {
        data: {
          type: "profile",
          attributes: { email: "a@b.co" },
          meta: { patch_properties: { unset: 5 } },
        },
      },
    ],
    ["create_segment", { data: { type: "segment", attributes: { name: "A", definition: 5 } } }],
    [
      "create_custom_metric",
      { data: { type: "custom-metric", attributes: { name: "A", definition: 5 } } },
    ],
  ])("forbids a body of %s that is refused for its form", async (id, body) => {
    const { post } = await emulate();
    expect((await post(api.operations.get(id)?.path ?? "", body)).status).toBe(400);
    expect(takes(id, body)).toBe(false);
  });
});
