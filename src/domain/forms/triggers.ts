import {
  byDefault,
  integer,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  type Shape,
  string,
} from "../../contract/shape.ts";
import { maybe, whole } from "./styles.ts";

/** When a form is shown, and to whom. */

const words = (all: string): string[] => all.split(" ");
const continents = words("con_AF con_AS con_EU con_EUP con_NA con_OC con_SA");
const countries = words(
  "AD AE AF AG AI AL AM AN AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BV BW BY BZ " +
    "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR " +
    "GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT " +
    "JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO " +
    "MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW " +
    "PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR ST SV SY SZ TC TD TF TG TH TJ TK TL TM TN TO " +
    "TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW",
);
const places = oneOf(literal(...continents), literal(...countries));

const trigger = (type: string, name: "properties" | "properties?", properties: Shape): Shape =>
  object({ "id?": maybe(), type: literal(type), [name]: properties });
const texts = () => nullable(list(string()));
const compared = (value: Shape): Shape =>
  object({
    "comparison?": nullable(literal("equals", "greater_than", "less_than")),
    "value?": nullable(value),
  });
const itemCount = compared(integer());
const cartValue = compared(number());
const product = object({
  "type?": nullable(literal("brand", "categories", "id", "name")),
  "value?": maybe(),
});
const none = object({});
const filters = list(object({ property: string(), value: string() }));

export const anyTrigger: Shape = oneOf(
  trigger("after_close_or_submit_timeout", "properties?", object({ "timeout_days?": whole(5) })),
  trigger(
    "cart_content",
    "properties?",
    object({
      "items?": nullable(itemCount),
      "product?": nullable(product),
      "value?": nullable(cartValue),
    }),
  ),
  trigger("cart_item_count", "properties?", itemCount),
  trigger("cart_product", "properties?", product),
  trigger("cart_value", "properties?", cartValue),
  trigger("channel", "properties", object({ channel: literal("email", "sms") })),
  trigger("custom_javascript", "properties?", none),
  trigger("delay", "properties?", object({ "seconds?": whole(5) })),
  trigger(
    "device",
    "properties?",
    object({ "device?": byDefault(literal("both", "desktop", "mobile"), "desktop") }),
  ),
  trigger("exit_intent", "properties?", none),
  trigger("identified_profiles", "properties?", none),
  trigger(
    "lists_and_segments",
    "properties",
    object({ "allow_list?": texts(), "deny_list?": texts() }),
  ),
  trigger(
    "location",
    "properties",
    object({ "allow_list?": nullable(list(places)), "deny_list?": nullable(list(places)) }),
  ),
  trigger("page_visits", "properties?", object({ "pages?": whole(3) })),
  trigger("previously_submitted", "properties?", none),
  trigger(
    "profile_event_tracked",
    "properties",
    object({
      "metric?": byDefault(nullable(string()), ""),
      "property_filters?": nullable(filters),
    }),
  ),
  trigger("scroll_percentage", "properties?", object({ "percentage?": whole(30) })),
  trigger("unidentified_profiles", "properties?", none),
  trigger("url_patterns", "properties?", object({ "allow_list?": texts(), "deny_list?": texts() })),
  trigger(
    "back_in_stock",
    "properties?",
    object({ "tag_allowlist?": list(string()), "tag_blocklist?": list(string()) }),
  ),
);
