import { type AreaExamples, made } from "../../support/areas/example.ts";
import { changing, creating, to, toAll } from "./bodies.ts";
import { flowOn } from "./flow.ts";

const list = toAll("list", "NewsL1");
const segment = toAll("segment", "VipSe1");
const campaign = toAll("campaign", "01JZDEM0CAMPA1GNNEWS1ETTER");

export const tags: AreaExamples = {
  title: "Tags",
  intro:
    "Tags sort lists, segments, campaigns and flows. Each tag is in a tag group. In an exclusive group, a thing has one tag at most.",
  ids: { tags: "$TAG", "tag-groups": "$GROUP" },
  requests: {
    create_tag_group: {
      body: creating("tag-group", { name: "Season", exclusive: true }),
      keep: { GROUP: made },
    },
    get_tag_groups: { query: "sort=name", show: ["name", "exclusive", "default"] },
    get_tag_group: { show: ["name", "exclusive", "default"] },
    update_tag_group: { body: changing("tag-group", "$GROUP", { name: "Seasons" }) },
    create_tag: {
      note: "Without a group, the tag is in the default group.",
      body: creating("tag", { name: "Winter" }, { "tag-group": to("tag-group", "$GROUP") }),
      keep: { TAG: made },
    },
    get_tags: { query: 'filter=equals(name,"Winter")' },
    get_tag: { query: "include=tag-group" },
    update_tag: { body: changing("tag", "$TAG", { name: "Winter 2030" }) },
    get_tag_group_for_tag: { show: ["name"] },
    get_tag_group_id_for_tag: {},
    get_tags_for_tag_group: {},
    get_tag_ids_for_tag_group: {},
    tag_lists: { body: list },
    get_list_ids_for_tag: {},
    remove_tag_from_lists: { body: list },
    tag_segments: { body: segment },
    get_segment_ids_for_tag: {},
    remove_tag_from_segments: { body: segment },
    tag_campaigns: { body: campaign },
    get_campaign_ids_for_tag: {},
    remove_tag_from_campaigns: { body: campaign },
    tag_flows: {
      first: [
        {
          operation: "create_flow",
          body: flowOn({ type: "list", id: "NewsL1" }, "Welcome series"),
          keep: { FLOW: made },
        },
      ],
      body: toAll("flow", "$FLOW"),
    },
    get_flow_ids_for_tag: {},
    remove_tag_from_flows: { body: toAll("flow", "$FLOW") },
    delete_tag: {},
    delete_tag_group: {},
  },
};
