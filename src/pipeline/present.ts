import { vendorNames, requestIdIn } from "../contract/vendor-names.ts";
import type { Exchange } from "./exchange.ts";
import { type Reply, header, type Incoming } from "./incoming.ts";
import { faultsOf, printable, answerHeaders, mediaType } from "./headers.ts";
import type { Plain } from "./stage.ts";
import { type Resource, writtenAs } from "../contract/resource.ts";
import { cursorParameter } from "../contract/operation.ts";
import { livesIn, newestRevision } from "../contract/revisions.ts";
import { type Cursor, writeCursor } from "../jsonapi/cursor.ts";
import type { Fieldset } from "../jsonapi/fields.ts";
import { documentOfMany, documentOfNothing } from "../jsonapi/document.ts";
import { documentOfOne, documentOfRefusal, noId } from "../jsonapi/document.ts";
import { pagingOf } from "../jsonapi/query.ts";
import { Refusal } from "../jsonapi/refusal.ts";
import { ifIncluded, peculiarTo } from "../jsonapi/members-written.ts";
import { referenceTo } from "../jsonapi/resource-object.ts";
import type { View } from "../jsonapi/view.ts";
import type { Empty, One, Outcome, Page } from "../verbs/outcome.ts";
import { errorOf } from "./oauth/refusals.ts";
import { includedTexts, linkageOf, linkedBy, textsOf } from "./texts.ts";
import { isOAuth } from "../contract/oauth.ts";
import { standardRefusal } from "../jsonapi/standard-refusal.ts";

/** Makes the answer of an outcome: the only place where one becomes a document. */
export function present(exchange: Exchange, outcome: Outcome): Reply {
  if (outcome instanceof Refusal) return presentRefusal(exchange, outcome);
  if (outcome.kind === "empty") return presentNothing(exchange, outcome.status);
  const bare = bareAnswer(exchange);
  if (bare !== undefined) return presentNothing(exchange, bare.status);
  const status = "status" in outcome ? outcome.status : 200;
  const body = documentOf(exchange, outcome);
  return { status, headers: answerHeaders(exchange, status, body), body };
}

const presentNothing = (exchange: Exchange, status: number): Reply => ({
  status,
  headers: answerHeaders(exchange, status, ""),
  body: "",
});

/** Some rows show in some revisions only what they did. */
const bareAnswer = ({ operation, revision = newestRevision }: Exchange) => {
  // Most rows never do.
  if (!operation?.success.some(({ empty }) => empty)) return undefined;
  const answers = operation.success.filter((answer) => livesIn(answer, revision));
  return answers.every(({ empty }) => empty) ? answers[0] : undefined;
};

/** The service's error format; to who asked for a token, OAuth's. */
export function presentRefusal(exchange: Exchange, refusal: Refusal): Reply {
  if (exchange.oauth !== undefined) return presentPlain(exchange, errorOf(refusal));
  const body = documentOfRefusal(refusal, exchange.id);
  const headers = answerHeaders(exchange, refusal.status, body, refusal);
  return { status: refusal.status, headers, body };
}

/** The answer as it is sent. What OAuth gives out is for nobody's cache (RFC 6749, 5.1). */
export function presentPlain(exchange: Exchange, { status, headers, body, hint }: Plain): Reply {
  const { id, acts, world } = exchange;
  return {
    status,
    body,
    headers: {
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "no-store",
      pragma: "no-cache",
      [vendorNames(world.settings.vendorName).requestIdHeader]: id,
      ...headers,
      ...(hint !== undefined && { "x-emulator-hint": printable(world.redaction.text(hint)) }),
      ...(acts.length > 0 && !world.settings.stealth && { "x-emulator-fault": faultsOf(acts) }),
    },
  };
}

function documentOf(exchange: Exchange, outcome: Exclude<Outcome, Refusal | Empty>): Reply["body"] {
  const self = exchange.incoming.origin + exchange.incoming.target;
  const to = (cursor: Cursor | null | undefined) => (cursor ? pageUrl(exchange, cursor) : null);
  const { operation, api, query } = exchange;
  const resource = api.resources.get(operation?.answers ?? "") as Resource;
  if (outcome.kind === "bare") {
    const data = referenceTo(resource, outcome.id, exchange.incoming.origin);
    return JSON.stringify({ data, links: { self } });
  }
  const paged = outcome.next !== undefined || operation?.onePage === true;
  const links = paged ? { self, next: to(outcome.next), prev: to(outcome.prev) } : { self };
  if (outcome.kind === "linkage")
    return outcome.data === null
      ? documentOfNothing
      : JSON.stringify({ data: outcome.data, links });
  const records = outcome.kind === "one" ? [outcome.record] : outcome.records;
  const view = viewOf(exchange, resource, outcome);
  const linked = linkedBy(resource, query?.include ?? []);
  const linkages = records.map((record) => linkageOf(exchange, resource, record, linked));
  let again: boolean | undefined;
  const isKept = () => (again ??= exchange.world.texts.isAgain(self, records.length));
  const textOf = textsOf(exchange, resource, view, isKept);
  const texts = records.map((record, index) => textOf(record, linkages[index]));
  const asked = [...(query?.include ?? []), ...(operation?.including ?? [])];
  const included =
    asked.length > 0
      ? includedTexts(exchange, resource, records, linkages, asked, viewOf, isKept)
      : undefined;
  const listed = operation?.listed && livesIn(operation.listed, view.revision);
  if (outcome.kind === "one" && !listed) return documentOfOne(texts[0] as Buffer, included, links);
  return documentOfMany(texts, included, links);
}

/** @param answer given: the records are the answer's own, else they are included in it */
function viewOf(exchange: Exchange, resource: Resource, answer?: One | Page): View {
  const { revision = newestRevision, incoming, query, operation } = exchange;
  const { origin } = incoming;
  const fieldset = query?.fieldsets.get(writtenAs(resource));
  const additional = query?.additional.get(resource.type) ?? [];
  const fields = fieldset === undefined ? "all" : nameOf(fieldset);
  const own = answer === undefined ? undefined : operation?.id;
  const peculiar = own === undefined ? "" : peculiarTo(resource, own);
  const { wrote, sent } = answer?.kind === "one" ? answer : {};
  const included = own === undefined ? [] : ifIncluded(resource, query?.include ?? []);
  return {
    revision,
    origin,
    fieldset,
    additional,
    included,
    operation: own,
    wrote,
    sent,
    // Each call may have a name of its own: texts with thousands of origins would drive out all others.
    name:
      incoming.named === undefined
        ? `${revision} ${origin} ${fields} ${peculiar} ${included}`
        : undefined,
  };
}

const nameOf = (fieldset: Fieldset): string =>
  [...fieldset].map(([name, within]) => (within ? `${name}(${nameOf(within)})` : name)).join();

/** The request's own URL with another cursor, which comes last (behaviour.md, 7). */
function pageUrl(exchange: Exchange, cursor: Cursor): string {
  const { incoming, path, queryString, query, operation, revision = newestRevision } = exchange;
  const kept = queryString
    .split("&")
    .filter((pair) => pair !== "" && !/^page((\[|%5b)cursor(\]|%5d)|_cursor)=/i.test(pair));
  const text = writeCursor(cursor, query?.identity ?? "");
  const paging = operation && pagingOf(operation, revision);
  const name = encodeURIComponent(cursorParameter(paging ?? {}));
  return `${incoming.origin}${path}?${[...kept, `${name}=${text}`].join("&")}`;
}

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
