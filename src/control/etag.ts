import { createHash } from "node:crypto";
import type { Incoming } from "../pipeline/incoming.ts";

/** What a body is known by, for whoever keeps it. */
export const etagOf = (body: Buffer): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;

/** Whether a client says that it has a body already (RFC 9110, 13.1.2). */
export function hasAlready(headers: Incoming["headers"], etag: string): boolean {
  const known = String(headers["if-none-match"] ?? "").split(",");
  return known.some((each) => ["*", etag].includes(each.trim().replace(/^W\//, "")));
}
