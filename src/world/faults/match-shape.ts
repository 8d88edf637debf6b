import { any, described, object, record, string, text } from "../../contract/shape.ts";

/** What faults and expectations ask of a request, beside its operation, method and path. */
export const matchMembers = {
  "account?": text("A company id."),
  "key?": text("The name of a key."),
  "app?": text("The client id of an OAuth app."),
  "testId?": text("Test id: the request header x-emulator-test-id, or the name in the URL."),
  "revision?": text("The revision that the request asks for."),
  "email?": text("The email of a profile that the request is about."),
  "profileId?": text("The id of a profile that the request is about."),
  "header?": described(record(string()), "Request headers; * stands for anything."),
  "query?": described(record(string()), "Query parameters; * stands for anything."),
  "body?": described(
    record(any()),
    "Members of the JSON body, nested or as dotted paths; * stands for anything.",
  ),
} as const;

export const matchShape = object(matchMembers);

export const faultMatchShape = object({
  ...matchMembers,
  "webhook?": text("Of a delivery: the id of its webhook, or the name."),
  "profile?": text("Of a delivery: the id of a profile that one of its events is about."),
});
