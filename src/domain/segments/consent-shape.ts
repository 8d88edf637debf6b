import {
  list,
  literal,
  named,
  nullable,
  object,
  oneOf,
  type Shape,
  string,
} from "../../contract/shape.ts";
import {
  booleanFilter,
  dateFilter,
  dates,
  equalText,
  isSet,
  oneOfTexts,
} from "../filters/shape.ts";

/** What consent may be asked for in the definition of a segment, by channel and state: as published. */
const about = <F extends string, S>(field: F, filter: Shape<S>) =>
  object({ field: literal(field), filter });
const byMethod = <M extends string>(...methods: M[]) =>
  object({ field: literal("method"), method: literal(...methods) });
const byMethodAnd = <M extends string, S>(method: M, filter: Shape<S>) =>
  object({ field: literal("method"), method: literal(method), "filter?": nullable(filter) });
const byIntegration = <N extends string>(name: N) =>
  object({
    field: literal("method"),
    method: literal("integration"),
    filter: object({
      type: literal("string"),
      operator: literal("in"),
      value: list(literal(name)),
    }),
  });

const statusDate = about("status_date", dateFilter);
const form = byMethodAnd("form", oneOfTexts);
const manualImport = byMethodAnd("manual_import", oneOfTexts);
const manualAdd = byMethodAnd("manual_add", oneOfTexts);
const api = byMethodAnd("api", oneOfTexts);

const emailGiven = list(
  oneOf(
    about("is_double_opt_in", booleanFilter),
    statusDate,
    about("custom_source", equalText),
    form,
    byMethodAnd("preference_page", equalText),
    api,
    byMethod("inbound_message", "back_in_stock", "sftp"),
    manualImport,
    manualAdd,
    byIntegration("shopify"),
  ),
);

const emailWithdrawn = list(
  oneOf(
    statusDate,
    api,
    byMethod(
      "inbound_message",
      "preference_page",
      "manual_remove",
      "spam_complaint",
      "mailbox_provider",
      "one_click_unsubscribe",
      "manual_import",
      "sftp",
      "data_warehouse_import",
      "profile_modification",
    ),
    byIntegration("constant_contact"),
  ),
);

const when = oneOf(...dates, isSet);
const emailStopped = list(
  oneOf(
    about("bounce_date", when),
    about("manual_suppression_date", when),
    about("invalid_email_date", when),
  ),
);

const smsGiven = list(
  oneOf(
    statusDate,
    form,
    manualImport,
    manualAdd,
    byMethod("checkout", "inbound_message", "preference_page", "sftp"),
    byIntegration("shopify"),
    about("is_rcs_capable", booleanFilter),
  ),
);

const smsWithdrawn = list(
  oneOf(
    statusDate,
    form,
    manualImport,
    manualAdd,
    byMethod(
      "manual_remove",
      "bulk_remove",
      "checkout",
      "inbound_message",
      "preference_page",
      "sftp",
      "carrier_deactivation",
      "provided_landline",
      "message_blocked",
      "provided_no_age",
      "failed_age_gate",
    ),
    byIntegration("shopify"),
  ),
);

/** Where no filter is published: null says as much. */
const none = list(object({ field: string() }), { max: 0 });

/** A state of consent, and what may be asked of it beyond that. */
const status = <S extends string, F>(subscription: S, filters: Shape<F>) =>
  object({ subscription: literal(subscription), "filters?": nullable(filters) });
const plain = <S extends string>(subscription: S) =>
  object({ subscription: literal(subscription) });
const needed = <S extends string, F>(subscription: S, filters: Shape<F>) =>
  object({ subscription: literal(subscription), filters });

const of = <C extends string, R extends boolean, S>(
  channel: C,
  can_receive_marketing: R,
  consent_status: Shape<S>,
) =>
  object({
    channel: literal(channel),
    can_receive_marketing: literal(can_receive_marketing),
    consent_status,
  });

/** Whether somebody may be written to, by which channel, and how that came about. */
export const consentShape = named(
  "SegmentMarketingConsent",
  oneOf(
    of(
      "email",
      true,
      oneOf(
        status("any", none),
        status("subscribed", emailGiven),
        status("never_subscribed", none),
      ),
    ),
    of(
      "email",
      false,
      oneOf(
        status("any", emailStopped),
        status("unsubscribed", oneOf(emailWithdrawn, emailStopped)),
        needed("never_subscribed", emailStopped),
        needed("subscribed", emailStopped),
      ),
    ),
    of("sms", true, status("subscribed", smsGiven)),
    of(
      "sms",
      false,
      oneOf(plain("any"), status("unsubscribed", smsWithdrawn), plain("never_subscribed")),
    ),
    of("push", true, status("any", list(statusDate))),
    of("push", false, plain("any")),
  ),
);

const permissionFilters = list(
  oneOf(
    about("effective_date", dateFilter),
    about("recorded_date", dateFilter),
    object({
      field: literal("subscribe_method"),
      method: literal(
        "api",
        "back_in_stock",
        "bigcommerce",
        "bulk_remove",
        "campaign_monitor",
        "carrier_deactivation",
        "checkout",
        "constant_contact",
        "exact_target",
        "facebook",
        "failed_age_gate",
        "inbound_message",
        "integration",
        "mad_mimi",
        "magento_two",
        "mailbox_provider",
        "manual_add",
        "manual_import",
        "manual_remove",
        "message_blocked",
        "netsuite",
        "preference_page",
        "provided_landline",
        "provided_no_age",
        "sftp",
        "shopify",
        "social_instagram_message",
        "spam_complaint",
        "square",
        "wix",
        "woocommerce",
      ),
    }),
    object({
      field: literal("subscribe_method"),
      method: literal("form"),
      "filter?": nullable(oneOfTexts),
    }),
  ),
);

const explicit = <S extends string>(reachable_status: S) =>
  object({ reachable_status: literal(reachable_status), filters: permissionFilters });
const implicit = <S extends string>(reachable_status: S) =>
  object({ reachable_status: literal(reachable_status) });

/** Whether somebody can be reached, by what they said or by nothing having been said. */
export const permissionShape = named(
  "SegmentPermission",
  oneOf(
    explicit("explicitly_reachable"),
    explicit("explicitly_unreachable"),
    implicit("implicitly_reachable"),
    implicit("implicitly_or_explicitly_reachable"),
    implicit("implicitly_unreachable"),
    implicit("implicitly_or_explicitly_unreachable"),
  ),
);
