import { type AreaExamples } from "../../support/areas/example.ts";
import { creating, fresh, to } from "./bodies.ts";

const ada = { profile: { data: fresh("profile", { email: "ada.byron@example.com" }) } };
const metric = (name: string) => ({ metric: { data: fresh("metric", { name }) } });

export const client: AreaExamples = {
  title: "Client",
  intro:
    "These requests come from browsers and apps. They need no key, only the public company id. Most responses have no body, so that visitors learn nothing of other people.",
  see: { clients: "../../guides/clients.md", reviews: "../reviews.md" },
  requests: {
    create_client_profile: {
      body: creating("profile", { email: "visitor@example.com", properties: { Source: "Banner" } }),
    },
    create_client_event: {
      body: creating("event", {
        ...metric("Viewed Product"),
        ...ada,
        properties: { ProductName: "Trail Jacket" },
      }),
    },
    bulk_create_client_events: {
      body: creating("event-bulk-create", {
        ...ada,
        events: {
          data: [
            fresh("event", { ...metric("Active on Site"), properties: { page: "/" } }),
            fresh("event", { ...metric("Added to Cart"), properties: { SKU: "SKU-1" } }),
          ],
        },
      }),
    },
    create_client_subscription: {
      note: "The list asks for a confirmation (double opt-in), so the profile joins once it confirms.",
      body: creating(
        "subscription",
        {
          custom_source: "Footer",
          profile: {
            data: fresh("profile", {
              email: "visitor@example.com",
              subscriptions: { email: { marketing: { consent: "SUBSCRIBED" } } },
            }),
          },
        },
        { list: to("list", "NewsL1") },
      ),
    },
    create_client_push_token: {
      body: creating("push-token", {
        token: "9d41c6b0",
        platform: "android",
        vendor: "fcm",
        ...ada,
      }),
    },
    unregister_client_push_token: {
      body: creating("push-token-unregister", {
        token: "9d41c6b0",
        platform: "android",
        vendor: "fcm",
        ...ada,
      }),
    },
    create_client_back_in_stock_subscription: {
      body: creating(
        "back-in-stock-subscription",
        { channels: ["EMAIL"], ...ada },
        { variant: to("catalog-variant", "$custom:::$default:::jacket-l") },
      ),
    },
    create_client_review: {
      note: "The review is pending until you publish it.",
      body: creating("review", {
        review_type: "review",
        email: "ada.byron@example.com",
        author: "Ada",
        title: "A second look",
        content: "It still never errs.",
        rating: 5,
        product: { external_id: "engine", integration_key: "shopify" },
      }),
    },
    get_client_reviews: { query: "page[size]=1", show: ["author", "rating", "title"] },
    get_client_review_values_reports: {
      query: "group_by=company_id&statistics=average_rating,total_reviews&timeframe=all_time",
      show: ["results"],
    },
    get_client_geofences: {},
    get_client_ip_allowlist: { id: "integration-egress" },
  },
};
