import { type AreaExamples, made } from "../../support/areas/example.ts";
import { changing, creating, toAll } from "./bodies.ts";
import { flowOn } from "./flow.ts";

const ada = toAll("profile", "01JGFJJZ00ADABYR0N00000001");

export const lists: AreaExamples = {
  title: "Lists",
  intro: "A list holds the profiles that joined it. Adding a profile to a list gives no consent.",
  see: { data: "../../areas/data.md", profiles: "profiles.md" },
  ids: { lists: "$LIST" },
  requests: {
    get_lists: { query: 'filter=any(name,["Newsletter","SMS Club"])&sort=name' },
    create_list: {
      body: creating("list", { name: "Winter", opt_in_process: "single_opt_in" }),
      keep: { LIST: made },
    },
    get_list: {
      query: "additional-fields[list]=profile_count",
      show: ["name", "profile_count"],
    },
    update_list: { body: changing("list", "$LIST", { name: "Winter 2030" }) },
    add_profiles_to_list: { body: ada },
    get_profiles_for_list: { query: "fields[profile]=email", show: ["email"] },
    get_profile_ids_for_list: {},
    remove_profiles_from_list: { body: ada },
    get_tags_for_list: {},
    get_tag_ids_for_list: {},
    get_flows_triggered_by_list: {
      id: "NewsL1",
      first: [
        {
          operation: "create_flow",
          body: flowOn({ type: "list", id: "NewsL1" }, "Welcome series"),
        },
      ],
      show: ["name", "status", "trigger_type"],
    },
    get_ids_for_flows_triggered_by_list: { id: "NewsL1" },
    delete_list: {},
  },
};
