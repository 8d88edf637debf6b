import type { Kind } from "./stand-ins.ts";

/** Members that hold one thing, whatever is in them. */
export const byMember: Readonly<Record<string, Kind>> = {
  access_token: "key",
  address1: "address",
  address2: "address",
  anonymous_id: "id",
  api_key: "key",
  city: "city",
  client_id: "key",
  client_secret: "key",
  code: "key",
  code_verifier: "key",
  company_id: "company",
  country: "country",
  author: "name",
  bcc_email: "email",
  cc_email: "email",
  default_sender_email: "email",
  default_sender_name: "name",
  email: "email",
  external_id: "id",
  first_name: "given",
  from_email: "email",
  from_label: "name",
  image: "link",
  ip: "ip",
  ip_address: "ip",
  last_name: "family",
  latitude: "coordinate",
  longitude: "coordinate",
  organization: "name",
  password: "key",
  phone_number: "phone",
  refresh_token: "key",
  region: "region",
  reply_to_email: "email",
  secret_key: "key",
  street_address: "address",
  token: "key",
  unique_code: "key",
  zip: "zip",
};

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
