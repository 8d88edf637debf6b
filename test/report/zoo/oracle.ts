import type { Published } from "./published.ts";
import type { Noted } from "./proxy.ts";

/**
 * What is so. `present`: the client has the quality, and the run put it to the test. `absent`: it lacks it, and
 * the run shows that. `hidden`: it lacks it by what is published, and the run does not show it: by luck, or since
 * it was not put to the test. `not known`: what was seen and what is published say too little.
 */
export type Truth = "present" | "absent" | "hidden" | "not known";

/** What there is to know of a run. */
export interface Evidence {
  readonly log: readonly Noted[];
  /** What it asked in two runs without faults. */
  readonly quiet: readonly Noted[];
  readonly published: Published;
  /** Whether its end was not waited for. */
  readonly killed: boolean;
  /** How many records each call's write has left in the store. */
  readonly stored: ReadonlyMap<string, number>;
  /** By how much the machine was late at worst, in milliseconds. */
  readonly lateMs: number;
  /** How many profiles there are to be read. */
  readonly people: number;
}

/** What the rules' descriptions say for the preset `service`, written down once more. */
const temporary = new Set([429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527]);
const forgiven = new Set([401, 408, 410, 425, 429]);
const tries = { least: 3, most: 8 };
const loadMax = 8;
const longestMs = 300_000;
/** What a timer, a socket and a busy machine add to a wait, or take from it. */
const slackMs = 25;

/** The attempts of one call, in their order. */
type Attempts = readonly Noted[];

function callsOf(log: readonly Noted[]): Attempts[] {
  const calls = new Map<string, Noted[]>();
  for (const noted of log) calls.set(noted.call, [...(calls.get(noted.call) ?? []), noted]);
  return [...calls.values()];
}

const pairsOf = (calls: readonly Attempts[]): (readonly [Noted, Noted])[] =>
  calls.flatMap((call) =>
    call.slice(1).map((next, index) => [call[index] as Noted, next] as const),
  );

const waitMs = (one: Noted, next: Noted): number => next.at - (one.end ?? Number.POSITIVE_INFINITY);

const lastOf = (call: Attempts): Noted => call.at(-1) as Noted;
const isLost = ({ died, readable }: Noted): boolean => died || !readable;
const isRefused = ({ status = 0, died }: Noted): boolean => !died && status >= 400;
const isGood = (one: Noted): boolean => !isLost(one) && !isRefused(one) && one.end !== undefined;
/** A whole answer whose body is not what it says that it is. */
const isCorrupt = (one: Noted): boolean => !one.died && !one.readable && !isRefused(one);
const isNamed = ({ body }: Noted): boolean => body.includes('"unique_id"');

/** Whether it is to be tried again: a write that may have been done only under a name. */
function mayPass(one: Noted): boolean {
  if (isRefused(one)) return temporary.has(one.status ?? 0);
  return isLost(one) && (one.method === "GET" || isNamed(one));
}

const isFinal = (one: Noted): boolean =>
  isRefused(one) && (one.status ?? 0) < 500 && !forgiven.has(one.status ?? 0);

/** What an answer promises, in milliseconds. */
interface Promised {
  readonly ms: number;
  readonly isDate: boolean;
}

/** undefined: it says nothing, or nothing that is worth waiting for. */
function promiseOf(one: Noted): Promised | undefined {
  const said = isRefused(one) ? one.headers["retry-after"] : undefined;
  if (said === undefined) return undefined;
  if (/^\d+$/.test(said))
    return Number(said) > 0 ? { ms: 1000 * Number(said), isDate: false } : undefined;
  const sent = Date.parse(one.headers["date"] ?? "");
  const ms = Date.parse(said) - sent;
  return ms >= 1000 ? { ms, isDate: true } : undefined;
}

/** Broken once is broken; what is published to be lacking is lacking, whatever luck the run had. */
function seen(broken: boolean, kept: boolean, lacks = false): Truth {
  if (broken) return "absent";
  if (lacks) return "hidden";
  return kept ? "present" : "not known";
}

