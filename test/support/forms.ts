import { emulate } from "./emulate.ts";
import { newForm, popup } from "./form-bodies.ts";
import { data, type Fields } from "./sending.ts";

/** An emulator whose clock stands, with a list, and what tests of forms do. */
export async function withForms(optIn: "single_opt_in" | "double_opt_in" = "single_opt_in") {
  const ways = await emulate();
  const { emulator } = ways;
  const { data: list } = await ways.post("/api/lists", data("list", { name: "News" }));
  if (optIn === "single_opt_in") {
    const change = data("list", { opt_in_process: optIn }, { id: list.id });
    await ways.patch(`/api/lists/${list.id}`, change);
  }
  const make = (...versions: readonly Fields[]) => ways.post("/api/forms", newForm(versions));
  /** A form that is live, of one popup with these blocks beside that for an address. */
  const live = async (...blocks: readonly Fields[]) => {
    const { id } = (await make(popup(list.id, ...blocks))).data;
    emulator.forms.publish(id);
    return id;
  };
  const profiles = async () =>
    (await ways.get("/api/profiles?additional-fields[profile]=subscriptions")).many;
  const members = async () =>
    (await ways.get(`/api/lists/${list.id}/profiles`)).many.map(({ attributes }) => attributes);
  /** What happened, the first first: the name of the metric, and the properties. */
  const events = async () => {
    const { many, included } = await ways.get("/api/events?include=metric&sort=datetime");
    const names = new Map(included?.map(({ id, attributes }) => [id, attributes["name"]]));
    return many.map(({ attributes, relationships }) => {
      const metric = relationships["metric"]?.data as { readonly id: string };
      return [names.get(metric.id), attributes["event_properties"] as Fields] as const;
    });
  };
  return { ...ways, list: list.id, make, live, profiles, members, events };
}
