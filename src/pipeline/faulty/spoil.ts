import type { Dice } from "../../world/dice.ts";
import type { Spoil } from "../../world/faults/outcome.ts";
import { type Reply, wholeBody } from "../incoming.ts";

/** The least of garbage, in bytes: an empty answer gets some too. */
const garbageBytesMin = 16;

/** An answer that arrives as a whole and is wrong; its length is always that of what is sent. */
export function spoiled(reply: Reply, spoil: Spoil | undefined, dice: Dice): Reply {
  const body = spoil === undefined ? wholeBody(reply) : spoiledBody(wholeBody(reply), spoil, dice);
  const headers = {
    ...reply.headers,
    "content-length": String(Buffer.byteLength(body)),
    ...(spoil === "content-type" && { "content-type": "text/html; charset=utf-8" }),
  };
  return { ...reply, headers, body };
}

function spoiledBody(body: string | Buffer, spoil: Spoil, dice: Dice): string | Buffer {
  const bytes = Buffer.from(body);
  switch (spoil) {
    case "content-type":
      return body;
    case "empty":
      return "";
    case "truncate":
      return bytes.subarray(0, Math.floor(bytes.length / 2));
    case "malformed":
      return malformed(bytes.toString());
    case "garbage": {
      const length = Math.max(garbageBytesMin, bytes.length);
      // Never what any encoding of JSON can begin with.
      return Buffer.from(
        Array.from({ length }, (_, at) => (at === 0 ? 0xff : dice.integer(0, 255))),
      );
    }
  }
}

/** As long as it was, and no JSON: a member without its colon, or an end that never comes. */
const malformed = (text: string): string =>
  text.includes(":") ? text.replace(":", "=") : `${text}{`;