/** What is corrupt has a rule of its own: `corrupt`. */
function retries({ log: all, killed }: Evidence): Truth {
  const log = all.filter((one) => !isCorrupt(one));
  const calls = callsOf(log);
  const left = calls.filter((call) => mayPass(lastOf(call)) && call.length < tries.least);
  if (killed && left.length > 0) return "not known";
  return seen(left.length > 0, log.some(mayPass));
}

function stops({ log }: Evidence): Truth {
  const again = pairsOf(callsOf(log)).some(([one]) => isFinal(one));
  return seen(again, log.some(isFinal));
}

/** What is published decides: who comes late enough by luck has not waited for what it was told. */
function retryAfter({ log, published }: Evidence): Truth {
  const told = pairsOf(callsOf(log)).flatMap(([one, next]) => {
    const promised = promiseOf(one);
    return promised === undefined ? [] : [{ ...promised, waited: waitMs(one, next) }];
  });
  if (told.length === 0) return "not known";
  const lacks = told.some(({ ms, isDate }) => {
    const heeds = isDate ? published.dates : published.retryAfter;
    return heeds === "ignored" || (typeof heeds === "number" && heeds < ms);
  });
  // The seconds of a date are whole ones: what was promised is known to a second.
  const early = told.some(({ ms, isDate, waited }) => waited < ms - (isDate ? 1000 : 0) - slackMs);
  return seen(early, true, lacks);
}

/** The waits of each call before which nothing was promised, as far as they follow each other. */
const ownWaits = (log: readonly Noted[]): number[][] =>
  callsOf(log).map((call) => {
    const end = call.findIndex((one) => promiseOf(one) !== undefined);
    return pairsOf([end < 0 ? call : call.slice(0, end + 1)]).map(([one, next]) =>
      waitMs(one, next),
    );
  });

/** Whether a busy machine may have made of the waits what they look like: it is late at each of some ten turns of theirs. */
function isBlurred({ log, lateMs }: Evidence): boolean {
  const waits = ownWaits(log)
    .flat()
    .toSorted((a, b) => a - b);
  return 10 * lateMs > (waits[Math.floor(waits.length / 2)] ?? Infinity);
}

/** What is published decides; what a busy machine has blurred can only be taken for what it is not. */
function ofWaits(evidence: Evidence, has: boolean): Truth {
  if (isBlurred(evidence)) return has ? "not known" : "hidden";
  return has ? "present" : "absent";
}

function growing(evidence: Evidence): Truth {
  if (evidence.published.loops !== undefined) return "not known";
  const isSeen = ownWaits(evidence.log).some(({ length }) => length > 1);
  return isSeen ? ofWaits(evidence, evidence.published.waits === "growing") : "not known";
}

/** As many waits of the first step as the rule's description asks for. */
const samplesMin = 10;

function jitter(evidence: Evidence): Truth {
  const { log, published } = evidence;
  const firsts = ownWaits(log).filter(({ length }) => length > 0);
  if (firsts.length < samplesMin || published.jitter === "little") return "not known";
  return ofWaits(evidence, published.jitter === "much");
}

const gaveUp = ({ log, killed }: Evidence): boolean =>
  !killed && callsOf(log).some((call) => call.length > 1 && mayPass(lastOf(call)));

const lastedMs = (call: Attempts): number => (lastOf(call).end ?? 0) - (call[0]?.at ?? 0);

const isTried = (log: readonly Noted[]): boolean =>
  callsOf(log).some((call) => call.length > 1 && mayPass(call[0] as Noted));

/** Who would have gone on for too long has no cap that helps, whether that was seen or not. */
const capped = (evidence: Evidence, isOver: (call: Attempts) => boolean, lacks: boolean): Truth =>
  seen(callsOf(evidence.log).some(isOver), gaveUp(evidence), lacks && isTried(evidence.log));

