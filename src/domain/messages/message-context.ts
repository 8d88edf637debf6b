import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import { type CouponCode, couponCodes } from "../resources/coupon.ts";

/** What no template can name: where a message keeps its codes. */
const codes = "coupon codes";

/** Hands out the free codes of an account while messages are rendered, the oldest first. */
export function couponCodesOf(account: Account, now: number) {
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
  const forOne = () => {
    const taken = new Map<string, CouponCode>();
    let short = false;
    return {
      /** A code of a coupon, the same again in the same message; empty: there is none left. */
      codeOf(coupon: string): string {
        const code = taken.get(coupon) ?? next(coupon);
        if (code === undefined) short = true;
        else taken.set(coupon, code);
        return code?.unique_code ?? "";
      },
      isShort: () => short,
      /** What the message keeps, so that it is rendered again as it was. */
      context(): Readonly<Record<string, unknown>> {
        const kept = [...taken].map(([name, code]) => [name, code.unique_code] as const);
        return kept.length === 0 ? {} : { [codes]: Object.fromEntries(kept) };
      },
      assigned: (profile: string): Change[] =>
        [...taken.values()].map((code) =>
          put(couponCodes, { ...code, status: "ASSIGNED_TO_PROFILE", profile }),
        ),
      /** They go to whom comes next. */
      back() {
        for (const [coupon, code] of taken) {
          returned.set(coupon, [...(returned.get(coupon) ?? []), code]);
        }
      },
    };
  };
  return { forOne };
}

export const codesIn = (context: Readonly<Record<string, unknown>>) => {
  const found = (context[codes] ?? {}) as Readonly<Record<string, string>>;
  return (coupon: string): string => (Object.hasOwn(found, coupon) ? (found[coupon] ?? "") : "");
};

/** What no template can name: where a message keeps what it read of the catalog. */
const items = "catalog items";

type Item = (id: string) => object | undefined;

/** What was read of a context while something was rendered: with it alone, the same is rendered again. */
export class ReadContext {
  readonly #read = new Map<string, { names: readonly string[]; value: unknown }>();
  readonly #items: Record<string, object> = nameless();

  readonly told = (names: readonly string[], value: unknown): void => {
    // Its content has the feeds.
    if (value !== undefined && names[0] !== "feeds")
      this.#read.set(names.join("."), { names, value });
  };

  items(of: Item): Item {
    return (id) => {
      const item = of(id);
      if (item !== undefined) this.#items[id] = item;
      return item;
    };
  }

  /** An object in which the same names lead to the same values. */
  context(): Readonly<Record<string, unknown>> {
    const context = nameless();
    // What was read as a whole has all that is within it.
    const found = [...this.#read.values()].sort((a, b) => a.names.length - b.names.length);
    const whole = new Set<string>();
    for (const { names, value } of found) {
      if (names.some((_, at) => whole.has(names.slice(0, at).join(".")))) continue;
      whole.add(names.join("."));
      let place = context;
      for (const name of names.slice(0, -1)) {
        place[name] ??= nameless();
        place = place[name] as Record<string, unknown>;
      }
      place[names.at(-1) as string] = value;
    }
    if (Object.keys(this.#items).length > 0) context[items] = this.#items;
    return { ...context };
  }
}

export const itemsIn = (context: Readonly<Record<string, unknown>>): Item => {
  const found = (context[items] ?? {}) as Readonly<Record<string, object>>;
  return (id) => (Object.hasOwn(found, id) ? found[id] : undefined);
};

/** A property of any name is data in it, `__proto__` too. */
const nameless = <V = unknown>(): Record<string, V> => Object.create(null) as Record<string, V>;
