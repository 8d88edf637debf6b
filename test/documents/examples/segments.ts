import { type AreaExamples, made } from "../../support/areas/example.ts";
import { changing, creating } from "./bodies.ts";
import { flowOn } from "./flow.ts";

const ordered = (times: number) => ({
  condition_groups: [
    {
      conditions: [
        {
          type: "profile-metric",
          metric_id: "Order1",
          measurement: "count",
          measurement_filter: { type: "numeric", operator: "greater-than-or-equal", value: times },
          timeframe_filter: { type: "date", operator: "alltime" },
        },
      ],
    },
  ],
});

export const segments: AreaExamples = {
  title: "Segments",
  intro: "A segment holds the profiles that its definition describes, and changes with them.",
  see: { data: "../../areas/data.md" },
  ids: { segments: "$SEGMENT" },
  requests: {
    get_segments: { query: "filter=equals(is_starred,true)&sort=name", show: ["name"] },
    create_segment: {
      body: creating("segment", { name: "Regulars", definition: ordered(2) }),
      keep: { SEGMENT: made },
      show: ["name", "is_active", "is_processing"],
    },
    get_segment: {
      query: "additional-fields[segment]=profile_count",
      show: ["name", "profile_count"],
    },
    update_segment: {
      body: changing("segment", "$SEGMENT", { name: "VIP candidates", definition: ordered(3) }),
      show: ["name"],
    },
    get_profiles_for_segment: { query: "fields[profile]=email&page[size]=2", show: ["email"] },
    get_profile_ids_for_segment: { query: "page[size]=2" },
    get_tags_for_segment: {},
    get_tag_ids_for_segment: {},
    get_flows_triggered_by_segment: {
      id: "VipSe1",
      first: [
        { operation: "create_flow", body: flowOn({ type: "segment", id: "VipSe1" }, "For VIPs") },
      ],
      show: ["name", "status", "trigger_type"],
    },
    get_ids_for_flows_triggered_by_segment: { id: "VipSe1" },
    delete_segment: {},
  },
};
