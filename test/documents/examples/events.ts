import { type AreaExamples } from "../../support/areas/example.ts";
import { creating, fresh } from "./bodies.ts";

const metric = (name: string) => ({ metric: { data: fresh("metric", { name }) } });
const profile = { profile: { data: fresh("profile", { email: "ada.byron@example.com" }) } };

export const events: AreaExamples = {
  title: "Events",
  intro: "An event is something that a profile did: a metric, a time and properties.",
  see: { data: "../../areas/data.md", "system events": "../system-events.md" },
  ids: { events: "$EVENT" },
  requests: {
    create_event: {
      note: "Profile and metric are created if they are new. An event with a `unique_id` that is there already is ignored.",
      body: creating("event", {
        ...metric("Placed Order"),
        ...profile,
        properties: { OrderId: "A-1001", Items: [{ SKU: "SKU-1", Quantity: 1 }] },
        value: 99.5,
        value_currency: "USD",
        unique_id: "A-1001",
      }),
    },
    bulk_create_events: {
      note: "Takes events of many profiles in one request.",
      body: creating("event-bulk-create-job", {
        "events-bulk-create": {
          data: [
            fresh("event-bulk-create", {
              ...profile,
              events: {
                data: [
                  fresh("event", {
                    ...metric("Viewed Product"),
                    properties: { ProductName: "Trail Jacket" },
                  }),
                ],
              },
            }),
          ],
        },
      }),
    },
    get_events: {
      query: 'filter=equals(metric_id,"Order1")&sort=-datetime&include=profile&page[size]=2',
      keep: { EVENT: ["data", 0, "id"] },
      show: ["event_properties"],
    },
    get_event: { show: ["event_properties"] },
    get_metric_for_event: { show: ["name"] },
    get_metric_id_for_event: {},
    get_profile_for_event: { show: ["email"] },
    get_profile_id_for_event: {},
  },
};
