import type { RuleId } from "../../../src/report/names.ts";
import type { Sent } from "./log.ts";

/**
 * What must be said of a client, by what it noted itself. `unclear`: its deeds are too near to a limit of
 * the rule, or say too little, to call one verdict the right one.
 */
export type Truth = "broken" | "held" | "unclear";

/** What the rules' descriptions say for the preset `service`, written down once more. */
const retriable = new Set([429, 500, 502, 503, 504]);
const forgiven = new Set([401, 408, 410, 425, 429]);
const tries = { least: 3, most: 8 };
const longestMs = 300_000;

const isRefusal = (sent: Sent): boolean => sent.saw === "answer" && (sent.status ?? 0) >= 400;
const isLost = ({ saw }: Sent): boolean =>
  saw === "broken" || saw === "timeout" || saw === "unreadable";

function shouldGoOn(sent: Sent): boolean {
  if (isRefusal(sent)) return retriable.has(sent.status ?? 0);
  if (!isLost(sent)) return false;
  return sent.method === "GET" || sent.name === "unique_id" || sent.name === "idempotency key";
}

const isForGood = (sent: Sent): boolean =>
  isRefusal(sent) &&
  (sent.status ?? 0) < 500 &&
  !forgiven.has(sent.status ?? 0) &&
  !retriable.has(sent.status ?? 0);

/** Those of one key together, in their order. */
function grouped(log: readonly Sent[], keyOf: (sent: Sent) => string | number): Sent[][] {
  const groups = new Map<string | number, Sent[]>();
  for (const sent of log) groups.set(keyOf(sent), [...(groups.get(keyOf(sent)) ?? []), sent]);
  return [...groups.values()];
}

type Calls = readonly (readonly Sent[])[];

/** Each attempt with the next one of its call. */
const pairs = (calls: Calls): (readonly [Sent, Sent])[] =>
  calls.flatMap((call) => call.slice(1).map((next, index) => [call[index] as Sent, next] as const));

const gapMs = (one: Sent, next: Sent): number =>
  next.sentAt - (one.seenAt ?? Number.POSITIVE_INFINITY);

const verdict = (broken: boolean, held: boolean): Truth =>
  broken ? "broken" : held ? "held" : "unclear";

/** The truth of each rule. */
export function truths(log: readonly Sent[]): Record<RuleId, Truth> {
  const wanted = log.filter(({ operation }) => operation !== "oauth_token");
  const calls = grouped(wanted, ({ call }) => call);
  return {
    retries: retries(calls),
    stops: stops(calls),
    "retry-after": retryAfter(calls),
    growing: growing(calls),
    jitter: jitter(calls),
    attempts: capped(calls, (call) => call.length > tries.most),
    "total-time": capped(calls, (call) => lasted(call) > longestMs),
    "doubled-write": doubled(calls),
    slows: slows(wanted),
    stampede: stampede(wanted),
    budget: budget(wanted),
    "gives-up": givesUp(calls),
    revision: revision(calls, wanted),
    token: token(calls, log),
    // What this client never does otherwise: their own tests have mutants of them.
    repeats: "unclear",
    "reads-all": "unclear",
    patience: "unclear",
    storm: "unclear",
    "same-request": "unclear",
    corrupt: "unclear",
    layers: "unclear",
    connections: "unclear",
  };
}

const endOf = (call: readonly Sent[]): Sent => call.at(-1) as Sent;

const lasted = (call: readonly Sent[]): number =>
  (endOf(call).seenAt ?? 0) - (call[0]?.sentAt ?? 0);

function retries(calls: Calls): Truth {
  const left = calls.filter((call) => isGivenUp(call) && call.length < tries.least);
  // Who wants the very same again soon has tried it again, whatever it calls that.
  const isLeft = (call: readonly Sent[]) => !isAskedAgain(calls, endOf(call), 60_000);
  return verdict(left.some(isLeft), left.length === 0 && calls.flat().some(shouldGoOn));
}

function stops(calls: Calls): Truth {
  const broken = pairs(calls).some(([one, next]) => isForGood(one) && gapMs(one, next) < 60_000);
  const refused = calls.flat().filter(isForGood);
  // Another call for the same, refused already: that is no better, but not what was to be judged.
  const again = refused.some((one) => isAskedAgain(calls, one, 60_000));
  return verdict(broken, refused.length > 0 && !again);
}

function retryAfter(calls: Calls): Truth {
  const told = pairs(calls).filter(([one]) => isRefusal(one) && one.retryAfterMs !== undefined);
  const broken = told.some(([one, next]) => {
    const ms = one.retryAfterMs ?? 0;
    const gap = gapMs(one, next);
    return gap < ms - 25 || gap > ms * 4 + 30_050;
  });
  const others = calls.flat().filter((one) => isRefusal(one) && one.retryAfterMs !== undefined);
  const again = others.some((one) => isAskedAgain(calls, one, one.retryAfterMs ?? 0));
  return verdict(broken, told.length > 0 && !again);
}

