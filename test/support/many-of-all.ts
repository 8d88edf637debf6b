import { wholeForm } from "./form-bodies.ts";
import { newestRevision } from "../../src/contract/revisions.ts";
import { createEmulator } from "../../src/index.ts";
import { categories, category, idOf, item, variant } from "../areas/catalogs-support.ts";
import { objectsOn } from "../areas/objects-support.ts";
import { newEvent, newProfile } from "./bodies.ts";
import { defined, newFlow, wholeDefinition } from "./flow-bodies.ts";
import { data, to } from "./sending.ts";

/** A resource as it shows itself. */
export interface Shown {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: { readonly id: string } }>>;
}

/** A page of a list, or why there is none. */
export interface Paged {
  readonly data: readonly Shown[];
  readonly links: { readonly next?: string | null; readonly prev?: string | null };
  readonly errors?: readonly unknown[];
}

/** Names that are awkward in a filter, and some of which begin, end or contain another. */
const names = [
  "A",
  "a",
  "A, b",
  'A "b"',
  "A\\",
  "Ä(b)",
  "👍🏽",
  "[a]",
  "'A'",
  "  a",
  "and(a)",
  "b'A",
];

/** The apart of two acts in turn, in ms: some fall into one second. */
const aparts = [0, 300, 700, 1000, 61_000] as const;

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const everybody = {
  condition_groups: [
    {
      conditions: [
        {
          type: "profile-property",
          property: "email",
          filter: { type: "existence", operator: "is-set" },
        },
      ],
    },
  ],
};

/** By what flows begin. */
const triggers = ({ list, metric }: { readonly list: string; readonly metric: string }) =>
  [
    { type: "list", id: list },
    { type: "metric", id: metric },
    {
      type: "date",
      date_field_type: "profile-property",
      date_profile_property: "Birthday",
      timedelta_value_before_date: 1,
      trigger_time: "09:00:00",
    },
  ] as const;

