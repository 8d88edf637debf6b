import { livesIn, oldestRevision } from "../contract/revisions.ts";
import { gone, invalid, notFound, Refusal } from "../jsonapi/refusal.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import type { Applied } from "../world/revisions.ts";
import { type Admitted, type Exchange, type Versioned, versioned } from "./exchange.ts";
import { quotable } from "../world/journal/redact.ts";
import { header } from "./incoming.ts";
import type { Stage } from "./stage.ts";

/** Reads the `revision` header (behaviour.md, 4), and asks whether the row exists in it. */
export const revision: Stage<Admitted, Versioned> = (exchange) => {
  const found = readRevision(exchange);
  if (found instanceof Refusal) return found;
  const { operation } = exchange;
  const lives = operation === undefined || livesIn(operation, found.base);
  const next = versioned(exchange, found.base, found.revision);
  if (lives) return next;
  const { id, since, until } = operation;
  const detail =
    since !== undefined && found.base < since
      ? `${id} does not exist in revision ${found.revision}: the earliest that has it is ${since}.`
      : `${id} does not exist in revision ${found.revision}: it ended with ${until}.`;
  return notFound(detail, use(exchange, `${id} is not in revision ${found.revision}`));
};

/** What is wrong, and the revision that is right for who has no reason for another. */
const use = ({ world, now }: Exchange, wrong: string): string => {
  const { newest } = world.revisions;
  const oldest = world.revisions.oldestServed(now) ?? newest;
  return `${wrong}: send revision: ${newest}${oldest === newest ? "" : ` (the oldest is ${oldest})`}`;
};

/** The revision that a request gets, or why it gets none. */
export function readRevision(exchange: Exchange): Applied | Refusal {
  const { world, incoming, now } = exchange;
  const { revisions } = world;
  const sent = header(incoming, "revision")?.trim();
  if (sent === undefined || sent === "") return withoutRevision(exchange);
  const plain = revisions.plain(sent);
  if (plain !== undefined) return plain;
  if (!/^\d{4}-\d\d-\d\d$/.test(sent) || parseDatetime(sent) === undefined) {
    const detail = "The revision header is a date in the form YYYY-MM-DD.";
    const shown = quotable(sent, world.redaction);
    return invalid("/data/", detail, use(exchange, `revision '${shown}' is not a date`));
  }
  if (sent > revisions.newest && sent > new Date(now).toISOString().slice(0, 10)) {
    const hint = use(exchange, `revision ${sent} is in the future`);
    return notFound("Unable to specify a future revision date", hint);
  }
  const found = revisions.latestAt(sent);
  const serving = found && revisions.serving(found, now);
  if (serving !== undefined) return serving;
  const oldest = revisions.oldestServed(now) ?? oldestRevision;
  const hint = `revision ${sent} is retired: send ${oldest}, the oldest served, or a later one`;
  return gone(`The revision ${sent} is retired.`, hint);
}

/** `/client` asks for none; on `/api` the user may choose what it means. */
function withoutRevision(exchange: Exchange): Applied | Refusal {
  const { world, family, now } = exchange;
  const { revisions } = world;
  const meant = family === "client" ? revisions.latestServed(now) : revisions.default(now);
  if (meant !== undefined) return meant;
  const hint = use(exchange, "no revision header");
  return invalid("/data/", "The revision header is required.", hint);
}