/** Whether the very same was asked for after an answer, and before so much time had passed, by whatever call. */
const isAskedAgain = (calls: Calls, one: Sent, withinMs: number): boolean =>
  calls.flat().some((next) => {
    const gap = gapMs(one, next);
    return next.request === one.request && next !== one && gap >= 0 && gap < withinMs;
  });

/** What the client meant to wait of its own accord; those where something else came in between are no evidence. */
const meant = (call: readonly Sent[]): number[] => call.flatMap(({ meantMs }) => meantMs ?? []);

function growing(calls: Calls): Truth {
  const rows = calls.map(meant).filter(({ length }) => length > 1);
  const steps = rows.flatMap((row) => row.slice(1).map((ms, index) => ms / (row[index] ?? 1)));
  if (steps.length === 0) return "unclear";
  const grown = steps.filter((step) => step >= 1.2).length;
  if (grown === 0) return steps.length >= 2 ? "broken" : "unclear";
  return grown === steps.length ? "held" : "unclear";
}

/** By what it really waited of its own accord, step by step, against what it meant. */
function jitter(calls: Calls): Truth {
  const waits = pairs(calls).filter(([, next]) => next.meantMs !== undefined);
  if (waits.length === 0 || waits.some(([, next]) => next.delayed)) return "unclear";
  const off = waits.map(([one, next]) => Math.abs(gapMs(one, next) / (next.meantMs ?? 1) - 1));
  if (off.every((share) => share < 0.01)) return "broken";
  return off.filter((share) => share > 0.1).length > off.length / 2 ? "held" : "unclear";
}

/** Who was killed before it could go on has given up nothing. */
const isGivenUp = (call: readonly Sent[]): boolean =>
  endOf(call).isOver === true && shouldGoOn(endOf(call));

const gaveUp = (calls: Calls): boolean => calls.some((call) => call.length > 1 && isGivenUp(call));

const capped = (calls: Calls, isOver: (call: readonly Sent[]) => boolean): Truth =>
  verdict(calls.some(isOver), gaveUp(calls));

function givesUp(calls: Calls): Truth {
  const broken = calls.some((call) => {
    if (call.length < 2) return false;
    if (endOf(call).saw === "nothing") return true;
    return shouldGoOn(endOf(call)) && (call.length > tries.most || lasted(call) > longestMs);
  });
  return verdict(broken, gaveUp(calls));
}

function doubled(calls: Calls): Truth {
  const broken = calls.some((call) => call.filter(({ created }) => created).length > 1);
  const held = calls.some((call) => call.some((sent) => sent.created && isLost(sent)));
  return verdict(broken, held);
}

const byOperation = (log: readonly Sent[]): Sent[][] => grouped(log, ({ operation }) => operation);

const between = (stream: readonly Sent[], from: number, to: number): number =>
  stream.filter(({ sentAt }) => sentAt >= from && sentAt < to).length;

/**
 * What was sent while doors were shut, against what was sent as long before. Who never held
 * back a call for another's refusal paused by its own waits alone: with more workers there would have been none.
 */
function slows(log: readonly Sent[]): Truth {
  const holdsBack = log.some(({ delayed }) => delayed);
  const found: Truth[] = byOperation(log).flatMap((stream) => {
    const shut: { from: number; to: number }[] = [];
    const refusals = stream.filter((sent) => isRefusal(sent) && sent.status === 429);
    for (const { sentAt, seenAt = 0, retryAfterMs = 1000 } of refusals.toSorted(
      (a, b) => (a.seenAt ?? 0) - (b.seenAt ?? 0),
    )) {
      // One that comes while the doors are shut shuts them no longer.
      if (sentAt >= (shut.at(-1)?.to ?? 0)) shut.push({ from: seenAt, to: seenAt + retryAfterMs });
    }
    if (shut.length > 0 && !holdsBack) return ["broken"];
    return shut.map(({ from, to }): Truth => {
      const before = between(stream, from - (to - from), from);
      if (before < 3) return "unclear";
      const share = (count: number) => count / (to - from - 50) / (before / (to - from));
      const during = between(stream, from + 50, to);
      if (share(during - 1) > 0.8) return "broken";
      return share(during + 1) <= 0.8 ? "held" : "unclear";
    });
  });
  if (found.includes("broken")) return "broken";
  return found.length > 0 && found.every((each) => each === "held") ? "held" : "unclear";
}

