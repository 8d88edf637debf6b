import {
  boolean,
  literal,
  nothing,
  nullable,
  object,
  oneOf,
  type Shape,
} from "../../contract/shape.ts";
import { string } from "../../contract/shape.ts";
import { choice, flag, maybe, text } from "./styles.ts";

/** What the click on a button does. */

type Parts = Readonly<Record<string, Shape>>;
const action = (type: string, parts: Parts): Shape =>
  object({ "id?": maybe(), type: literal(type), ...parts });

const submits = { "submit?": choice(true) } as const;
const submitsNot = { "submit?": choice(false) } as const;
const mayJoin = nullable(object({ "list_id?": maybe() }));
const plain = { "properties?": nothing() } as const;
const optIn = object({
  opt_in_keyword: maybe(),
  opt_in_message: string(),
  sending_number: maybe(),
});

export const anyAction: Shape = oneOf(
  action("close", { submit: boolean(), "properties?": mayJoin }),
  action("next_step", { submit: boolean(), "properties?": mayJoin }),
  action("open_form", {
    ...submits,
    properties: object({ "close_form?": flag(true), form_id_to_open: string() }),
  }),
  action("promotional_sms_subscription", { ...submits, ...plain }),
  action("redirect", {
    submit: boolean(),
    properties: object({ "list_id?": maybe(), "new_window?": flag(false), "url?": text("") }),
  }),
  action("resend_opt_in_code", { ...submitsNot, ...plain }),
  action("submit_opt_in_code", { ...submits, ...plain }),
  action("subscribe_via_sms", { ...submits, properties: optIn }),
  action("subscribe_via_whatsapp", { ...submits, properties: optIn }),
  action("go_to_inbox", { ...submits, ...plain }),
  action("submit_back_in_stock", { ...submits, "properties?": mayJoin }),
  action("skip_to_success", { ...submitsNot, properties: object({}) }),
  action("iaf_deeplink_to_screen", {
    ...submits,
    properties: object({ "deep_link_url?": text("") }),
  }),
);
