import { createRequire } from "node:module";
import type { Format } from "../contract/shape.ts";
import { parseDatetime } from "./time.ts";

/** The HTML standard's pattern, with a dot in the domain. Within a function: reading it takes a millisecond. */
const isEmail = (text: string): boolean =>
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)+$/u.test(
    text,
  );

const require = createRequire(import.meta.url);

/** Loaded at the first phone number: its metadata would cost every start some milliseconds. */
const phoneNumbers = () =>
  require("libphonenumber-js/min") as typeof import("libphonenumber-js/min");

const isPhoneNumber = (text: string): boolean =>
  e164.test(text) && phoneNumbers().isPossiblePhoneNumber(text);

const e164 = /^\+[1-9]\d{6,14}$/;

/** Where a phone number is from: undefined, if it is none; without a country, if several share its code. */
export function phoneCountryOf(text: string) {
  const number = e164.test(text) ? phoneNumbers().parsePhoneNumberFromString(text) : undefined;
  return number && { country: number.country, callingCode: number.countryCallingCode };
}

export function formatProblem(format: Format, text: string): string | undefined {
  switch (format) {
    case "email":
      return text.length <= 254 && isEmail(text) ? undefined : "Invalid email address.";
    case "phone_number":
      return isPhoneNumber(text)
        ? undefined
        : "Invalid phone number format (Example of a valid format: +12345678901).";
    case "date":
      return /^\d{4}-\d\d-\d\d$/.test(text) && parseDatetime(text) !== undefined
        ? undefined
        : "Invalid date: use YYYY-MM-DD.";
    case "time":
      return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)
        ? undefined
        : "Invalid time: use HH:MM:SS.";
    case "datetime":
      return parseDatetime(text) === undefined
        ? "Invalid datetime: use ISO 8601, such as 2026-01-31T12:00:00Z."
        : undefined;
  }
}
