import { defined, email, newFlow, wholeDefinition } from "./flow-bodies.ts";
import { changing, data, type IdOf, type Sending, to } from "./sending.ts";

type Successes = Readonly<Record<string, (idOf: IdOf, fresh: string) => readonly Sending[]>>;

const namedBy = (idOf: IdOf) => ({
  list: idOf("list"),
  metric: idOf("metric"),
  template: idOf("template"),
});
const tagged = (idOf: IdOf) => [{ body: { data: [to("flow", idOf("flow")).data] } }];

/** The first has an action of every kind and a tag, the others what a list, a segment and nothing triggers. */
export const flowSuccesses: Successes = {
  create_flow: (idOf) => [
    { body: newFlow(wholeDefinition(namedBy(idOf))) },
    ...(["list", "segment"] as const).map((type) => ({
      body: newFlow(defined({ type, id: idOf(type) }, [email(null)])),
    })),
    {
      body: newFlow(
        defined(
          {
            type: "date",
            date_field_type: "profile-property",
            date_profile_property: "Birthday",
            timedelta_value_before_date: 1,
            trigger_time: "10:00:00",
          },
          [],
        ),
      ),
    },
    {
      body: newFlow(
        defined(
          {
            type: "price-drop",
            audience: ["viewed"],
            price_drop_amount_value: 10,
            trigger_filter: null,
          },
          [],
        ),
      ),
    },
    {
      body: newFlow(
        defined(
          {
            type: "low-inventory",
            audience: ["added-to-cart"],
            product_level: "product",
            inventory_count: 3,
            trigger_filter: null,
          },
          [],
        ),
      ),
    },
  ],
  update_flow: changing("flow", { status: "live" }),
  update_flow_action: (idOf) => {
    const id = idOf("flow-action", 4);
    return [{ body: data("flow-action", { definition: email(null) }, { id }), id }];
  },
  // The others are about the first flow, and its first message.
  delete_flow: (idOf) => [{ id: idOf("flow", 5) }],
  delete_flow_action: (idOf) => [{ id: idOf("flow-action", 9) }],
  tag_flows: tagged,
  remove_tag_from_flows: tagged,
};

export const flowFilling = ["create_flow", "tag_flows"] as const;