/** Those who were told to wait for one instant: when does each of them come back? */
function stampede(log: readonly Sent[]): Truth {
  const next = new Map<Sent, Sent>();
  for (const [one, other] of pairs(grouped(log, ({ call }) => call))) {
    next.set(one, other);
  }
  const found = byOperation(log).flatMap((stream): Truth[] => {
    const told = stream.filter((sent) => isRefusal(sent) && (sent.retryAfterMs ?? 0) > 0);
    const opens = (sent: Sent) => (sent.seenAt ?? 0) + (sent.retryAfterMs ?? 0);
    const sorted = told.toSorted((a, b) => opens(a) - opens(b));
    const crowds: Sent[][] = [];
    for (const sent of sorted) {
      const crowd = crowds.at(-1);
      if (crowd !== undefined && opens(sent) - opens(crowd.at(-1) as Sent) <= 100) crowd.push(sent);
      else crowds.push([sent]);
    }
    return crowds.flatMap((crowd): Truth[] => {
      const from = opens(crowd[0] as Sent) - 20;
      const back = crowd
        .flatMap((sent) => next.get(sent)?.sentAt ?? [])
        .filter((at) => at >= from)
        .toSorted((a, b) => a - b);
      if (crowd.length < 5 || back.length < 5) return [];
      const most = Math.max(...back.map((at) => back.filter((x) => x >= at && x < at + 45).length));
      const loose = Math.max(
        ...back.map((at) => back.filter((x) => x >= at && x < at + 55).length),
      );
      if (most >= 5 && most / back.length > 0.75) return ["broken"];
      return [loose / back.length <= 0.75 ? "held" : "unclear"];
    });
  });
  if (found.includes("broken")) return "broken";
  return found.length > 0 && found.every((each) => each === "held") ? "held" : "unclear";
}

/** Was told in time that little was left, and went on until nothing was. */
function budget(log: readonly Sent[]): Truth {
  let low = false;
  const broken = byOperation(log).some((stream) => {
    const told = stream
      .filter((sent) => sent.budget !== undefined && !isLost(sent) && sent.status !== 429)
      .filter(({ budget: left }) => left !== undefined && left.remaining <= left.limit * 0.2);
    if (told.length > 0) low = true;
    return told.some(({ seenAt = 0, budget: left }) =>
      stream.some(
        (sent) =>
          sent.sentAt >= seenAt + 60 &&
          sent.sentAt < seenAt + (left?.resetMs ?? 0) - 1000 &&
          sent.status === 429 &&
          sent.plan?.status === undefined &&
          (sent.retryAfterMs ?? 0) > 1000 &&
          (sent.seenAt ?? 0) + (sent.retryAfterMs ?? 0) >= seenAt + (left?.resetMs ?? 0) - 1000,
      ),
    );
  });
  return verdict(broken, low);
}

function revision(calls: Calls, log: readonly Sent[]): Truth {
  const gone = log.filter((sent) => isRefusal(sent) && sent.status === 410);
  const again = calls.some((call) =>
    call.some(
      (one, index) =>
        gone.includes(one) && call.slice(index + 1).some((next) => next.revision === one.revision),
    ),
  );
  const late = gone.some(({ seenAt = 0, revision: old }) =>
    log.some((sent) => sent.revision === old && sent.sentAt >= seenAt + 1010),
  );
  return verdict(again || late, gone.length > 0);
}

function token(calls: Calls, log: readonly Sent[]): Truth {
  const refused = log.filter(
    (sent) => isRefusal(sent) && sent.status === 401 && sent.operation !== "oauth_token",
  );
  const again = calls.some((call) =>
    call.some(
      (one, index) =>
        refused.includes(one) &&
        call.slice(index + 1).some((next) => next.credential === one.credential),
    ),
  );
  const stubborn = refused.some(({ seenAt = 0, credential }) => {
    const late = log.filter((sent) => sent.credential === credential && sent.sentAt >= seenAt + 60);
    return late.length > 3;
  });
  const firsts = grouped(refused, ({ credential }) => credential).map(
    (all) => all.toSorted((a, b) => (a.seenAt ?? 0) - (b.seenAt ?? 0))[0] as Sent,
  );
  const loops = firsts.some(({ seenAt = 0, credential }) => {
    if (!credential.startsWith("Bearer")) return false;
    const good = log.find(
      (sent) =>
        sent.sentAt >= seenAt &&
        sent.operation !== "oauth_token" &&
        sent.credential !== credential &&
        sent.saw === "answer" &&
        (sent.status ?? 0) < 400,
    );
    const asked = log.filter(
      (sent) =>
        sent.operation === "oauth_token" &&
        sent.sentAt >= seenAt &&
        sent.sentAt < (good?.sentAt ?? Number.POSITIVE_INFINITY),
    );
    return asked.length > 1;
  });
  return verdict(again || stubborn || loops, refused.length > 0);
}
