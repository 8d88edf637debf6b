import { emulate, type Asking } from "./emulate.ts";
import { defined, email, newFlow } from "./flow-bodies.ts";
import { data, type Fields } from "./sending.ts";

/** An emulator whose clock stands, with a list, a metric and a template, and what tests of flows do. */
export async function withFlows() {
  const ways = await emulate();
  const { emulator } = ways;
  const list = (await ways.post("/api/lists", data("list", { name: "News" }))).data.id;
  const html = "<p>Hello</p>";
  const template = (
    await ways.post(
      "/api/templates",
      data("template", { name: "Hello", editor_type: "CODE", html }),
    )
  ).data.id;
  await ways.post("/api/events", {
    data: {
      type: "event",
      attributes: {
        properties: {},
        metric: { data: { type: "metric", attributes: { name: "Viewed" } } },
        profile: { data: { type: "profile", attributes: { email: "ada@example.com" } } },
      },
    },
  });
  const metric = (await ways.get("/api/metrics")).many.find(
    ({ attributes }) => attributes["name"] === "Viewed",
  );
  const named = { list, template, metric: metric?.id ?? "" };
  const make = (definition: Fields, name?: string) =>
    ways.post("/api/flows", newFlow(definition, name));
  const ofList = { type: "list", id: list };
  /** A flow of these actions, one after the other, for those who join the list. */
  const flowOf = async (...actions: readonly Fields[]) =>
    (await make(defined(ofList, actions))).data;
  const actions = async (flow: string, query = "") =>
    (await ways.get(`/api/flows/${flow}/flow-actions${query}`)).many;
  const messages = async (action: string, query = "") =>
    (await ways.get(`/api/flow-actions/${action}/flow-messages${query}`)).many;
  const definitionOf = async (flow: string, asking?: Asking) => {
    const path = `/api/flows/${flow}?additional-fields[flow]=definition`;
    const { attributes } = (await ways.get(path, asking)).data;
    return attributes["definition"] as Definition;
  };
  return { ...ways, emulator, named, ofList, make, flowOf, actions, messages, definitionOf, email };
}

export interface Definition {
  readonly triggers: readonly Fields[];
  readonly actions: readonly DefinedAction[];
  readonly entry_action_id: string | null;
  readonly profile_filter: unknown;
}

export interface DefinedAction {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, never>>;
  readonly links: Readonly<Record<string, string | null>>;
}

/** The id of the one at the other end of a relationship. */
export const endOf = (relationship: { readonly data?: unknown } | undefined) =>
  (relationship?.data as { readonly id: string } | undefined)?.id;