const isTooMany = (call: Attempts): boolean => call.length > tries.most;
const isTooLong = (call: Attempts): boolean => lastedMs(call) > longestMs;

const attempts = (evidence: Evidence): Truth =>
  capped(evidence, isTooMany, evidence.published.attempts > tries.most);

const totalTime = (evidence: Evidence): Truth =>
  capped(evidence, isTooLong, evidence.published.lastsMs > longestMs);

const givesUp = (evidence: Evidence): Truth => {
  const { attempts: most, lastsMs } = evidence.published;
  const isOver = (call: Attempts) => isTooMany(call) || isTooLong(call);
  return capped(evidence, isOver, most > tries.most || lastsMs > longestMs);
};

/** By what is in the store. A lost write that has left nothing there puts nobody to the test. */
function doubledWrite({ log, stored }: Evidence): Truth {
  const lost = callsOf(log).filter((call) => call.some((one) => one.method === "POST" && one.died));
  const counts = lost.map((call) => stored.get(lastOf(call).call) ?? 0);
  return seen(
    counts.some((count) => count > 1),
    counts.some((count) => count === 1),
  );
}

/** What an operation is called here. */
const streamOf = ([begin]: readonly Noted[]): string =>
  `${begin?.method} ${begin?.target.split("?", 1)[0]}`;

const streamsOf = (log: readonly Noted[]): Noted[][] => {
  const streams = new Map<string, Noted[]>();
  for (const noted of log) {
    const key = streamOf([noted]);
    streams.set(key, [...(streams.get(key) ?? []), noted]);
  }
  return [...streams.values()];
};

const between = (stream: readonly Noted[], from: number, to: number): number =>
  stream.filter(({ at }) => at >= from && at < to).length;

/** Whether some calls began before others were over. */
const isRush = (stream: readonly Noted[]): boolean => {
  const calls = callsOf(stream);
  return calls.some((call, index) => {
    const next = calls[index + 1];
    return (
      next !== undefined && (next[0]?.at ?? 0) < (lastOf(call).end ?? Number.POSITIVE_INFINITY)
    );
  });
};

/** What was sent after each 429 until its time was over, against the rate at which the client had come until then. */
function slows({ log }: Evidence): Truth {
  const truths = streamsOf(log).flatMap((stream): Truth[] => {
    const begun = stream[0]?.at ?? 0;
    const first = stream.find((one) => isRefused(one) && one.status === 429);
    const ms = first === undefined ? undefined : promiseOf(first)?.ms;
    if (first?.end === undefined || ms === undefined) return [];
    const spanMs = Math.min(ms, first.end - begun);
    const before = between(stream, first.end - spanMs, first.end);
    const isOver = stream.some(({ at }) => at >= (first.end ?? 0) + ms);
    if (before < 5 || spanMs < 200 || !isOver) return ["not known"];
    const during = (some: readonly Noted[]) =>
      between(some, (first.end ?? 0) + 50, (first.end ?? 0) + ms);
    const share = during(stream) / (ms - 50) / (before / spanMs);
    if (share > 0.95) return ["absent"];
    // What others do meanwhile is not slowed by one that waits: where it is less, there was less to do.
    if (share >= 0.6 || isRush(stream)) return ["not known"];
    // Who reads one after the other waits for its own call: whether it would hold back others is not seen.
    return [during(stream.filter(({ call }) => call !== first.call)) > 0 ? "present" : "hidden"];
  });
  return joined(truths);
}

/** One that is broken says all, and one of which nothing is known leaves all in the dark. */
const joined = (truths: readonly Truth[]): Truth =>
  (["absent", "hidden", "not known"] as const).find((truth) => truths.includes(truth)) ??
  truths[0] ??
  "not known";

/**
 * Those who were told to wait for the same instant: when does each of them come back? Who has no jitter was kept
 * apart by what else happened.
 */
