import { type AreaExamples, made } from "../../support/areas/example.ts";
import { changing, creating, fresh, job, to, toAll } from "./bodies.ts";

const ada = "01JGFJJZ00ADABYR0N00000001";
const email = (address: string, more = {}) => fresh("profile", { email: address, ...more });
const marketing = (consent: string) => ({ subscriptions: { email: { marketing: { consent } } } });
const newsletter = { list: to("list", "NewsL1") };
const ofGrace = [email("grace.murray@example.org")];
const device = {
  token: "5c8f2a7e",
  platform: "ios",
  vendor: "apns",
  enablement_status: "AUTHORIZED",
  profile: { data: email("mary@example.com") },
};

export const profiles: AreaExamples = {
  title: "Profiles",
  intro:
    "A profile is a person: identifiers, attributes and properties of your own. This page also has consent, suppression, imports, push tokens and conversations.",
  see: { data: "../../areas/data.md", clients: "../../guides/clients.md" },
  ids: {
    profiles: ada,
    "profile-suppression-bulk-create-jobs": "$SUPPRESSION",
    "profile-suppression-bulk-delete-jobs": "$UNSUPPRESSION",
    "profile-bulk-import-jobs": "$IMPORT",
    "push-tokens": "$TOKEN",
  },
  requests: {
    get_profiles: {
      query: 'filter=equals(email,"ada.byron@example.com")',
      show: ["email", "first_name"],
    },
    get_profile: {
      query: "fields[profile]=email,location.city&additional-fields[profile]=subscriptions",
      show: ["email", "location"],
    },
    create_profile: {
      note: "A second profile with the same email is rejected with 409.",
      body: creating("profile", {
        email: "mary@example.com",
        first_name: "Mary",
        location: { city: "Boston", country: "United States" },
        properties: { "Favorite Category": "Optics" },
      }),
      keep: { PROFILE: made },
      show: ["email", "first_name", "properties"],
    },
    update_profile: {
      id: "$PROFILE",
      note: "Properties that the body does not name stay as they are.",
      body: changing("profile", "$PROFILE", {
        last_name: "Somerville",
        properties: { sizes: ["M"] },
      }),
    },
    create_or_update_profile: {
      note: "Creates a profile (201), or updates the one with the same identifier (200).",
      body: creating("profile", { email: "mary@example.com", title: "Astronomer" }),
    },
    bulk_import_profiles: {
      body: job(
        "profile-bulk-import-job",
        "profiles",
        [
          email("joan@example.com", { first_name: "Joan" }),
          email("mary@example.com", { locale: "en-GB" }),
        ],
        { lists: toAll("list", "Custo1") },
      ),
      keep: { IMPORT: made },
      show: ["status", "total_count"],
    },
    get_bulk_import_profiles_jobs: {
      query: "sort=-created_at",
      show: ["status", "completed_count"],
    },
    get_bulk_import_profiles_job: { show: ["status", "completed_count", "failed_count"] },
    get_list_for_bulk_import_profiles_job: {},
    get_list_ids_for_bulk_import_profiles_job: {},
    get_profiles_for_bulk_import_profiles_job: { show: ["email"] },
    get_profile_ids_for_bulk_import_profiles_job: {},
    get_errors_for_bulk_import_profiles_job: {
      note: "Lists what was wrong with single profiles. Here it is empty.",
    },
    get_lists_for_profile: { show: ["name", "opt_in_process"] },
    get_list_ids_for_profile: {},
    get_segments_for_profile: { show: ["name", "is_starred"] },
    get_segment_ids_for_profile: {},
    merge_profiles: {
      note: "Merges the related profile into the one that `id` names. The related profile is deleted.",
      body: changing("profile-merge", ada, undefined, { profiles: toAll("profile", "$PROFILE") }),
    },
    bulk_subscribe_profiles: {
      note: "The list asks for a confirmation (double opt-in). `npx service-emulator confirmations list` shows what waits.",
      body: job(
        "profile-subscription-bulk-create-job",
        "profiles",
        [email("joan@example.com", marketing("SUBSCRIBED"))],
        newsletter,
      ),
    },
    bulk_unsubscribe_profiles: {
      body: job(
        "profile-subscription-bulk-delete-job",
        "profiles",
        [email("ada.byron@example.com", marketing("UNSUBSCRIBED"))],
        newsletter,
      ),
    },
    bulk_suppress_profiles: {
      body: job("profile-suppression-bulk-create-job", "profiles", ofGrace),
      keep: { SUPPRESSION: made },
      show: ["status", "total_count"],
    },
    get_bulk_suppress_profiles_jobs: {
      query: 'filter=equals(status,"complete")',
      show: ["status", "completed_count"],
    },
    get_bulk_suppress_profiles_job: { show: ["status", "completed_count"] },
    bulk_unsuppress_profiles: {
      body: job("profile-suppression-bulk-delete-job", "profiles", ofGrace),
      keep: { UNSUPPRESSION: made },
      show: ["status", "total_count"],
    },
    get_bulk_unsuppress_profiles_jobs: { show: ["status", "completed_count"] },
    get_bulk_unsuppress_profiles_job: { show: ["status", "completed_count"] },
    create_push_token: {
      note: "The profile is created, or updated, with its token.",
      body: creating("push-token", device),
    },
    get_push_tokens: {
      query: 'filter=equals(platform,"ios")',
      keep: { TOKEN: ["data", 0, "id"] },
      show: ["token", "platform", "vendor"],
    },
    get_push_token: { show: ["token", "enablement_status"] },
    get_profile_for_push_token: { show: ["email"] },
    get_profile_id_for_push_token: { keep: { MARY: made } },
    get_push_tokens_for_profile: { id: "$MARY", show: ["token"] },
    get_push_token_ids_for_profile: { id: "$MARY" },
    delete_push_token: {},
    get_conversation_for_profile: {},
    get_conversation_id_for_profile: {},
    get_conversations_for_profile: {},
    get_conversation_ids_for_profile: {},
  },
};
