import { jsonIn } from "./json.ts";

type Scalar = string | number | boolean | null;

/** The place where a page starts: after the record with this sort value and number, or (backward) before it. */
export type Cursor = { readonly backward: boolean; readonly value: Scalar; readonly seq: number };

/** Ties a cursor to its query, so that it is refused by another one (FNV-1a, 32 bits). */
export function fingerprint(query: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < query.length; index += 1)
    hash = Math.imul(hash ^ query.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

export function writeCursor(cursor: Cursor, query: string): string {
  const { backward, value, seq } = cursor;
  const fields = [fingerprint(query), backward ? 1 : 0, seq, value];
  return Buffer.from(JSON.stringify(fields)).toString("base64url");
}

/** Reads a cursor; undefined if it is not one, or not of this query. */
export function readCursor(text: string, query: string): Cursor | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  const fields = jsonIn(Buffer.from(text, "base64url").toString("utf8"));
  if (!Array.isArray(fields) || fields.length !== 4) return undefined;
  const [of, backward, seq, value] = fields as unknown[];
  const scalar = value === null || ["string", "number", "boolean"].includes(typeof value);
  const sound = of === fingerprint(query) && (backward === 0 || backward === 1) && scalar;
  if (!sound || typeof seq !== "number") return undefined;
  return { backward: backward === 1, value: value as Scalar, seq };
}

/** The cursor in `page[cursor]`: clients send all of `links.next` there, too (behaviour.md, 7), or `name=value`. */
export const cursorOf = (value: string): string => within.exec(value)?.[1] ?? value;

const within =
  /^(?:https?:\/\/[^?]*\?(?:.*&)?(?:page(?:\[|%5B)cursor(?:\]|%5D)|page_cursor))?=([\w-]+)/i;
