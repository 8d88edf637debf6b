import { invalid } from "../../jsonapi/refusal.ts";
import type { ApiArea, Keeping } from "../../verbs/invocation.ts";
import { behavior, codeId, expiry, work } from "./jobs.ts";
import { operations, couponCodeJob } from "./operations.ts";
import { type Coupon, type CouponCode, coupon, couponCode } from "../../domain/resources/coupon.ts";
import { couponCodes, coupons, unsaidMonitor } from "../../domain/resources/coupon.ts";

/** The fewest codes that a warning may be asked for at. */
const thresholdMin = 100;

/**
 * A threshold is sent as a number, and shown as a text (recorded.md, 6). @guess create_coupon, update_coupon: A
 * `low_balance_threshold` may be sent as a text, too.
 */
function isThreshold(value: unknown): boolean {
  const count = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(count) && (count as number) >= thresholdMin;
}

/** A coupon is known by its external id. @guess create_coupon: An `external_id` that is taken is a 400. */
const keepingCoupons: Keeping<Coupon> = {
  idOf: ({ external_id }) => external_id,
  asKept({ monitor_configuration: monitor, ...given }) {
    if (monitor === undefined) return given;
    const { low_balance_threshold: threshold, ...others } = monitor ?? unsaidMonitor;
    const shown = typeof threshold === "number" ? String(threshold) : threshold;
    const kept = { ...others, ...(shown !== undefined && { low_balance_threshold: shown }) };
    return { ...given, monitor_configuration: kept };
  },
  refuse(account, { id, monitor_configuration: monitor }, before) {
    if (before === undefined && account.table(coupons).get(id) !== undefined) {
      const hint = `${id} exists: change it with PATCH /api/coupons/${id}`;
      const detail = `A coupon with external_id ${id} exists.`;
      return invalid("/data/attributes/external_id", detail, hint);
    }
    const threshold = monitor?.["low_balance_threshold"];
    if (threshold === undefined || isThreshold(threshold)) return undefined;
    const at = "/data/attributes/monitor_configuration/low_balance_threshold";
    return invalid(at, `Expected a whole number of at least ${thresholdMin}.`);
  },
  parts: [[couponCodes, ["coupon.id", "id"]]],
};

const keepingCodes: Keeping<CouponCode> = {
  idOf: ({ coupon: of, unique_code }) => codeId(of, unique_code),
  defaults: (_, now) => ({ expires_at: expiry(now) }),
  refuse: (account, { id, unique_code }, before) =>
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
  bindings: { coupon: { keeping: keepingCoupons }, "coupon-code": { keeping: keepingCodes } },
};
