// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  byDefault, integer, list, literal, nullable, number, object, oneOf, string, type Shape
} from "../../contract/shape.ts";

/** When a form is shown, and to whom. */

const cartItemCountProperties: Shape = object({
  "comparison?": nullable(literal("equals", "greater_than", "less_than")),
  "value?": nullable(integer())
});
const cartProductProperties: Shape = object({
  "type?": nullable(literal("brand", "categories", "id", "name")), "value?": nullable(string())
});
const cartValueProperties: Shape = object({
  "comparison?": nullable(literal("equals", "greater_than", "less_than")),
  "value?": nullable(number())
});
const listsAndSegmentsProperties: Shape = object({
  "allow_list?": nullable(list(string())), "deny_list?": nullable(list(string()))
});
export const formTrigger: Shape = oneOf(
  object({
    "id?": nullable(string()), type: literal("after_close_or_submit_timeout"),
    "properties?": object({ "timeout_days?": byDefault(integer(), 5) })
  }),
  object({
    "id?": nullable(string()), type: literal("cart_content"),
    "properties?": object({
      "items?": nullable(cartItemCountProperties), "product?": nullable(cartProductProperties),
      "value?": nullable(cartValueProperties)
    })
  }),
  object({
    "id?": nullable(string()), type: literal("cart_item_count"),
    "properties?": cartItemCountProperties
  }),
  object({
    "id?": nullable(string()), type: literal("cart_product"), "properties?": cartProductProperties
  }),
  object({
    "id?": nullable(string()), type: literal("cart_value"), "properties?": cartValueProperties
  }),
  object({
    "id?": nullable(string()), type: literal("channel"),
    properties: object({ channel: literal("email", "sms") })
  }),
  object({
    "id?": nullable(string()), type: literal("custom_javascript"), "properties?": object({})
  }),
  object({
    "id?": nullable(string()), type: literal("delay"),
    "properties?": object({ "seconds?": byDefault(integer(), 5) })
  }),
  object({
    "id?": nullable(string()), type: literal("device"),
    "properties?": object({ "device?": byDefault(literal("both", "desktop", "mobile"), "desktop") })
  }),
  object({ "id?": nullable(string()), type: literal("exit_intent"), "properties?": object({}) }),
  object({
    "id?": nullable(string()), type: literal("identified_profiles"), "properties?": object({})
  }),
  object({
    "id?": nullable(string()), type: literal("lists_and_segments"),
    properties: listsAndSegmentsProperties
  }),
  object({
    "id?": nullable(string()), type: literal("location"),
    properties: object({
      "allow_list?": nullable(list(literal(
        "con_AF", "con_AS", "con_EU", "con_EUP", "con_NA", "con_OC", "con_SA", "AD", "AE", "AF",
        "AG", "AI", "AL", "AM", "AN", "AO", "AQ", "AR", "AS", "AT", "AU", "AW", "AX", "AZ", "BA",
        "BB", "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BM", "BN", "BO", "BR", "BS", "BT", "BV",
        "BW", "BY", "BZ", "CA", "CC", "CD", "CF", "CG", "CH", "CI", "CK", "CL", "CM", "CN", "CO",
        "CR", "CU", "CV", "CX", "CY", "CZ", "DE", "DJ", "DK", "DM", "DO", "DZ", "EC", "EE", "EG",
        "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR", "GA", "GB", "GD", "GE", "GF",
        "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GS", "GT", "GU", "GW", "GY", "HK",
        "HM", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN", "IO", "IQ", "IR", "IS", "IT",
        "JE", "JM", "JO", "JP", "KE", "KG", "KH", "KI", "KM", "KN", "KP", "KR", "KW", "KY", "KZ",
        "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT", "LU", "LV", "LY", "MA", "MC", "MD", "ME",
        "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ", "MR", "MS", "MT", "MU", "MV", "MW",
        "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI", "NL", "NO", "NP", "NR", "NU", "NZ",
        "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM", "PN", "PR", "PS", "PT", "PW", "PY",
        "QA", "RE", "RO", "RS", "RU", "RW", "SA", "SB", "SC", "SD", "SE", "SG", "SH", "SI", "SJ",
        "SK", "SL", "SM", "SN", "SO", "SR", "ST", "SV", "SY", "SZ", "TC", "TD", "TF", "TG", "TH",
        "TJ", "TK", "TL", "TM", "TN", "TO", "TR", "TT", "TV", "TW", "TZ", "UA", "UG", "UM", "US",
        "UY", "UZ", "VA", "VC", "VE", "VG", "VI", "VN", "VU", "WF", "WS", "YE", "YT", "ZA", "ZM",
        "ZW"
      ))),
      "deny_list?": nullable(list(literal(
        "con_AF", "con_AS", "con_EU", "con_EUP", "con_NA", "con_OC", "con_SA", "AD", "AE", "AF",
        "AG", "AI", "AL", "AM", "AN", "AO", "AQ", "AR", "AS", "AT", "AU", "AW", "AX", "AZ", "BA",
        "BB", "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BM", "BN", "BO", "BR", "BS", "BT", "BV",
        "BW", "BY", "BZ", "CA", "CC", "CD", "CF", "CG", "CH", "CI", "CK", "CL", "CM", "CN", "CO",
        "CR", "CU", "CV", "CX", "CY", "CZ", "DE", "DJ", "DK", "DM", "DO", "DZ", "EC", "EE", "EG",
        "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR", "GA", "GB", "GD", "GE", "GF",
        "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GS", "GT", "GU", "GW", "GY", "HK",
        "HM", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN", "IO", "IQ", "IR", "IS", "IT",
        "JE", "JM", "JO", "JP", "KE", "KG", "KH", "KI", "KM", "KN", "KP", "KR", "KW", "KY", "KZ",
        "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT", "LU", "LV", "LY", "MA", "MC", "MD", "ME",
        "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ", "MR", "MS", "MT", "MU", "MV", "MW",
        "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI", "NL", "NO", "NP", "NR", "NU", "NZ",
        "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM", "PN", "PR", "PS", "PT", "PW", "PY",
        "QA", "RE", "RO", "RS", "RU", "RW", "SA", "SB", "SC", "SD", "SE", "SG", "SH", "SI", "SJ",
        "SK", "SL", "SM", "SN", "SO", "SR", "ST", "SV", "SY", "SZ", "TC", "TD", "TF", "TG", "TH",
        "TJ", "TK", "TL", "TM", "TN", "TO", "TR", "TT", "TV", "TW", "TZ", "UA", "UG", "UM", "US",
        "UY", "UZ", "VA", "VC", "VE", "VG", "VI", "VN", "VU", "WF", "WS", "YE", "YT", "ZA", "ZM",
        "ZW"
      )))
    })
  }),
  object({
    "id?": nullable(string()), type: literal("page_visits"),
    "properties?": object({ "pages?": byDefault(integer(), 3) })
  }),
  object({
    "id?": nullable(string()), type: literal("previously_submitted"), "properties?": object({})
  }),
  object({
    "id?": nullable(string()), type: literal("profile_event_tracked"),
    properties: object({
      "metric?": byDefault(nullable(string()), ""),
      "property_filters?": nullable(list(object({ property: string(), value: string() })))
    })
  }),
  object({
    "id?": nullable(string()), type: literal("scroll_percentage"),
    "properties?": object({ "percentage?": byDefault(integer(), 30) })
  }),
  object({
    "id?": nullable(string()), type: literal("unidentified_profiles"), "properties?": object({})
  }),
  object({
    "id?": nullable(string()), type: literal("url_patterns"),
    "properties?": listsAndSegmentsProperties
  }),
  object({
    "id?": nullable(string()), type: literal("back_in_stock"),
    "properties?": object({ "tag_allowlist?": list(string()), "tag_blocklist?": list(string()) })
  })
);
