import { isOAuth } from "../contract/oauth.ts";
import { requestIdIn } from "../contract/vendor-names.ts";
import { documentOfRefusal, noId } from "../jsonapi/document.ts";
import { standardRefusal } from "../jsonapi/standard-refusal.ts";
import { mediaType, printable } from "./headers.ts";
import { header, type Incoming, type Reply } from "./incoming.ts";
import { errorOf } from "./oauth/refusals.ts";

/** The service's own 503, also in OAuth's form, for what was done and cannot be kept. @param why in one line */
export function unavailable(incoming: Incoming, why: string, done: Reply): Reply {
  const refusal = standardRefusal(503, undefined);
  const oauth = isOAuth(incoming.target.replace(/\?.*/s, ""));
  const id = requestIdIn(done.headers) ?? noId;
  const body = oauth ? errorOf(refusal).body : documentOfRefusal(refusal, id);
  return {
    status: 503,
    body,
    headers: {
      "content-type": oauth ? "application/json" : mediaType(header(incoming, "accept")),
      "content-length": String(Buffer.byteLength(body)),
      "x-emulator-hint": printable(why),
    },
  };
}
