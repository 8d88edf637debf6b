import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import { type CouponCode, couponCodes } from "../resources/coupon.ts";

/** The name under which a message keeps its codes: no template can name it. */
const codes = "coupon codes";

/** The codes of coupons for one message. */
interface Given {
  /** A code of a coupon: the same one again in the same message. Without one left it is empty. */
  readonly codeOf: (coupon: string) => string;
  /** Whether a coupon had none left. */
  readonly isShort: () => boolean;
  /** What the message keeps, so that it is rendered again as it was. */
  readonly context: () => Readonly<Record<string, unknown>>;
  /** The codes become somebody's. */
  readonly assigned: (profile: string) => Change[];
  /** They go to whom comes next. */
  readonly back: () => void;
}

/** Hands out the free codes of an account while messages are rendered: each to one message, the oldest first. */
export function couponCodesOf(account: Account, now: number): { readonly forOne: () => Given } {
  const free = new Map<string, Iterator<CouponCode>>();
  const returned = new Map<string, CouponCode[]>();
  const next = (coupon: string): CouponCode | undefined => {
    const again = returned.get(coupon)?.shift();
    if (again !== undefined) return again;
    const prefix = [coupon, "UNASSIGNED"];
    const found =
      free.get(coupon) ??
      account.table(couponCodes).scan(["coupon.id", "status"], { prefix })[Symbol.iterator]();
    free.set(coupon, found);
    for (let each = found.next(); each.done !== true; each = found.next()) {
      if (each.value.expires_at === null || each.value.expires_at > now) return each.value;
    }
    return undefined;
  };
  const forOne = (): Given => {
    const taken = new Map<string, CouponCode>();
    let short = false;
    return {
      codeOf(coupon) {
        const code = taken.get(coupon) ?? next(coupon);
        if (code === undefined) short = true;
        else taken.set(coupon, code);
        return code?.unique_code ?? "";
      },
      isShort: () => short,
      context: () =>
        taken.size === 0
          ? {}
          : {
              [codes]: Object.fromEntries(
                [...taken].map(([name, code]) => [name, code.unique_code]),
              ),
            },
      assigned: (profile) =>
        [...taken.values()].map((code) =>
          put(couponCodes, { ...code, status: "ASSIGNED_TO_PROFILE", profile }),
        ),
      back() {
        for (const [coupon, code] of taken) {
          returned.set(coupon, [...(returned.get(coupon) ?? []), code]);
        }
      },
    };
  };
  return { forOne };
}

/** The codes that a message was rendered with. */
export const codesIn = (context: Readonly<Record<string, unknown>>) => {
  const found = (context[codes] ?? {}) as Readonly<Record<string, string>>;
  return (coupon: string): string => (Object.hasOwn(found, coupon) ? (found[coupon] ?? "") : "");
};
