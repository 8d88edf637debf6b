import { type AreaExamples, made } from "../../support/areas/example.ts";
import { changing, creating, fresh, to } from "./bodies.ts";

const jobOf = (type: string, id: string) => ({ data: { type, id } });
const winter = {
  name: "Winter sale",
  audiences: { included: ["Early1"] },
  send_strategy: { method: "static", datetime: "2030-12-01T10:00:00Z" },
  "campaign-messages": {
    data: [
      fresh("campaign-message", {
        definition: {
          channel: "email",
          label: "First mail",
          content: { subject: "Warm and dry", preview_text: "Everything for the winter" },
        },
      }),
    ],
  },
};
const push = {
  name: "Winter is here",
  audiences: { included: ["Early1"] },
  "campaign-messages": {
    data: [
      fresh("campaign-message", {
        definition: { channel: "mobile_push", content: { title: "Winter", body: "It is here" } },
      }),
    ],
  },
};

export const campaigns: AreaExamples = {
  title: "Campaigns",
  intro: "A campaign sends one message to lists and segments: a mail, a text message or a push.",
  see: { campaigns: "../../areas/campaigns.md", messages: "../../areas/messages.md" },
  ids: {
    campaigns: "$CAMPAIGN",
    "campaign-messages": "$MESSAGE",
    "campaign-send-jobs": "$CAMPAIGN",
    "campaign-recipient-estimation-jobs": "$CAMPAIGN",
    "campaign-recipient-estimations": "$CAMPAIGN",
  },
  requests: {
    get_campaigns: {
      query: 'filter=equals(messages.channel,"email"),equals(status,"Draft")',
      show: ["name", "status"],
    },
    create_campaign: {
      body: creating("campaign", winter),
      keep: {
        CAMPAIGN: made,
        MESSAGE: ["data", "relationships", "campaign-messages", "data", 0, "id"],
      },
      show: ["name", "status", "audiences"],
    },
    get_campaign: { query: "include=campaign-messages", show: ["name", "status"] },
    update_campaign: {
      body: changing("campaign", "$CAMPAIGN", { name: "Winter sale 2030" }),
    },
    get_messages_for_campaign: { show: ["definition"] },
    get_message_ids_for_campaign: {},
    get_campaign_message: { show: ["definition"] },
    update_campaign_message: {
      body: changing("campaign-message", "$MESSAGE", {
        definition: { channel: "email", content: { subject: "Warm, dry and half the price" } },
      }),
    },
    assign_template_to_campaign_message: {
      note: "The message gets a copy of the template.",
      body: changing("campaign-message", "$MESSAGE", undefined, {
        template: to("template", "Welco1"),
      }),
      show: ["definition"],
    },
    get_template_for_campaign_message: { show: ["name", "editor_type"] },
    get_template_id_for_campaign_message: {},
    get_campaign_for_campaign_message: { show: ["name"] },
    get_campaign_id_for_campaign_message: {},
    get_tags_for_campaign: {},
    get_tag_ids_for_campaign: {},
    refresh_campaign_recipient_estimation: {
      body: jobOf("campaign-recipient-estimation-job", "$CAMPAIGN"),
      show: ["status"],
    },
    get_campaign_recipient_estimation_job: { show: ["status"] },
    get_campaign_recipient_estimation: {},
    send_campaign: {
      note: "The campaign goes out at the time of its `send_strategy`. With the method `immediate`, it goes out now.",
      body: jobOf("campaign-send-job", "$CAMPAIGN"),
      show: ["status"],
    },
    get_campaign_send_job: { show: ["status"] },
    cancel_campaign_send: {
      note: "`revert` makes a draft of it again, `cancel` ends it.",
      body: changing("campaign-send-job", "$CAMPAIGN", { action: "revert" }),
    },
    create_campaign_clone: {
      note: "The copy is a draft.",
      body: changing("campaign", "$CAMPAIGN", { new_name: "Winter sale, second mail" }),
      show: ["name", "status"],
    },
    update_image_for_campaign_message: {
      id: "$PUSH",
      note: "Only text messages and push notifications have an image.",
      first: [
        {
          operation: "create_campaign",
          body: creating("campaign", push),
          keep: { PUSH: ["data", "relationships", "campaign-messages", "data", 0, "id"] },
        },
      ],
      body: to("image", "100000001"),
    },
    get_image_for_campaign_message: { id: "$PUSH", show: ["name"] },
    get_image_id_for_campaign_message: { id: "$PUSH" },
    delete_campaign: {},
  },
};
