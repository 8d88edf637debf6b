import {
  boolean,
  described,
  type Infer,
  integer,
  number,
  object,
  open,
  string,
} from "../contract/shape.ts";
import { moreMax } from "./amounts.ts";

/** One rule of `generate.segments`, under the segment's name: all that is given must hold. */
export const ruleShape = object({
  "orders?": number(),
  "spent?": number(),
  "quiet?": string(),
  "active?": string(),
  "abandoned?": boolean(),
});

const made = (what: keyof typeof moreMax, said: string) =>
  described(integer({ min: 0, max: moreMax[what] }), said);

/** The section `generate`: what the seed makes up. */
export const generateShape = object({
  profiles: described(number(), "How many the account has in the end, those written out included."),
  events: described(number(), "How many the account has in the end, those written out included."),
  "span?": described(string(), "How far back they go, such as 180d."),
  "lists?": described(
    object({ "email?": string(), "sms?": string(), "customers?": string() }),
    "The names of the lists that they join, by what they do.",
  ),
  "segments?": described(open(), "By the name of a segment: who is in it."),
  "objects?": made("objects", "How many products they register."),
  "templates?": made("templates", "How many templates, besides those written out."),
  "images?": made("images", "How many images, besides those written out."),
});

export type FixtureRule = Infer<typeof ruleShape>;
