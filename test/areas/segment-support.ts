import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

export type Json = Record<string, unknown>;
export const definition = (...groups: readonly Json[][]) => ({
  condition_groups: groups.map((conditions) => ({ conditions })),
});
export const newSegment = (given: unknown, attributes: Json = {}) => ({
  data: { type: "segment", attributes: { name: "Some", definition: given, ...attributes } },
});
export const property = (name: string, filter: Json) => ({
  type: "profile-property",
  property: name,
  filter,
});
export const text = (operator: string, value: string) => ({ type: "string", operator, value });
export const isAda = property("first_name", text("equals", "Ada"));
export const ordered = (times: number, more: Json = {}) => ({
  type: "profile-metric",
  metric_id: "Order1",
  measurement: "count",
  measurement_filter: { type: "numeric", operator: "greater-than-or-equal", value: times },
  timeframe_filter: { type: "date", operator: "alltime" },
  ...more,
});
export const inLast = (quantity: number, unit = "day") => ({
  timeframe_filter: { type: "date", operator: "in-the-last", unit, quantity },
});
export const inGroup = (is_member: boolean, ...group_ids: string[]) => ({
  type: "profile-group-membership",
  is_member,
  group_ids,
});

export async function account(options: Parameters<typeof emulate>[0] = {}, sms = true) {
  const fixture = `
company_id: Tests1
sms: ${sms}
keys: [{ name: full, scopes: full }]
lists:
  - { name: News, id: NewsLs, opt_in_process: single_opt_in }
metrics: [{ name: Placed Order, id: Order1 }]
`;
  const ways = await emulate({ fixtures: [fixtureFile(fixture)], ...options });
  const create = async (given: unknown) =>
    (await ways.post("/api/segments", newSegment(given))).data?.id ?? "";
  const members = async (id: string) =>
    (await ways.get(`/api/segments/${id}/profiles`)).many.map(({ attributes: { email } }) =>
      String(email).replace("@example.com", ""),
    );
  const person = async (name: string, attributes: Json = {}) =>
    (await ways.post("/api/profiles", newProfile({ email: `${name}@example.com`, ...attributes })))
      .data.id;
  const order = (name: string, attributes: Json = {}) =>
    ways.post("/api/events", newEvent(attributes, { email: `${name}@example.com` }));
  const client = (path: string, body: unknown) =>
    ways.post(`/client/${path}?company_id=Tests1`, body);
  const merge = (into: string, from: string) =>
    ways.post("/api/profile-merge", {
      data: {
        type: "profile-merge",
        id: into,
        relationships: { profiles: { data: [{ type: "profile", id: from }] } },
      },
    });
  const redefine = (id: string, attributes: Json) =>
    ways.patch(`/api/segments/${id}`, { data: { type: "segment", id, attributes } });
  const profile = async (id: string) => (await ways.get(`/api/profiles/${id}`)).data;
  return { ...ways, create, members, person, order, client, merge, redefine, profile };
}
export { newEvent, newProfile };
