import { couponCodes, coupons } from "../../domain/collections.ts";
import type { Coupon, CouponCode, CouponCodeJob } from "../../domain/records.ts";
import { invalid } from "../../jsonapi/refusal.ts";
import type { ApiArea, Keeping } from "../../verbs/call.ts";
import type { Account } from "../../world/account.ts";
import { drop } from "../../world/store.ts";
import { behavior, codeId, expiry, work } from "./jobs.ts";
import { operations } from "./operations.ts";
import { coupon, couponCode, couponCodeJob } from "./resources.ts";

const codesOf = (account: Account, id: string): CouponCode[] => [
  ...account.table(couponCodes).scan(["coupon.id", "id"], { prefix: [id] }),
];

/** A coupon is known by its external id. @guess: the same one again is a bad field */
const keepingCoupons: Keeping = {
  idOf: (_account, { external_id }) => String(external_id),
  defaults: () => ({ description: null, monitor_configuration: null }),
  refuse: (account, { id }: Coupon, before) =>
    // A path can hold no segment that is only dots.
    /^\.{1,2}$/.test(id)
      ? invalid("/data/attributes/external_id", "Expected more than dots.")
      : before === undefined && account.table(coupons).get(id) !== undefined
        ? invalid("/data/attributes/external_id", `A coupon with external_id ${id} exists.`)
        : undefined,
  along: (account, id) => codesOf(account, id).map((code) => drop(couponCodes, code.id)),
};

const keepingCodes: Keeping = {
  idOf: (account, { coupon: of, unique_code }) => codeId(account, String(of), String(unique_code)),
  defaults: (now) => ({ status: "UNASSIGNED", profile: null, expires_at: expiry(now) }),
  refuse: (account, { id, unique_code }: CouponCode, before) =>
    before === undefined && account.table(couponCodes).get(id) !== undefined
      ? invalid("/data/attributes/unique_code", `The coupon has the code ${unique_code}.`)
      : undefined,
};

export const couponsArea: ApiArea = {
  name: "coupons",
  resources: [coupon, couponCode, couponCodeJob],
  operations,
  behavior,
  work,
  bindings: {
    coupon: { keeping: keepingCoupons },
    "coupon-code": { keeping: keepingCodes },
    "coupon-code-bulk-create-job": {
      related: {
        "coupon-codes": ({ codes }: CouponCodeJob, account) =>
          codes.flatMap((id) => account.table(couponCodes).get(id) ?? []),
      },
    },
  },
};
