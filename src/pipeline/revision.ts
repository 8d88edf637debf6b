import {
  isServed,
  livesIn,
  newestRevision,
  oldestRevision,
  revisionAt,
} from "../contract/revisions.ts";
import { gone, invalid, notFound, refused } from "../jsonapi/refusal.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import { type Exchange, header } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** Reads the `revision` header (behaviour.md, 4), and asks whether the row exists in it. */
export const revision: Stage = (exchange) => {
  const found = readRevision(exchange);
  if (refused(found)) return found;
  exchange.revision = found;
  const { operation } = exchange;
  if (operation === undefined || livesIn(operation, found)) return undefined;
  const { id, since, until } = operation;
  const detail =
    since !== undefined && found < since
      ? `${id} does not exist in revision ${found}: the earliest that has it is ${since}.`
      : `${id} does not exist in revision ${found}: it ended with ${until}.`;
  return notFound(detail, `send revision: ${newestRevision}`);
};

/** The revision that a request asks for, or why it gets none. */
export function readRevision({ incoming, family, now }: Exchange) {
  const sent = header(incoming, "revision")?.trim();
  const use = `send revision: ${newestRevision}`;
  if (sent === undefined || sent === "") {
    if (family === "client") return newestRevision;
    return invalid("/data/", "The revision header is required.", use);
  }
  if (isServed(sent)) return sent;
  if (!/^\d{4}-\d\d-\d\d$/.test(sent) || parseDatetime(sent) === undefined) {
    return invalid("/data/", "The revision header is a date in the form YYYY-MM-DD.", use);
  }
  const today = new Date(now).toISOString().slice(0, 10);
  if (sent > newestRevision && sent > today) {
    return notFound("Unable to specify a future revision date", use);
  }
  const found = revisionAt(sent);
  if (found !== undefined && found >= oldestRevision) return found;
  return gone(`The revision ${sent} is retired.`, `the oldest served is ${oldestRevision}`);
}
