import {
  boolean,
  byDefault,
  list,
  literal,
  nothing,
  nullable,
  object,
  string,
} from "../../contract/shape.ts";
import { aligned, block, styled } from "./block.ts";
import { choice, flag, maybe, text } from "./styles.ts";

/** What all have in which somebody enters something. */
const input = {
  "error_messages?": nullable(
    object({
      "invalid?": text("This field is invalid"),
      "required?": text("This field is required"),
    }),
  ),
  "label?": maybe(),
  "placeholder?": maybe(),
  "required?": byDefault(nullable(boolean()), false),
  "show_label?": flag(false),
} as const;
const named = { ...input, property_name: string() } as const;
/** What is entered has a name of the service's own. */
const called = (name: string) => ({ "property_name?": choice(name) }) as const;
const chosen = {
  ...named,
  options: list(object({ label: string(), value: string() })),
} as const;
/** What is ticked in order to consent, or left. */
const consenting = (name: string) =>
  ({
    ...input,
    ...called(name),
    checkbox_text: string(),
    "placeholder?": nothing(),
    "required?": choice(false),
  }) as const;

const consentType = literal("phone_number_only", "promotional", "transactional");
const channelSettings = object({ "consent_type?": nullable(consentType) });

const ticked = styled({ "horizontal_alignment?": aligned });
const arranged = styled({
  "alignment?": aligned,
  "arrangement?": choice("vertical", "horizontal"),
});

/** Those in which something is entered. */
export const inputs = [
  block(
    "age_gate",
    {
      ...input,
      ...called("$age_gated_date_of_birth"),
      "date_format?": text("MM/DD/YYYY"),
      "required?": choice(true),
      "sms_country_code?": choice("US", "AT", "AU", "CH", "DE", "ES", "FR", "GB", "IE", "IT", "PT"),
    },
    styled(),
    { beside: { "display_device?": list(literal("both", "desktop", "mobile")) } },
  ),
  block("date", { ...named, "date_format?": text("MM/DD") }, styled()),
  block("email", { ...input, ...called("$email") }, styled()),
  block("opt_in_code", { ...input, ...called("opt_in_code"), "required?": choice(true) }, styled()),
  block(
    "phone_number",
    {
      ...input,
      "property_name?": text("$phone_number"),
      "channel_settings?": nullable(
        object({ "sms?": channelSettings, "whatsapp?": channelSettings }),
      ),
      "sms_consent_type?": nullable(list(consentType)),
    },
    styled(),
  ),
  block(
    "promotional_sms_checkbox",
    {
      ...consenting("opt_in_promotional_sms"),
      "channels?": list(literal("sms", "whatsapp")),
    },
    ticked,
  ),
  block("bis_promotional_email_checkbox", consenting("opt_in_promotional_email"), ticked),
  block("text", named, styled()),
  block("checkboxes", chosen, arranged),
  block("radio_buttons", chosen, arranged),
  block("dropdown", chosen, styled()),
] as const;
