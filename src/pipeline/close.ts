import type { Injected } from "../world/fault-outcome.ts";
import type { Act } from "../world/faults.ts";
import type { Entry, Raw } from "../world/entry.ts";
import type { Unanswered } from "../world/journal.ts";
import type { Written } from "../world/written.ts";
import { profilesOf } from "./entities.ts";
import type { Exchange } from "./exchange.ts";
import { header, type Reply } from "./incoming.ts";
import { rowOf } from "./subject.ts";

/** What a person is told beside an answer. */
interface Told {
  readonly hint?: string;
}

/** Ends an exchange: writes the journal, and gives the reply on. */
export function close(exchange: Exchange, told: Told | undefined, reply: Reply): Reply {
  const { world, acts } = exchange;
  const raw = rawOf(exchange, reply);
  const written = exchange.written ?? exchange.account?.takeWritten() ?? [];
  const repeats = world.lostAnswers.repeated(exchange, written);
  const entry = entryOf(exchange, reply, told?.hint ?? null, written, repeats);
  if (exchange.lostStatus !== undefined) world.lostAnswers.remember(exchange, faultOf(acts));
  exchange.entry = world.journal.write(entry, raw);
  return reply;
}

/** Notes how long an answer took of which it was not known when it was closed. */
export function settle({ entry, world, clock }: Exchange, left: boolean): void {
  if (entry?.durationMs !== null) return;
  entry.durationMs = world.clock.realNow() - entry.arrivedReal;
  entry.endedWorld = clock.now();
  entry.left = left;
}

/** Nothing was sent yet. */
const noReply: Reply = { status: 0, headers: {}, body: "" };

/** What the journal will have of an exchange that waits. */
export const unanswered = (exchange: Exchange): Unanswered => ({
  describe: () => ({
    entry: entryOf(exchange, noReply, null, exchange.written ?? [], null),
    raw: rawOf(exchange, noReply),
  }),
});

/** What the journal is told of an exchange; it hides the secrets itself. */
function entryOf(
  exchange: Exchange,
  reply: Reply,
  hint: string | null,
  written: readonly Written[],
  repeats: string | null,
): Entry {
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
    written,
    repeats,
  };
}

const rawOf = (exchange: Exchange, { headers: answered, body: sent }: Reply): Raw => {
  const { headers, body, method } = exchange.incoming;
  const { redaction } = exchange.world;
  return {
    headers,
    body,
    answered,
    sent: method === "HEAD" ? "" : sent,
    profiles: profilesOf(exchange),
    redaction,
  };
};

const nothing: readonly never[] = [];

const idsOf = ({ faults }: Act): string[] => faults.map(({ id }) => id);

/** The fault whose outcome took an answer away: the first of the last act. */
const faultOf = (acts: readonly Act[]) => acts.at(-1)?.faults[0];

/** What was done to a request, in the words of a fault's author. */
function kindsOf({ step, delayMs }: Act): Injected[] {
  const kinds: Injected[] = delayMs > 0 ? ["delay"] : [];
  if (step === undefined) return kinds;
  const { connection, spoil, limit } = step;
  for (const name of ["status", "headers", "body", "pace"] as const) {
    if (step[name] !== undefined) kinds.push(name);
  }
  for (const kind of [connection, spoil]) if (kind !== undefined) kinds.push(kind);
  if (limit !== undefined) kinds.push(`limit ${limit}`);
  return kinds;
}
