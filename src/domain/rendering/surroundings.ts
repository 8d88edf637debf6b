import type { Value } from "./values.ts";

/** What a template is rendered with, beside its context. */
export interface Surroundings {
  /** World time, in milliseconds since 1970. */
  readonly now: number;
  /** What a clock on the wall of the account shows at an instant. Default: that of UTC. */
  readonly wallOf?: (at: number) => number;
  /** What stands for a service tag such as `unsubscribe`, with its own text. Default: the mark `[NAME_tag]`. */
  readonly mark?: (name: string, text: string | undefined) => string;
  /** The catalog's item with an id, for `{% catalog %}`; undefined: there is none. */
  readonly catalogItem?: (id: string) => object | undefined;
  /** A code of a coupon, for `{% coupon_code %}`. Default: the mark `[coupon_code_tag]`. */
  readonly couponCode?: (coupon: string) => string;
  /** Of the chance in `random`: the same seed draws the same. Default: an empty one. */
  readonly seed?: string;
  /** Told of what is read of the context: the names that lead there, what they lead to, and the index of the output. */
  readonly told?: (names: readonly string[], value: Value, at: number) => void;
}
