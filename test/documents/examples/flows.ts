import { type AreaExamples, made, type Place } from "../../support/areas/example.ts";
import { changing } from "./bodies.ts";
import { flowOn } from "./flow.ts";

const firstId: Place = ["data", 0, "id"];

export const flows: AreaExamples = {
  title: "Flows",
  intro:
    "A flow does something for each profile that its trigger lets in: it waits, decides, sends and changes.",
  see: { messages: "../../areas/messages.md" },
  ids: { flows: "$FLOW", "flow-actions": "$MAIL", "flow-messages": "$MESSAGE" },
  requests: {
    create_flow: {
      note: "A flow begins as a draft. Its actions name each other by `temporary_id`, and get ids of their own.",
      body: flowOn({ type: "list", id: "NewsL1" }, "Welcome series"),
      keep: { FLOW: made },
      show: ["name", "status", "trigger_type"],
    },
    get_flows: {
      query: 'filter=equals(name,"Welcome series")',
      show: ["name", "status", "trigger_type"],
    },
    get_flow: {
      query: "additional-fields[flow]=definition",
      show: ["name", "status", "definition"],
    },
    get_actions_for_flow: {
      query: 'filter=equals(action_type,"SEND_EMAIL")',
      keep: { MAIL: firstId },
      show: ["definition"],
    },
    get_action_ids_for_flow: {
      query: 'filter=equals(action_type,"TIME_DELAY")',
      keep: { DELAY: firstId },
    },
    get_flow_action: { query: "include=flow-messages", show: ["definition"] },
    update_flow_action: {
      id: "$DELAY",
      note: "The body has the whole action. Its type stays what it is.",
      body: changing("flow-action", "$DELAY", {
        definition: {
          id: "$DELAY",
          type: "time-delay",
          data: { unit: "hours", value: 4 },
          links: { next: "$MAIL" },
        },
      }),
      show: ["definition"],
    },
    get_flow_for_flow_action: { show: ["name", "status"] },
    get_flow_id_for_flow_action: {},
    get_flow_action_messages: { keep: { MESSAGE: firstId }, show: ["channel"] },
    get_message_ids_for_flow_action: {},
    get_flow_message: { show: ["channel"] },
    get_action_for_flow_message: { show: ["definition"] },
    get_action_id_for_flow_message: {},
    get_template_for_flow_message: { show: ["name", "editor_type"] },
    get_template_id_for_flow_message: {},
    get_tags_for_flow: {},
    get_tag_ids_for_flow: {},
    update_flow: {
      note: "`live` sends by itself, `draft` does nothing. The actions get the same status.",
      body: changing("flow", "$FLOW", { status: "live" }),
    },
    delete_flow_action: {
      id: "$DELAY",
      note: "The action before it then leads to the one after it.",
    },
    delete_flow: {},
  },
};
