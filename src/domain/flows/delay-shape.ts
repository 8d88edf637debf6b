import { byDefault, integer, literal, nullable, object } from "../../contract/shape.ts";
import { days, ids, next, timeOfDay, unsaid, zone } from "./action-parts.ts";

/** The actions that wait. */
const delay = {
  "delay_until_time?": nullable(timeOfDay),
  "delay_until_weekdays?": days,
  "timezone?": zone,
} as const;
export const timeDelay = object({
  ...ids,
  type: literal("time-delay"),
  data: object({
    "unit?": byDefault(literal("days", "hours", "minutes"), "days"),
    value: integer({ min: 0 }),
    "secondary_value?": unsaid(integer({ min: 0 })),
    ...delay,
  }),
  ...next,
});
export const targetDate = object({
  ...ids,
  type: literal("target-date"),
  data: object({ "target_days?": days, "target_time?": timeOfDay, "timezone?": zone }),
  ...next,
});
export const countdown = object({
  ...ids,
  type: literal("countdown-delay"),
  data: object({
    "unit?": byDefault(literal("days", "months", "weeks"), "days"),
    "value?": byDefault(integer({ min: 0 }), 0),
    ...delay,
  }),
  ...next,
});
export const backInStock = object({ ...ids, type: literal("back-in-stock-delay"), ...next });
