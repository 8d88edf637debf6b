import { integer } from "../../../contract/shape.ts";
import { kind, ofData } from "../kind.ts";

/** Jobs that count what has failed. */
const counting = /^(profile-bulk-import|catalog-\w+-bulk-\w+|coupon-code-bulk-create)-job$/;

export const failures = kind({
  name: "failures",
  shape: integer({ min: 1, max: 10_000 }),
  means:
    "Let this many of the first records of the job fail that the request starts: they are in its failed_count, and among its errors.",
  flag: "<number>",
  does: "Let this many records of the job fail that the request starts",
  step: "failures:1",
  on: "meaning",
  whyNot: ofData(({ method, resource = "" }) =>
    method === "POST" && counting.test(resource) ? undefined : "starts no job that counts failures",
  ),
  injected: () => "failed records",
  leaves: { "failed records": "whole" },
  samples: [1],
  matters: (_, { writes }) => writes,
  other: (count, others) => others.failing(count),
});
