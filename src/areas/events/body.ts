import { boolean, literal, nullable, number, object, open, string } from "../../contract/shape.ts";
import { profileFields, profileMeta } from "../../domain/profile-shape.ts";

const metric = object({
  type: literal("metric"),
  attributes: object({
    name: string({ minLength: 1, maxLength: 1000 }),
    "service?": nullable(string()),
  }),
});

/** The meta of an event's profile stood beside its attributes before 2024-02-15: both are read. */
const profile = object({
  type: literal("profile"),
  "id?": nullable(string()),
  attributes: object({ ...profileFields, "meta?": profileMeta }),
  "properties?": open(),
  "meta?": profileMeta,
});

/** The body of Create Event (specification, "Event"). */
export const newEvent = object({
  data: object({
    type: literal("event"),
    attributes: object({
      properties: open(),
      metric: object({ data: metric }),
      profile: object({ data: profile }),
      "time?": nullable(string({ format: "datetime" })),
      "value?": nullable(number()),
      "value_currency?": nullable(string()),
      "unique_id?": nullable(string({ maxLength: 100_000 })),
      "backfill?": nullable(boolean()),
    }),
  }),
});
