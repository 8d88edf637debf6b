import { literal } from "../../../contract/shape.ts";
import type { Dice } from "../../dice.ts";
import { kind } from "../kind.ts";

/** The least of garbage, in bytes: an empty answer gets some too. */
const garbageBytesMin = 16;

/** What each makes of the bytes of a body. */
const ways = {
  truncate: (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
  /** As long as it was, and no JSON: a member without its colon, or an end that never comes. */
  malformed(bytes) {
    const text = bytes.toString();
    return Buffer.from(text.includes(":") ? text.replace(":", "=") : `${text}{`);
  },
  empty: () => Buffer.alloc(0),
  "content-type": (bytes) => bytes,
  /** Never what any encoding of JSON can begin with. */
  garbage(bytes, dice) {
    const length = Math.max(garbageBytesMin, bytes.length);
    return Buffer.from(Array.from({ length }, (_, at) => (at === 0 ? 0xff : dice.integer(0, 255))));
  },
} as const satisfies Readonly<Record<string, (bytes: Buffer, dice: Dice) => Buffer>>;

const names = Object.keys(ways) as (keyof typeof ways)[];

export const spoil = kind({
  name: "spoil",
  shape: literal(...names),
  means: "What is wrong with the response's body, although it arrives as a whole.",
  flag: "<how>",
  does: `Corrupt the response body: ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`,
  says: "",
  ofDeliveries: true,
  ofBody: true,
  makesSense(value, { where, fail }) {
    if (where !== "delivery" || value === "truncate") return;
    throw fail("of a delivery only truncate is possible", "spoil");
  },
  injected: (value) => value,
  leaves: Object.fromEntries(names.map((name) => [name, "spoilt"])),
  dress: (value, { status, headers, body }, { dice }) => ({
    status,
    headers: {
      ...headers,
      ...(value === "content-type" && { "content-type": "text/html; charset=utf-8" }),
    },
    body: ways[value](Buffer.from(body), dice),
  }),
});
