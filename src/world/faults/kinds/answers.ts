import { any, record, string, literal } from "../../../contract/shape.ts";
import type { Dice } from "../../dice.ts";
import { kind } from "../kind.ts";

export const body = kind({
  name: "body",
  shape: any(),
  means: "In place of the response's body: a text as it is, anything else as JSON.",
  flag: "<text>",
  does: "Replace the response body",
  fromText(text) {
    return isJson(text) ? JSON.parse(text) : text;
  },
  along: true,
  ofBody: true,
  read: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
  leaves: { body: "whole" },
  dress: (value, answer, { edge }) => ({
    ...answer,
    headers: {
      ...answer.headers,
      ...(!edge && { "content-type": isJson(value) ? "application/json" : "text/plain" }),
    },
    body: value,
  }),
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How a message is framed is the connection's business. */
const framing = ["content-length", "transfer-encoding", "connection", "keep-alive", "upgrade"];

export const headers = kind({
  name: "headers",
  shape: record(string()),
  means: "Headers added to the response.",
  flag: "<name=value>",
  does: "Add this header to the response; repeatable",
  along: true,
  read(value, { fail }) {
    const read: Record<string, string> = {};
    for (const [name, text] of Object.entries(value)) {
      const path = `headers.${name}`;
      if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw fail("not the name of a header", path);
      if (!/^[\x20-\x7e\t]*$/.test(text)) throw fail("expected printable ASCII", path);
      const lower = name.toLowerCase();
      if (framing.includes(lower))
        throw fail("how a response is framed is not for headers: see connection and spoil", path);
      read[lower] = text;
    }
    return read;
  },
  leaves: { headers: "whole" },
  dress: (value, answer) => ({ ...answer, headers: { ...answer.headers, ...value } }),
});

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
