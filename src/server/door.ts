import { documentOfRefusal, noId } from "../jsonapi/document.ts";
import type { Refusal } from "../jsonapi/refusal.ts";
import { printable } from "../pipeline/headers.ts";
import type { Reply } from "../pipeline/incoming.ts";

/** The answer to what comes to no stage: in the service's own form, with its hint for people. */
export function refusedAtTheDoor(refusal: Refusal): Reply {
  const hint = refusal.hint === undefined ? {} : { "x-emulator-hint": printable(refusal.hint) };
  return json(refusal.status, documentOfRefusal(refusal, noId), hint);
}

/** An answer that is JSON. */
const json = (
  status: number,
  body: string,
  more: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers: {
    ...more,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
  },
  body,
});
