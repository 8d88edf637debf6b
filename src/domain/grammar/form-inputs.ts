// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  boolean, byDefault, list, literal, nothing, nullable, object, string, type Shape
} from "../../contract/shape.ts";
import { margin } from "./form-styles.ts";

/** The blocks of a form in which something is entered. */

export const devices: Shape = list(literal("both", "desktop", "mobile"));
const errorMessages: Shape = object({
  "invalid?": byDefault(string(), "This field is invalid"),
  "required?": byDefault(string(), "This field is required")
});
export const ageGateStyles: Shape = object({
  "background_color?": nullable(string()), "padding?": margin
});
export const ageGate: Shape = object({
  "display_device?": devices, "id?": nullable(string()), type: literal("age_gate"),
  properties: object({
    "classname?": nullable(string()), "display_device?": byDefault(devices, ["desktop", "mobile"]),
    "error_messages?": nullable(errorMessages), "label?": nullable(string()),
    "placeholder?": nullable(string()), "required?": byDefault(literal(true), true),
    "show_label?": byDefault(boolean(), false),
    "property_name?": byDefault(literal("$age_gated_date_of_birth"), "$age_gated_date_of_birth"),
    "date_format?": byDefault(string(), "MM/DD/YYYY"),
    "sms_country_code?": byDefault(
      literal("US", "AT", "AU", "CH", "DE", "ES", "FR", "GB", "IE", "IT", "PT"), "US"
    )
  }),
  "styles?": ageGateStyles
});
export const date: Shape = object({
  "id?": nullable(string()), type: literal("date"),
  properties: object({
    "classname?": nullable(string()), "display_device?": byDefault(devices, ["desktop", "mobile"]),
    "error_messages?": nullable(errorMessages), "label?": nullable(string()),
    "placeholder?": nullable(string()), "required?": byDefault(nullable(boolean()), false),
    "show_label?": byDefault(boolean(), false), property_name: string(),
    "date_format?": byDefault(string(), "MM/DD")
  }),
  "styles?": ageGateStyles
});
export const email: Shape = object({
  "id?": nullable(string()), type: literal("email"),
  properties: object({
    "classname?": nullable(string()), "display_device?": byDefault(devices, ["desktop", "mobile"]),
    "error_messages?": nullable(errorMessages), "label?": nullable(string()),
    "placeholder?": nullable(string()), "required?": byDefault(nullable(boolean()), false),
    "show_label?": byDefault(boolean(), false),
    "property_name?": byDefault(literal("$email"), "$email")
  }),
  "styles?": ageGateStyles
});
export const optInCode: Shape = object({
  "id?": nullable(string()), type: literal("opt_in_code"),
  properties: object({
    "classname?": nullable(string()), "display_device?": byDefault(devices, ["desktop", "mobile"]),
    "error_messages?": nullable(errorMessages), "label?": nullable(string()),
    "placeholder?": nullable(string()), "required?": byDefault(literal(true), true),
    "show_label?": byDefault(boolean(), false),
    "property_name?": byDefault(literal("opt_in_code"), "opt_in_code")
  }),
  "styles?": ageGateStyles
});
const phoneNumberConsentChannelSettings: Shape = object({
  "consent_type?": nullable(literal("phone_number_only", "promotional", "transactional"))
});
export const phoneNumber: Shape = object({
  "id?": nullable(string()), type: literal("phone_number"),
  properties: object({
    "classname?": nullable(string()), "display_device?": byDefault(devices, ["desktop", "mobile"]),
    "error_messages?": nullable(errorMessages), "label?": nullable(string()),
    "placeholder?": nullable(string()), "required?": byDefault(nullable(boolean()), false),
    "show_label?": byDefault(boolean(), false),
    "property_name?": byDefault(string(), "$phone_number"),
    "channel_settings?": nullable(object({
      "sms?": phoneNumberConsentChannelSettings, "whatsapp?": phoneNumberConsentChannelSettings
    })),
    "sms_consent_type?": nullable(list(literal(
      "phone_number_only", "promotional", "transactional"
    )))
  }),
  "styles?": ageGateStyles
});
const smsConsentCheckboxStyles: Shape = object({
  "background_color?": nullable(string()), "padding?": margin,
  "horizontal_alignment?": byDefault(literal("left", "center", "right"), "left")
});
export const smsConsentCheckbox: Shape = object({
  "id?": nullable(string()), type: literal("promotional_sms_checkbox"),
  properties: object({
    "classname?": nullable(string()), "display_device?": byDefault(devices, ["desktop", "mobile"]),
    "error_messages?": nullable(errorMessages), "label?": nullable(string()),
    "placeholder?": nothing(), "required?": byDefault(literal(false), false),
    "show_label?": byDefault(boolean(), false),
    "property_name?": byDefault(literal("opt_in_promotional_sms"), "opt_in_promotional_sms"),
    checkbox_text: string(), "channels?": list(literal("sms", "whatsapp"))
  }),
  "styles?": smsConsentCheckboxStyles
});
export const backInStockEmailConsentCheckbox: Shape = object({
  "id?": nullable(string()), type: literal("bis_promotional_email_checkbox"),
  properties: object({
    "classname?": nullable(string()), "display_device?": byDefault(devices, ["desktop", "mobile"]),
    "error_messages?": nullable(errorMessages), "label?": nullable(string()),
    "placeholder?": nothing(), "required?": byDefault(literal(false), false),
    "show_label?": byDefault(boolean(), false),
    "property_name?": byDefault(literal("opt_in_promotional_email"), "opt_in_promotional_email"),
    checkbox_text: string()
  }),
  "styles?": smsConsentCheckboxStyles
});
export const text: Shape = object({
  "id?": nullable(string()), type: literal("text"),
  properties: object({
    "classname?": nullable(string()), "display_device?": byDefault(devices, ["desktop", "mobile"]),
    "error_messages?": nullable(errorMessages), "label?": nullable(string()),
    "placeholder?": nullable(string()), "required?": byDefault(nullable(boolean()), false),
    "show_label?": byDefault(boolean(), false), property_name: string()
  }),
  "styles?": ageGateStyles
});
const checkboxesProperties: Shape = object({
  "classname?": nullable(string()), "display_device?": byDefault(devices, ["desktop", "mobile"]),
  "error_messages?": nullable(errorMessages), "label?": nullable(string()),
  "placeholder?": nullable(string()), "required?": byDefault(nullable(boolean()), false),
  "show_label?": byDefault(boolean(), false), property_name: string(),
  options: list(object({ label: string(), value: string() }))
});
const checkboxesStyles: Shape = object({
  "background_color?": nullable(string()), "padding?": margin,
  "alignment?": byDefault(literal("left", "center", "right"), "left"),
  "arrangement?": byDefault(literal("vertical", "horizontal"), "vertical")
});
export const checkboxes: Shape = object({
  "id?": nullable(string()), type: literal("checkboxes"), properties: checkboxesProperties,
  "styles?": checkboxesStyles
});
export const radioButtons: Shape = object({
  "id?": nullable(string()), type: literal("radio_buttons"), properties: checkboxesProperties,
  "styles?": checkboxesStyles
});
export const dropdown: Shape = object({
  "id?": nullable(string()), type: literal("dropdown"), properties: checkboxesProperties,
  "styles?": ageGateStyles
});
