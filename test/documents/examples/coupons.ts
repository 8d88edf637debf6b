import { type AreaExamples, made } from "../../support/areas/example.ts";
import { changing, creating, fresh, job, to } from "./bodies.ts";

const code = (unique_code: string) =>
  fresh(
    "coupon-code",
    { unique_code, expires_at: "2030-01-01T00:00:00Z" },
    { coupon: to("coupon", "AUTUMN") },
  );

export const coupons: AreaExamples = {
  title: "Coupons",
  intro: "A coupon is an offer. Its codes are handed out to profiles, one each.",
  ids: {
    coupons: "AUTUMN",
    "coupon-codes": "AUTUMN-X7Q2",
    "coupon-code-bulk-create-jobs": "$JOB",
  },
  requests: {
    create_coupon: {
      note: "The id of a coupon is its `external_id`.",
      body: creating("coupon", {
        external_id: "AUTUMN",
        description: "Ten per cent off jackets",
      }),
    },
    get_coupons: {},
    get_coupon: {},
    update_coupon: {
      body: changing("coupon", "AUTUMN", { description: "Ten per cent off everything" }),
    },
    create_coupon_code: {
      note: "The id of a code is the id of its coupon, a dash, and the code.",
      body: { data: code("X7Q2") },
    },
    get_coupon_codes: { query: 'filter=equals(coupon.id,"AUTUMN")' },
    get_coupon_code: {},
    update_coupon_code: { body: changing("coupon-code", "AUTUMN-X7Q2", { status: "USED" }) },
    get_coupon_for_coupon_code: {},
    get_coupon_id_for_coupon_code: {},
    get_coupon_codes_for_coupon: {},
    get_coupon_code_ids_for_coupon: {},
    bulk_create_coupon_codes: {
      body: job("coupon-code-bulk-create-job", "coupon-codes", ["K3M9", "P8T4"].map(code)),
      keep: { JOB: made },
    },
    get_bulk_create_coupon_code_jobs: { query: 'filter=equals(status,"complete")' },
    get_bulk_create_coupon_codes_job: {},
    delete_coupon_code: {},
    delete_coupon: {},
  },
};
