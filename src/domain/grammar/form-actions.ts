// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  boolean, byDefault, literal, nothing, nullable, object, oneOf, string, type Shape
} from "../../contract/shape.ts";

/** What the click on a button does. */

const subscribeViaSMSProperties: Shape = object({
  opt_in_keyword: nullable(string()), opt_in_message: string(), sending_number: nullable(string())
});
export const formAction: Shape = oneOf(
  object({
    "id?": nullable(string()), type: literal("close"), submit: boolean(),
    "properties?": nullable(object({ "list_id?": nullable(string()) }))
  }),
  object({
    "id?": nullable(string()), type: literal("next_step"), submit: boolean(),
    "properties?": nullable(object({ "list_id?": nullable(string()) }))
  }),
  object({
    "id?": nullable(string()), type: literal("open_form"),
    "submit?": byDefault(literal(true), true),
    properties: object({ "close_form?": byDefault(boolean(), true), form_id_to_open: string() })
  }),
  object({
    "id?": nullable(string()), type: literal("promotional_sms_subscription"),
    "submit?": byDefault(literal(true), true), "properties?": nothing()
  }),
  object({
    "id?": nullable(string()), type: literal("redirect"), submit: boolean(),
    properties: object({
      "list_id?": nullable(string()), "new_window?": byDefault(boolean(), false),
      "url?": byDefault(string(), "")
    })
  }),
  object({
    "id?": nullable(string()), type: literal("resend_opt_in_code"),
    "submit?": byDefault(literal(false), false), "properties?": nothing()
  }),
  object({
    "id?": nullable(string()), type: literal("submit_opt_in_code"),
    "submit?": byDefault(literal(true), true), "properties?": nothing()
  }),
  object({
    "id?": nullable(string()), type: literal("subscribe_via_sms"),
    "submit?": byDefault(literal(true), true), properties: subscribeViaSMSProperties
  }),
  object({
    "id?": nullable(string()), type: literal("subscribe_via_whatsapp"),
    "submit?": byDefault(literal(true), true), properties: subscribeViaSMSProperties
  }),
  object({
    "id?": nullable(string()), type: literal("go_to_inbox"),
    "submit?": byDefault(literal(true), true), "properties?": nothing()
  }),
  object({
    "id?": nullable(string()), type: literal("submit_back_in_stock"),
    "submit?": byDefault(literal(true), true),
    "properties?": nullable(object({ "list_id?": nullable(string()) }))
  }),
  object({
    "id?": nullable(string()), type: literal("skip_to_success"),
    "submit?": byDefault(literal(false), false), properties: object({})
  }),
  object({
    "id?": nullable(string()), type: literal("iaf_deeplink_to_screen"),
    "submit?": byDefault(literal(true), true),
    properties: object({ "deep_link_url?": byDefault(string(), "") })
  })
);
