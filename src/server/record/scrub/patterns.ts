import { isIP } from "node:net";
import type { Kind, StandIns } from "./stand-ins.ts";

/** What is told by its form, wherever it stands. The longer forms come first. */
const forms: readonly (readonly [Kind, RegExp])[] = [
  ["key", /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g],
  ["key", /-----BEGIN [A-Z ]+-----[\s\S]*?-----END [A-Z ]+-----/g],
  ["key", /\b(?:Bearer|Basic|Service-API-Key)\s+[\w+/=.~-]{6,}/gi],
  ["link", /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>\\]+/gi],
  ["email", /[\p{L}\p{N}._%+'-]+(?:@|%40|&#64;|&commat;)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu],
  ["ip", /\b(?:\d{1,3}\.){3}\d{1,3}\b/g],
  ["ip", /(?<![\w:])(?:[\da-f]{0,4}:){3,7}[\da-f]{1,4}(?![\w:])/gi],
  // Keys have a word before an underscore, or letters and digits in a row that nobody would read.
  ["key", /\b[a-z]{2,8}_(?:[a-z]+_)?[A-Za-z\d]{12,}\b/g],
  ["key", /(?<![\w/+-])(?=[\w+/-]*\d)(?=[\w+/-]*[A-Za-z])[\w+/-]{20,}={0,2}/g],
  ["key", /(?<![\w/+-])[A-Za-z+/]{24,}={0,2}(?![\w/+-])/g],
  ["phone", /(?<![\w.-])(?:\+|00)?\(?\d{1,4}\)?(?:[ .\-/]?\(?\d{2,4}\)?){2,5}(?![\w-]|\.\d)/g],
];

/** A time, which is no phone number. */
const isTime = /^\d{4}-\d\d-\d\d/;
/** Ids of the service: 26 letters and digits of a ULID, or a UUID. */
export const ownId = /^(?:[0-9A-HJKMNP-TV-Z]{26}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i;

/** A text in which nothing is left that its form tells. */
export function withoutForms(text: string, standIns: StandIns): string {
  let shown = text;
  for (const [kind, form] of forms) {
    shown = shown.replace(form, (found) => {
      if (kind === "phone" && (isTime.test(found) || digitsIn(found) < 7)) return found;
      if (kind === "ip" && isIP(found) === 0) return found;
      if ((kind === "key" && ownId.test(found)) || isStandIn.test(found)) return found;
      return standIns.of(kind, kind === "email" ? plainEmail(found) : found);
    });
  }
  return shown;
}

/** What a whole text is by its form; undefined: it may be anything. */
export function kindOf(text: string): Kind | undefined {
  const plain = text.trim();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(plain)) return "email";
  if (isIP(plain) !== 0) return "ip";
  if (/^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(plain)) return "link";
  if (/^\+?[\d ().\-/]{7,24}$/.test(plain) && digitsIn(plain) >= 7 && !isTime.test(plain))
    return "phone";
  if (/^\d{4}-\d\d-\d\dT/.test(plain)) return "date";
  return isTime.test(plain) ? "birthday" : undefined;
}

const isStandIn =
  /^(?:person-\d+@example\.com|https:\/\/example\.com\/link-\d+|192\.0\.2\.\d+|\+1\d{3}55501\d\d)$/;
const digitsIn = (text: string): number => text.replaceAll(/\D/g, "").length;
const plainEmail = (text: string): string => text.replace(/%40|&#64;|&commat;/i, "@");

/** Members that hold one thing, whatever is in them. */
const members: Readonly<Partial<Record<Kind, string>>> = {
  address: "address1 address2 street_address",
  city: "city",
  company: "company_id",
  coordinate: "latitude longitude",
  country: "country",
  email: "bcc_email cc_email default_sender_email email from_email reply_to_email",
  family: "last_name",
  given: "first_name",
  id: "anonymous_id external_id",
  ip: "ip ip_address",
  key:
    "access_token api_key client_id client_secret code code_verifier password refresh_token " +
    "secret_key token unique_code",
  link: "image",
  name: "author default_sender_name from_label organization",
  phone: "phone_number",
  region: "region",
  zip: "zip",
};

const kinds = new Map(
  (Object.entries(members) as [Kind, string][]).flatMap(([kind, names]) =>
    names.split(" ").map((name) => [name, kind]),
  ),
);

export const kindOfMember = (member: string): Kind | undefined => kinds.get(member);

/** Members whose text is the account's own words: of these, what is told by its form or was met elsewhere is replaced. */
export const ownWords =
  /^(?:name|category|subject|preview_text|html|text|description|label|title|detail|pointer|parameter|body|content|message)$/;

/** Below these all is what users have made up. */
export const madeUp =
  /^(?:.*properties|.*metadata|.*payload|metadata|record|values|template_context|context)$/;

/** Records of people, of which no text is left that is no word of the service. */
export const ofPeople = /^(?:profile|.*-profile|review|conversation(?:-message)?|push-token)$/;

/** Members that are told by a number. */
export const personalNumber =
  /lat|lon|lng|geo|birth|dob|age\b|phone|zip|ssn|card|account|external_id/i;

/** When something happened to a record. */
export const timely =
  /created|updated|datetime|timestamp|_at$|last_event_date|expected_date|valid_until/;

/** A text of somebody, by its member. */
export const personal = (member: string): Kind =>
  /name|author|sender|label/.test(member) ? "name" : /email/.test(member) ? "email" : "text";

export const isId = /^(?:id|included|excluded|.*_ids?|ids|.*-id)$/;
/** Ids as the service gives them: of lists, events, messages and jobs. */
export const serviceId = /^(?:[A-Za-z\d]{6}|[A-Za-z\d]{11}|\d{1,10}|[A-Z\d]{26})$/;
/** Numbers, versions, colors and sizes of designs. */
export const isPlain =
  /^(?:-?\d{1,4}(?:\.\d{1,2})?(?:px|%|em|pt)?|#[\da-f]{3,8}|[A-Z]{3}|[A-Z][a-z]+\/[A-Z][A-Za-z_]+|[a-z]{2}-[A-Z]{2}|\d{1,2}:\d\d(?::\d\d)?)$/;
