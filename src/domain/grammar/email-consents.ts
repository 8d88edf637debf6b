// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  list, literal, named, nullable, object, oneOf, string, type Shape
} from "../../contract/shape.ts";
import {
  anniversaryFilter, type AnniversaryFilter, booleanFilter, type BooleanFilter, calendarMonthFilter,
  type CalendarMonthFilter, dateFilter, type DateFilter, fixedDateFilter, type FixedDateFilter,
  fixedRangeFilter, type FixedRangeFilter, relativeAnniversaryFilter,
  type RelativeAnniversaryFilter, relativeDateFilter, type RelativeDateFilter, relativeRangeFilter,
  type RelativeRangeFilter
} from "./filters.ts";

/** What consent to emails may be asked for, by state. */

export interface StatusDateFilter { readonly field: "status_date"; readonly filter: DateFilter }
export const statusDateFilter: Shape<StatusDateFilter> = object({
  field: literal("status_date"), filter: dateFilter
});
interface EqualTextFilter {
  readonly type: "string"; readonly operator: "equals"; readonly value: string | null
}
const equalTextFilter: Shape<EqualTextFilter> = named(
  "EqualTextFilter",
  object({
    type: literal("string"), operator: literal("equals"),
    value: nullable(string({ maxLength: 1000 }))
  })
);
export interface OneOfTextsFilter {
  readonly type: "string"; readonly operator: "in"; readonly value: readonly string[]
}
export const oneOfTextsFilter: Shape<OneOfTextsFilter> = named(
  "OneOfTextsFilter",
  object({
    type: literal("string"), operator: literal("in"), value: list(string({ maxLength: 1000 }))
  })
);
export interface FormMethodFilter {
  readonly field: "method"; readonly method: "form"; readonly filter?: OneOfTextsFilter | null
}
export const formMethodFilter: Shape<FormMethodFilter> = object({
  field: literal("method"), method: literal("form"), "filter?": nullable(oneOfTextsFilter)
});
interface APIMethodFilter {
  readonly field: "method"; readonly method: "api"; readonly filter?: OneOfTextsFilter | null
}
const apiMethodFilter: Shape<APIMethodFilter> = object({
  field: literal("method"), method: literal("api"), "filter?": nullable(oneOfTextsFilter)
});
export interface ManualImportManualMethodFilter {
  readonly field: "method"; readonly method: "manual_import";
  readonly filter?: OneOfTextsFilter | null
}
export const manualImportManualMethodFilter: Shape<ManualImportManualMethodFilter> = object({
  field: literal("method"), method: literal("manual_import"), "filter?": nullable(oneOfTextsFilter)
});
export interface ManualAddManualMethodFilter {
  readonly field: "method"; readonly method: "manual_add"; readonly filter?: OneOfTextsFilter | null
}
export const manualAddManualMethodFilter: Shape<ManualAddManualMethodFilter> = object({
  field: literal("method"), method: literal("manual_add"), "filter?": nullable(oneOfTextsFilter)
});
export interface ShopifyIntegrationMethodFilter {
  readonly field: "method"; readonly method: "integration";
  readonly filter: {
    readonly type: "string"; readonly operator: "in"; readonly value: readonly "shopify"[]
  }
}
export const shopifyIntegrationMethodFilter: Shape<ShopifyIntegrationMethodFilter> = object({
  field: literal("method"), method: literal("integration"),
  filter: object({
    type: literal("string"), operator: literal("in"), value: list(literal("shopify"))
  })
});
export interface HasEmailMarketingConsent {
  readonly channel: "email"; readonly can_receive_marketing: true;
  readonly consent_status:
    {
      readonly subscription: "any"; readonly filters?: readonly { readonly field: string }[] | null
    } |
    {
      readonly subscription: "subscribed";
      readonly filters?: readonly (
        { readonly field: "is_double_opt_in"; readonly filter: BooleanFilter } | StatusDateFilter |
        { readonly field: "custom_source"; readonly filter: EqualTextFilter } | FormMethodFilter |
        {
          readonly field: "method"; readonly method: "preference_page";
          readonly filter?: EqualTextFilter | null
        } |
        APIMethodFilter |
        {
          readonly field: "method"; readonly method: "inbound_message" | "back_in_stock" | "sftp"
        } |
        ManualImportManualMethodFilter | ManualAddManualMethodFilter |
        ShopifyIntegrationMethodFilter)[] | null
    } |
    {
      readonly subscription: "never_subscribed";
      readonly filters?: readonly { readonly field: string }[] | null
    }
}
export const hasEmailMarketingConsent: Shape<HasEmailMarketingConsent> = object({
  channel: literal("email"), can_receive_marketing: literal(true),
  consent_status: oneOf(
    object({
      subscription: literal("any"),
      "filters?": nullable(list(object({ field: string() }), { max: 0 }))
    }),
    object({
      subscription: literal("subscribed"),
      "filters?": nullable(list(oneOf(
        object({ field: literal("is_double_opt_in"), filter: booleanFilter }), statusDateFilter,
        object({ field: literal("custom_source"), filter: equalTextFilter }), formMethodFilter,
        object({
          field: literal("method"), method: literal("preference_page"),
          "filter?": nullable(equalTextFilter)
        }),
        apiMethodFilter,
        object({
          field: literal("method"), method: literal("inbound_message", "back_in_stock", "sftp")
        }),
        manualImportManualMethodFilter, manualAddManualMethodFilter, shopifyIntegrationMethodFilter
      )))
    }),
    object({
      subscription: literal("never_subscribed"),
      "filters?": nullable(list(object({ field: string() }), { max: 0 }))
    })
  )
});
interface IsSetFilter { readonly type: "existence"; readonly operator: "is-set" }
const isSetFilter: Shape<IsSetFilter> = named(
  "IsSetFilter", object({ type: literal("existence"), operator: literal("is-set") })
);
type StopDateFilter =
  FixedDateFilter | FixedRangeFilter | RelativeDateFilter | RelativeRangeFilter |
  RelativeAnniversaryFilter | CalendarMonthFilter | AnniversaryFilter | IsSetFilter;
