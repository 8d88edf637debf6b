import { type SentBy, isOfClient, type Entry, type Raw } from "../../world/journal/entry.ts";
import type { ForPeople } from "../../jsonapi/refusal.ts";
import type { Exchange } from "../exchange.ts";
import { header, type Incoming, type Reply } from "../incoming.ts";
import type { Injected } from "../../world/faults/injected.ts";
import { injectedBy } from "../../world/faults/outcome.ts";
import type { Act } from "../../world/faults/faults.ts";
import { Received } from "../../world/journal/received.ts";
import type { CreatedRecord } from "../../world/store/record-change.ts";
import { profilesOf, rowOf } from "../subject.ts";

/** By this header the inspector says what it sends itself. */
const pageHeader = "x-emulator-page";

/**
 * What sent a request, by what browsers say of theirs. Whatever is in doubt is a client's: what a script sends has none
 * of this, and what a page of the client's own sends by `fetch` is neither shown nor of our origin.
 */
function sentBy({ incoming, path, stage }: Exchange): SentBy {
  if (stage === "preflight") return "browser";
  const site = header(incoming, "sec-fetch-site");
  // A page of another site may not send the header. Plain HTTP beyond loopback has no `sec-fetch-site`.
  const isOurs = site === undefined || site === "same-origin";
  if (isOurs && header(incoming, pageHeader) === "inspector") return "inspector";
  if (!isShown(incoming)) return "client";
  if (path === "/oauth/authorize" && incoming.method === "POST")
    return isOurs ? "consent page" : "client";
  // What an app has a browser show is the app's. No browser sends a key for what it shows.
  const isOfApp = path.startsWith("/oauth/") || path.startsWith("/client/");
  return isOfApp || incoming.headers["authorization"] !== undefined ? "client" : "browser";
}

/** What browsers accept where they are to show a page, or a picture. */
const shownTypes = /^(text\/html,application\/xhtml\+xml|image\/)/;

/** Whether a browser shows the response, as of a URL that was typed, a link, a form or a picture. */
function isShown(incoming: Incoming): boolean {
  const dest = header(incoming, "sec-fetch-dest");
  return dest === undefined ? shownTypes.test(header(incoming, "accept") ?? "") : dest !== "empty";
}

/** Ends an exchange: writes the journal, and gives the reply on. @param told whose hint a person is told */
export function close(exchange: Exchange, told: ForPeople | undefined, reply: Reply): Reply {
  const { world } = exchange;
  exchange.written ??= exchange.account?.takeWritten() ?? [];
  const raw = rawOf(exchange, reply);
  const entry = entryOf(exchange, reply, told?.hint ?? exchange.hint ?? null);
  entry.repeats = repeatedBy(exchange, entry, raw);
  exchange.entry = entry;
  world.journal.write(entry, raw, exchange.incoming.method === "HEAD" ? "" : reply.body);
  return reply;
}

/** The exchange that one sends again; it is remembered itself if its answer was lost. */
function repeatedBy({ world, acts, lostStatus }: Exchange, entry: Entry, raw: Raw): string | null {
  const { lostAnswers } = world;
  if (lostAnswers.isEmpty && lostStatus === undefined) return null;
  if (!isOfClient(entry)) return null;
  const asked = new Received(entry, raw);
  const repeats = lostAnswers.repeated(asked);
  if (lostStatus !== undefined) lostAnswers.remember(asked, faultOf(acts));
  return repeats;
}

/** Notes how long an answer took of which it was not known when it was closed, and tells so. */
export function settle({ entry, clock, world }: Exchange, left: boolean): void {
  if (entry?.durationMs !== null) return;
  clock.time.machine.follow();
  entry.durationMs = clock.realNow() - entry.arrivedReal;
  entry.endedWorld = clock.now();
  entry.left = left;
  world.journal.end(entry);
}

const noReply: Reply = { status: 0, headers: {}, body: "" };

/** What the journal will have of an exchange that waits. */
export const unanswered = (exchange: Exchange) => () => ({
  entry: entryOf(exchange, noReply, null),
  raw: rawOf(exchange, noReply),
});

/** What the journal is told of an exchange; it hides the secrets itself. */
function entryOf(exchange: Exchange, reply: Reply, hint: string | null): Entry {
  const { credentials, incoming, acts, clock, left, arrivedReal } = exchange;
  const operation = rowOf(exchange)?.id ?? null;
  const testId = header(incoming, "x-emulator-test-id") ?? null;
  const faults = acts.length === 0 ? nothing : acts.flatMap(idsOf);
  const injected = acts.length === 0 ? nothing : acts.flatMap(kindsOf);
  const isSent = reply !== noReply && reply.delivery === undefined;
  const until = left?.real ?? (isSent ? clock.realNow() : undefined);
  return {
    id: exchange.id,
    arrivedReal,
    arrivedWorld: exchange.arrivedWorld,
    pace: clock.pace,
    method: incoming.method,
    target: incoming.target,
    operation,
    // Whom its credentials name, also if it was answered before anybody looked at them.
    account: "account" in credentials ? credentials.account.id : null,
    key: credentials.kind === "key" ? credentials.key.name : null,
    app: exchange.app ?? null,
    testId,
    sentBy: sentBy(exchange),
    connection: incoming.connection ?? null,
    revision: exchange.revisionName ?? null,
    status: reply.status === 0 ? null : reply.status,
    retryAfter: reply.headers["retry-after"] ?? null,
    lostStatus: exchange.lostStatus ?? null,
    stage: exchange.stage,
    faults,
    injected,
    hint,
    durationMs: until === undefined ? null : until - arrivedReal,
    endedWorld: left?.world ?? (isSent ? clock.now() : null),
    left: left !== undefined,
    bodyBytes: Number(reply.headers["content-length"] ?? 0),
    written: exchange.written ?? nothing,
    repeats: null,
  };
}

const rawOf = (exchange: Exchange, { headers: answered }: Reply): Raw => {
  const { headers, body } = exchange.incoming;
  const { redaction } = exchange.world;
  return {
    headers,
    body,
    answered,
    profiles: profilesOf(exchange),
    page: exchange.page,
    created: createdBy(exchange),
    redaction,
  };
};

function createdBy({ written = nothing }: Exchange): readonly CreatedRecord[] {
  const all = written.filter(({ created }) => created !== undefined);
  // An array that grows keeps room for more, and so does `flatMap`'s: of nearly all requests it is one.
  return all.length === 0 ? nothing : all.map(({ created }) => created as CreatedRecord);
}

const nothing: readonly never[] = [];

const idsOf = ({ faults }: Act): string[] => faults.map(({ id }) => id);

/** The fault whose outcome took an answer away: the first of the last act. */
const faultOf = (acts: readonly Act[]) => acts.at(-1)?.faults[0];

const kindsOf = ({ step, delayMs }: Act): Injected[] => [
  ...(delayMs > 0 ? (["delay"] as const) : []),
  ...(step === undefined ? [] : injectedBy(step)),
];
