import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

export type Json = Record<string, unknown>;
export const subscribeType = "profile-subscription-bulk-create-job";
export const unsubscribeType = "profile-subscription-bulk-delete-job";
export const suppressType = "profile-suppression-bulk-create-job";

/** An account with two lists, a metric, and short ways to do things. */
export async function account(
  options: Parameters<typeof emulate>[0] = {},
  { sms = true }: { sms?: boolean } = {},
) {
  const fixture = `
company_id: Tests1
sms: ${sms}
keys: [{ name: full, scopes: full }]
metrics: [{ name: Placed Order, id: Order1 }]
lists:
  - { name: Single, id: Single, opt_in_process: single_opt_in }
  - { name: Double, id: Double, opt_in_process: double_opt_in }
`;
  const ways = await emulate({ fixtures: [fixtureFile(fixture)], ...options });
  const profile = async (attributes: Json) =>
    (await ways.post("/api/profiles", { data: { type: "profile", attributes } })).data.id;
  const read = async (id: string) =>
    ways.get(`/api/profiles/${id}?additional-fields[profile]=subscriptions`);
  const consent = async (id: string) =>
    (await read(id)).data.attributes["subscriptions"] as Record<
      "email" | "sms",
      { marketing: Record<string, unknown> }
    >;
  const count = async () => (await ways.get("/api/profiles")).many.length;
  const members = async (list: string) =>
    (await ways.get(`/api/lists/${list}/profiles`)).many.map(({ id }) => id);
  const merge = (into: string, from: string) =>
    ways.post("/api/profile-merge", {
      data: {
        type: "profile-merge",
        id: into,
        relationships: { profiles: { data: [{ type: "profile", id: from }] } },
      },
    });
  return { ...ways, profile, read, consent, count, members, merge };
}

/** A subscription request with items as they are. */
export const items = (
  type: string,
  data: readonly Json[],
  list?: string,
  attributes: Json = {},
) => ({
  data: {
    type,
    attributes: {
      ...attributes,
      profiles: { data: data.map((each) => ({ type: "profile", ...each })) },
    },
    ...(list && { relationships: { list: { data: { type: "list", id: list } } } }),
  },
});

export const marketing = (channels: readonly string[], consent = "SUBSCRIBED") => ({
  subscriptions: Object.fromEntries(channels.map((each) => [each, { marketing: { consent } }])),
});