/** An emulator with a dozen of everything that its lists show, the last made some time after the first. */
export async function manyOfAll() {
  const emulator = await createEmulator({
    fixtures: ["test/support/empty.yaml"],
    frozenAt: "2026-07-20T12:00:00Z",
    rateLimits: "off",
  });
  const ask = async (method: string, path: string, body?: unknown): Promise<Paged> => {
    const response = await emulator.fetch(path, {
      method,
      headers: {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
        revision: newestRevision,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === "" ? ({} as Paged) : JSON.parse(text);
  };
  let acts = 0;
  const post = async (path: string, body: unknown): Promise<string> => {
    await emulator.clock.advance(`${aparts[acts++ % aparts.length]}ms`);
    const { data: made, errors } = await ask("POST", path, body);
    if (errors) throw new Error(`${path}: ${JSON.stringify(errors)}`);
    return (made as unknown as Shown | undefined)?.id ?? "";
  };
  const lists: string[] = [];
  const forms: string[] = [];
  const segments: string[] = [];
  for (const [n, name] of names.entries()) {
    lists.push(await post("/api/lists", data("list", { name })));
    const segment = { name, definition: everybody, is_starred: n % 2 > 0 };
    segments.push(await post("/api/segments", data("segment", segment)));
    await post("/api/templates", data("template", { name, editor_type: "CODE", html: "<p>" }));
    const mail = { definition: { channel: n % 4 > 0 ? "email" : "sms" } };
    await post(
      "/api/campaigns",
      data("campaign", {
        name,
        audiences: { included: [] },
        "campaign-messages": { data: [{ type: "campaign-message", attributes: mail }] },
      }),
    );
    forms.push(await post("/api/forms", wholeForm(lists[0] as string, name)));
    const exclusive = n % 2 > 0;
    const group = await post("/api/tag-groups", data("tag-group", { name, exclusive }));
    const inGroup = n % 3 > 0 ? { relationships: { "tag-group": to("tag-group", group) } } : {};
    await post("/api/tags", data("tag", { name }, inGroup));
    const feed = { url: "https://example.com/f", request_method: "get", content_type: "json" };
    await post("/api/web-feeds", data("web-feed", { name: `F${n % 3}_${n}`, ...feed }));
    const image = { import_from_url: `data:image/png;base64,${png}`, name, hidden: n % 3 === 0 };
    await post("/api/images", data("image", image));

    const published = n % 2 > 0;
    await post("/api/catalog-categories", { data: category(`k${n}`, { name }) });
    await post("/api/catalog-items", {
      data: { ...item(`i${n}`, { title: name, published }, [`k${n % 3}`]) },
    });
    const sold = variant(`v${n}`, `i${n % 2}`, { title: name, published, sku: `S${n % 4}` });
    await post("/api/catalog-variants", { data: sold });
    const inAll = categories(`k${(n + 1) % 3}`);
    await post(`/api/catalog-items/${idOf("i0")}/relationships/categories`, inAll).catch(() => "");

    const email = `P${n}+x@Example.com`;
    const person = { email, phone_number: `+1415555${2000 + n}`, external_id: name };
    const id = await post("/api/profiles", newProfile(person));
    for (const [vendor, platform] of [
      ["apns", "ios"],
      ["fcm", "android"],
    ].slice(0, n % 3)) {
      const enablement_status = n % 2 > 0 ? "AUTHORIZED" : "DENIED";
      const profile = { data: { type: "profile", id, attributes: {} } };
      const token = { token: `${vendor}${n}`, platform, vendor, enablement_status, profile };
      await post("/api/push-tokens", data("push-token", token));
    }
    for (const [which, fraction] of ["", ".5", ".999"].entries()) {
      const metric = { data: { type: "metric", attributes: { name: `M${(n + which) % 3}` } } };
      const time = `2026-0${1 + ((n * 7 + which) % 6)}-01T00:00:00${fraction}Z`;
      const event = { metric, time, unique_id: `${n}-${which}` };
      await post("/api/events", newEvent(event, { email }));
    }
    await post("/api/coupons", data("coupon", { external_id: `C${n}` }));
    const code = { unique_code: `U${n}`, expires_at: `2027-01-0${1 + (n % 4)}T00:00:00Z` };
    const coupon = { relationships: { coupon: to("coupon", `C${n % 3}`) } };
    await post("/api/coupon-codes", data("coupon-code", code, coupon));

    const list = lists[n % 2] as string;
    const members = { data: [{ type: "profile", id }] };
    await post(`/api/lists/${list}/relationships/profiles`, members);
    const people = { profiles: { data: [{ type: "profile", attributes: { email } }] } };
    const suppressing = `profile-suppression-bulk-${n % 4 > 0 ? "create" : "delete"}-job`;
    const ofList = { relationships: { list: to("list", list) } };
    if (n % 3 > 0) await post(`/api/${suppressing}s`, data(suppressing, people));
    else await post(`/api/${suppressing}s`, data(suppressing, {}, ofList));
    const optingOut = "profile-subscription-bulk-delete-job";
    const optedOut = {
      type: "profile",
      attributes: { email, subscriptions: { email: { marketing: { consent: "UNSUBSCRIBED" } } } },
    };
    const from = n % 5 > 0 ? ofList : {};
    await post(`/api/${optingOut}s`, data(optingOut, { profiles: { data: [optedOut] } }, from));
    const importing = "profile-bulk-import-job";
    if (n % 4 === 0) await post(`/api/${importing}s`, data(importing, people));
    const job = "catalog-item-bulk-update-job";
    const changed = { type: "catalog-item", id: idOf(`i${n}`), attributes: { price: n } };
    await post(`/api/${job}s`, data(job, { items: { data: [changed] } }));
  }
  const firstOf = async (type: string) => (await ask("GET", `/api/${type}s`)).data[0]?.id ?? "";
  const named = {
    list: lists[0] as string,
    template: await firstOf("template"),
    metric: await firstOf("metric"),
  };
  const flows: string[] = [];
  for (const [n, name] of names.entries()) {
    const definition = n === 0 ? wholeDefinition(named) : defined(triggers(named)[n % 3] ?? {}, []);
    flows.push(await post("/api/flows", newFlow(definition, name)));
    const status = ["draft", "manual", "live"][n % 3];
    await ask("PATCH", `/api/flows/${flows[n]}`, data("flow", { status }, { id: flows[n] }));
  }
  const actions = await ask("GET", `/api/flows/${flows[0]}/flow-actions`);
  const tried = actions.data.find(
    ({ attributes }) => (attributes["definition"] as { type: string }).type === "ab-test",
  );
  const ids: Readonly<Record<string, string>> = {
    flow: flows[0] as string,
    "flow-action": tried?.id ?? "",
    list: lists[0] as string,
    segment: segments[0] as string,
    form: forms[0] as string,
    coupon: "C1",
    "catalog-item": idOf("i0"),
    "catalog-category": idOf("k0"),
    // What goes wrong with its objects is listed in test/areas/objects-records.test.ts.
    "object-type": await objectsOn(emulator).draft(),
  };
  return { emulator, ask, ids };
}
