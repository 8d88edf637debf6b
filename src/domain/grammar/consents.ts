// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import { list, literal, named, nullable, object, oneOf, type Shape } from "../../contract/shape.ts";
import {
  formMethodFilter, type FormMethodFilter, hasEmailMarketingConsent, type HasEmailMarketingConsent,
  manualAddManualMethodFilter, type ManualAddManualMethodFilter, manualImportManualMethodFilter,
  type ManualImportManualMethodFilter, noEmailMarketingConsent, type NoEmailMarketingConsent,
  oneOfTextsFilter, type OneOfTextsFilter, shopifyIntegrationMethodFilter,
  type ShopifyIntegrationMethodFilter, statusDateFilter, type StatusDateFilter
} from "./email-consents.ts";
import { booleanFilter, type BooleanFilter, dateFilter, type DateFilter } from "./filters.ts";

/** What consent may be asked for, by channel and state. */

export type SegmentMarketingConsent =
  HasEmailMarketingConsent | NoEmailMarketingConsent |
  {
    readonly channel: "sms"; readonly can_receive_marketing: true;
    readonly consent_status: {
      readonly subscription: "subscribed";
      readonly filters?: readonly (
        StatusDateFilter | FormMethodFilter | ManualImportManualMethodFilter |
        ManualAddManualMethodFilter |
        {
          readonly field: "method";
          readonly method: "checkout" | "inbound_message" | "preference_page" | "sftp"
        } |
        ShopifyIntegrationMethodFilter |
        { readonly field: "is_rcs_capable"; readonly filter: BooleanFilter })[] | null
    }
  } |
  {
    readonly channel: "sms"; readonly can_receive_marketing: false;
    readonly consent_status:
      { readonly subscription: "any" } |
      {
        readonly subscription: "unsubscribed";
        readonly filters?: readonly (
          StatusDateFilter | FormMethodFilter | ManualImportManualMethodFilter |
          ManualAddManualMethodFilter |
          {
            readonly field: "method";
            readonly method:
              "manual_remove" | "bulk_remove" | "checkout" | "inbound_message" | "preference_page" |
              "sftp" | "carrier_deactivation" | "provided_landline" | "message_blocked" |
              "provided_no_age" | "failed_age_gate"
          } |
          ShopifyIntegrationMethodFilter)[] | null
      } |
      { readonly subscription: "never_subscribed" }
  } |
  {
    readonly channel: "push"; readonly can_receive_marketing: true;
    readonly consent_status: {
      readonly subscription: "any"; readonly filters?: readonly StatusDateFilter[] | null
    }
  } |
  {
    readonly channel: "push"; readonly can_receive_marketing: false;
    readonly consent_status: { readonly subscription: "any" }
  };
export const segmentMarketingConsent: Shape<SegmentMarketingConsent> = named(
  "SegmentMarketingConsent",
  oneOf(
    hasEmailMarketingConsent, noEmailMarketingConsent,
    object({
      channel: literal("sms"), can_receive_marketing: literal(true),
      consent_status: object({
        subscription: literal("subscribed"),
        "filters?": nullable(list(oneOf(
          statusDateFilter, formMethodFilter, manualImportManualMethodFilter,
          manualAddManualMethodFilter,
          object({
            field: literal("method"),
            method: literal("checkout", "inbound_message", "preference_page", "sftp")
          }),
          shopifyIntegrationMethodFilter,
          object({ field: literal("is_rcs_capable"), filter: booleanFilter })
        )))
      })
    }),
    object({
      channel: literal("sms"), can_receive_marketing: literal(false),
      consent_status: oneOf(
        object({ subscription: literal("any") }),
        object({
          subscription: literal("unsubscribed"),
          "filters?": nullable(list(oneOf(
            statusDateFilter, formMethodFilter, manualImportManualMethodFilter,
            manualAddManualMethodFilter,
            object({
              field: literal("method"),
              method: literal(
                "manual_remove", "bulk_remove", "checkout", "inbound_message", "preference_page",
                "sftp", "carrier_deactivation", "provided_landline", "message_blocked",
                "provided_no_age", "failed_age_gate"
              )
            }),
            shopifyIntegrationMethodFilter
          )))
        }),
        object({ subscription: literal("never_subscribed") })
      )
    }),
    object({
      channel: literal("push"), can_receive_marketing: literal(true),
      consent_status: object({
        subscription: literal("any"), "filters?": nullable(list(statusDateFilter))
      })
    }),
    object({
      channel: literal("push"), can_receive_marketing: literal(false),
      consent_status: object({ subscription: literal("any") })
    })
  )
);
type PermissionFilters = readonly (
  { readonly field: "effective_date"; readonly filter: DateFilter } |
  { readonly field: "recorded_date"; readonly filter: DateFilter } |
  {
    readonly field: "subscribe_method";
    readonly method:
      "api" | "back_in_stock" | "bigcommerce" | "bulk_remove" | "campaign_monitor" |
      "carrier_deactivation" | "checkout" | "constant_contact" | "exact_target" | "facebook" |
      "failed_age_gate" | "inbound_message" | "integration" | "mad_mimi" | "magento_two" |
      "mailbox_provider" | "manual_add" | "manual_import" | "manual_remove" | "message_blocked" |
      "netsuite" | "preference_page" | "provided_landline" | "provided_no_age" | "sftp" |
      "shopify" | "social_instagram_message" | "spam_complaint" | "square" | "wix" | "woocommerce"
  } |
  {
    readonly field: "subscribe_method"; readonly method: "form";
    readonly filter?: OneOfTextsFilter | null
  })[];
const permissionFilters: Shape<PermissionFilters> = list(oneOf(
  object({ field: literal("effective_date"), filter: dateFilter }),
  object({ field: literal("recorded_date"), filter: dateFilter }),
  object({
    field: literal("subscribe_method"),
    method: literal(
      "api", "back_in_stock", "bigcommerce", "bulk_remove", "campaign_monitor",
      "carrier_deactivation", "checkout", "constant_contact", "exact_target", "facebook",
      "failed_age_gate", "inbound_message", "integration", "mad_mimi", "magento_two",
      "mailbox_provider", "manual_add", "manual_import", "manual_remove", "message_blocked",
      "netsuite", "preference_page", "provided_landline", "provided_no_age", "sftp", "shopify",
      "social_instagram_message", "spam_complaint", "square", "wix", "woocommerce"
    )
  }),
  object({
    field: literal("subscribe_method"), method: literal("form"),
    "filter?": nullable(oneOfTextsFilter)
  })
));
export type SegmentPermission =
  { readonly reachable_status: "explicitly_reachable"; readonly filters: PermissionFilters } |
  { readonly reachable_status: "explicitly_unreachable"; readonly filters: PermissionFilters } |
  { readonly reachable_status: "implicitly_reachable" } |
  { readonly reachable_status: "implicitly_or_explicitly_reachable" } |
  { readonly reachable_status: "implicitly_unreachable" } |
  { readonly reachable_status: "implicitly_or_explicitly_unreachable" };
export const segmentPermission: Shape<SegmentPermission> = named(
  "SegmentPermission",
  oneOf(
    object({ reachable_status: literal("explicitly_reachable"), filters: permissionFilters }),
    object({ reachable_status: literal("explicitly_unreachable"), filters: permissionFilters }),
    object({ reachable_status: literal("implicitly_reachable") }),
    object({ reachable_status: literal("implicitly_or_explicitly_reachable") }),
    object({ reachable_status: literal("implicitly_unreachable") }),
    object({ reachable_status: literal("implicitly_or_explicitly_unreachable") })
  )
);