const stopDateFilter: Shape<StopDateFilter> = oneOf(
  fixedDateFilter, fixedRangeFilter, relativeDateFilter, relativeRangeFilter,
  relativeAnniversaryFilter, calendarMonthFilter, anniversaryFilter, isSetFilter
);
type EmailStoppedFilters = readonly (
  { readonly field: "bounce_date"; readonly filter: StopDateFilter } |
  { readonly field: "manual_suppression_date"; readonly filter: StopDateFilter } |
  { readonly field: "invalid_email_date"; readonly filter: StopDateFilter })[];
const emailStoppedFilters: Shape<EmailStoppedFilters> = list(oneOf(
  object({ field: literal("bounce_date"), filter: stopDateFilter }),
  object({ field: literal("manual_suppression_date"), filter: stopDateFilter }),
  object({ field: literal("invalid_email_date"), filter: stopDateFilter })
));
export interface NoEmailMarketingConsent {
  readonly channel: "email"; readonly can_receive_marketing: false;
  readonly consent_status:
    { readonly subscription: "any"; readonly filters?: EmailStoppedFilters | null } |
    {
      readonly subscription: "unsubscribed";
      readonly filters?:
        readonly (
          StatusDateFilter | APIMethodFilter |
          {
            readonly field: "method";
            readonly method:
              "inbound_message" | "preference_page" | "manual_remove" | "spam_complaint" |
              "mailbox_provider" | "one_click_unsubscribe" | "manual_import" | "sftp" |
              "data_warehouse_import" | "profile_modification"
          } |
          {
            readonly field: "method"; readonly method: "integration";
            readonly filter: {
              readonly type: "string"; readonly operator: "in";
              readonly value: readonly "constant_contact"[]
            }
          })[] |
        EmailStoppedFilters | null
    } |
    { readonly subscription: "never_subscribed"; readonly filters: EmailStoppedFilters } |
    { readonly subscription: "subscribed"; readonly filters: EmailStoppedFilters }
}
export const noEmailMarketingConsent: Shape<NoEmailMarketingConsent> = object({
  channel: literal("email"), can_receive_marketing: literal(false),
  consent_status: oneOf(
    object({ subscription: literal("any"), "filters?": nullable(emailStoppedFilters) }),
    object({
      subscription: literal("unsubscribed"),
      "filters?": nullable(oneOf(
        list(oneOf(
          statusDateFilter, apiMethodFilter,
          object({
            field: literal("method"),
            method: literal(
              "inbound_message", "preference_page", "manual_remove", "spam_complaint",
              "mailbox_provider", "one_click_unsubscribe", "manual_import", "sftp",
              "data_warehouse_import", "profile_modification"
            )
          }),
          object({
            field: literal("method"), method: literal("integration"),
            filter: object({
              type: literal("string"), operator: literal("in"),
              value: list(literal("constant_contact"))
            })
          })
        )),
        emailStoppedFilters
      ))
    }),
    object({ subscription: literal("never_subscribed"), filters: emailStoppedFilters }),
    object({ subscription: literal("subscribed"), filters: emailStoppedFilters })
  )
});