function stampede({ log, published }: Evidence): Truth {
  const back = pairsOf(callsOf(log)).flatMap(([one, next]) => {
    const promised = promiseOf(one);
    return promised === undefined ? [] : [{ due: (one.end ?? 0) + promised.ms, at: next.at }];
  });
  const truths = crowdsOf(back).map((ats): Truth => {
    if (ats.length < 5) return "not known";
    const most = (ms: number) =>
      Math.max(...ats.map((from) => ats.filter((at) => at >= from && at < from + ms).length));
    if (most(40) >= 5 && most(40) / ats.length > 0.75) return "absent";
    if (published.jitter === "none") return "hidden";
    return most(60) / ats.length <= 0.75 ? "present" : "not known";
  });
  return joined(truths);
}

/** When each of those came back that were due together. */
function crowdsOf(back: readonly { due: number; at: number }[]): number[][] {
  const crowds: { due: number; ats: number[] }[] = [];
  for (const { due, at } of back.toSorted((a, b) => a.due - b.due)) {
    const crowd = crowds.at(-1);
    if (crowd !== undefined && due - crowd.due <= 200) crowd.ats.push(at);
    else crowds.push({ due, ats: [at] });
  }
  return crowds.map(({ ats }) => ats);
}

/** Was told that little was left, and went on until it was refused. No client here slows down by itself. */
function budget({ log }: Evidence): Truth {
  const broken = streamsOf(log).some((stream) => {
    const low = stream.find((one) => {
      const limit = Number.parseInt(one.headers["ratelimit-limit"] ?? "", 10);
      return isGood(one) && Number(one.headers["ratelimit-remaining"]) <= 0.2 * limit;
    });
    const refused = stream.find((one) => isRefused(one) && one.status === 429);
    if (low?.end === undefined || refused === undefined) return false;
    const leftMs = 1000 * Number(low.headers["ratelimit-reset"]);
    return refused.at > low.end + 60 && refused.at < low.end + leftMs - 1000;
  });
  return seen(broken, false);
}

function revision({ log }: Evidence): Truth {
  const gone = log.filter((one) => isRefused(one) && one.status === 410);
  const again = pairsOf(callsOf(log)).some(
    ([one, next]) => gone.includes(one) && next.revision === one.revision,
  );
  return seen(again, gone.length > 0);
}

function token({ log }: Evidence): Truth {
  const barred = log.filter((one) => isRefused(one) && one.status === 401);
  const again = pairsOf(callsOf(log)).some(
    ([one, next]) => barred.includes(one) && next.credential === one.credential,
  );
  return seen(again, barred.length > 0);
}

/** Whether a write was sent again that had been answered well. */
function repeats({ log }: Evidence): Truth {
  const isGoodWrite = (one: Noted) => one.method === "POST" && isGood(one);
  const again = pairsOf(callsOf(log)).some(([one]) => isGoodWrite(one));
  return seen(again, log.some(isGoodWrite));
}

const isOfWalk = ({ target }: Noted): boolean =>
  target.startsWith("/api/profiles?") && target.includes("sort=id");

/** Whether a walk that came beyond its first page was given everyone, and once. */
function readsAll({ log, people, killed }: Evidence): Truth {
  const walk = log.filter(isOfWalk);
  if (killed || !walk.some(({ target }) => target.includes("cursor"))) return "not known";
  const ids = walk
    .filter(isGood)
    .flatMap(({ text }) => (JSON.parse(text) as { data: { id: string }[] }).data)
    .map(({ id }) => id);
  const isWhole = ids.length === people && new Set(ids).size === people;
  return seen(!isWhole, true);
}

/** Whether it went away where no answer came. */
function patience({ log, killed, published: { waitsMs = Infinity } }: Evidence): Truth {
  const hung = log.some(({ left }) => left) || log.some(({ end }) => end === undefined);
  if (!hung) return "not known";
  if (killed) return waitsMs === Infinity ? "absent" : "not known";
  return "present";
}

