import { any, described, object, record, string } from "../../contract/shape.ts";

const text = (description: string) => described(string({ minLength: 1 }), description);

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

// Printed by the program, checked by a test: UPDATE_TYPES=1 npx vitest run test/printed-types

/** What faults and expectations ask of a request, in addition to its operation, method and path. */
// oxfmt-ignore
export interface MatchInput {
  /** A company id. */
  readonly account?: string;
  /** The name of a key. */
  readonly key?: string;
  /** The client id of an OAuth app. */
  readonly app?: string;
  /** Test id: the request header x-emulator-test-id, or the name in the URL. */
  readonly testId?: string;
  /** The revision that the request asks for. */
  readonly revision?: string;
  /** The email of a profile that the request is about. */
  readonly email?: string;
  /** The id of a profile that the request is about. */
  readonly profileId?: string;
  /** Request headers; * stands for anything. */
  readonly header?: Readonly<Record<string, string>>;
  /** Query parameters; * stands for anything. */
  readonly query?: Readonly<Record<string, string>>;
  /** Members of the JSON body, nested or as dotted paths; * stands for anything. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What faults ask of a request, or of a delivery. */
// oxfmt-ignore
export interface FaultMatchInput extends MatchInput {
  /** Of a delivery: the id of its webhook, or the name. */
  readonly webhook?: string;
  /** Of a delivery: the id of a profile that one of its events is about. */
  readonly profile?: string;
}

// End of what is printed