/** Whether the faults of an operation made many requests of few: so many at most as a call has attempts. */
function storm({ log, quiet, published, killed }: Evidence): Truth {
  const usual = new Map(streamsOf(quiet).map((stream) => [streamOf(stream), stream.length / 2]));
  const struck = streamsOf(log).filter((stream) => stream.some(mayPass));
  const broken = struck.some(
    (stream) => stream.length > loadMax * (usual.get(streamOf(stream)) ?? Infinity),
  );
  const kept = struck.map(callsOf).some((calls) => {
    const failing = calls.filter((call) => call.some(mayPass));
    return failing.length > calls.length / 2 && calls.some((call) => mayPass(lastOf(call)));
  });
  const lacks = published.attempts > loadMax && isTried(log);
  return seen(broken, !killed && kept, lacks);
}

/** Whether every attempt was the whole request of the first: new credentials may be others. */
function sameRequest({ log }: Evidence): Truth {
  const pairs = callsOf(log).flatMap((call) =>
    call.slice(1).map((next) => [call[0] as Noted, next] as const),
  );
  const isOther = ([one, next]: readonly [Noted, Noted]) =>
    one.body !== next.body || one.type !== next.type || one.target !== next.target;
  return seen(
    pairs.some(isOther),
    pairs.some(([{ body }]) => body !== ""),
  );
}

/** Fewer attempts than that are no two loops. */
const loopAttempts = 4;

/** What is published decides, as soon as a call was long enough for two loops. */
function layers({ log, published }: Evidence): Truth {
  if (ownWaits(log).every(({ length }) => length + 1 < loopAttempts)) return "not known";
  return published.loops === undefined ? "present" : "absent";
}

/** Clients close what was idle for longer, in milliseconds. */
const idleMs = 4000;

/** Whether retries came on the connection of the attempt before, where it was free and not closed. */
function connections({ log }: Evidence): Truth {
  const uses = new Map<number, Noted[]>();
  for (const one of log) uses.set(one.connection, [...(uses.get(one.connection) ?? []), one]);
  const free = pairsOf(callsOf(log)).filter(([one, next]) => {
    if (!mayPass(one) || isLost(one) || waitMs(one, next) > idleMs) return false;
    const own = uses.get(one.connection) ?? [];
    const other = own[own.indexOf(one) + 1];
    return other === undefined || other.at >= next.at;
  });
  const fresh = free.filter(([, next]) => uses.get(next.connection)?.[0] === next);
  if (free.length < 5) return "not known";
  if (fresh.length > 0.8 * free.length) return "absent";
  return fresh.length < 0.2 * free.length ? "present" : "not known";
}

/** Of each rule, by its id. A rule that is not here is one of which nothing is known. */
export const truths: Readonly<Record<string, (evidence: Evidence) => Truth>> = {
  retries,
  stops,
  "retry-after": retryAfter,
  growing,
  jitter,
  attempts,
  "total-time": totalTime,
  "doubled-write": doubledWrite,
  slows,
  stampede,
  budget,
  "gives-up": givesUp,
  revision,
  token,
  repeats,
  "reads-all": readsAll,
  patience,
  storm,
  "same-request": sameRequest,
  layers,
  connections,
};

/** What was seen of a client that is not as published: then what is published is not to be believed. */
export function contradictions({ log, published }: Evidence): string[] {
  const calls = callsOf(log);
  const most = Math.max(0, ...calls.map(({ length }) => length));
  const found = most > published.attempts ? [`${most} attempts, not ${published.attempts}`] : [];
  for (const [one, next] of pairsOf(calls)) {
    const promised = promiseOf(one);
    const heeds = promised?.isDate ? published.dates : published.retryAfter;
    const leastMs = (promised?.ms ?? 0) - (promised?.isDate ? 1000 : 0) - slackMs;
    if (heeds === "heeded" && waitMs(one, next) < leastMs) {
      found.push(`${one.call}: ${Math.round(waitMs(one, next))} ms, not ${promised?.ms}`);
    }
  }
  return found;
}
