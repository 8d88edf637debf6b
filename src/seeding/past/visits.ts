import { memberships } from "../../domain/objects/records.ts";
import { type Profile, profiles } from "../../domain/resources/profile.ts";
import { acted } from "../../domain/forms/acts.ts";
import { listsOf, submittingIn } from "../../domain/forms/submit.ts";
import { type FormActKind, formActs } from "../../domain/forms/records.ts";
import { stepsOf } from "../../domain/forms/definition.ts";
import { type Form, forms } from "../../domain/resources/form.ts";
import type { Act, Before } from "./replay.ts";

/** Those who joined a list by one of them, some who were known already, and many strangers of whom most close it. */
export function visitActs(before: Before, count: number): Act[] {
  const { account, planted } = before;
  const spans = [...account.table(forms).scan(["created_at"])]
    .filter(({ status, created }) => status === "live" && created < planted)
    .map((form) => ({ form, from: Math.max(before.from, form.created), until: planted }));
  const joined = joinersOf(before, spans);
  const all = spans.reduce((sum, { from, until }) => sum + until - from, 0);
  let [passed, met] = [0, 0];
  return spans.flatMap((span) => {
    passed += span.until - span.from;
    const visitors = Math.round((count * passed) / all) - met;
    met += visitors;
    return visits(before, span, visitors, joined.get(span) ?? []);
  });
}

type Span = { readonly form: Form; readonly from: number; readonly until: number };

function visits(before: Before, span: Span, count: number, joiners: readonly Met[]): Act[] {
  const { dice } = before;
  const visitor = () => visitorOf(before, span.form);
  const joined = joiners.slice(0, count);
  const joining = joined.flatMap(({ profile, at }) => visitor().joins(profile, at));
  const members = new Set(joined.map(({ profile }) => profile));
  const known = knownOf(before, span, members).slice(0, (count - joined.length) / 2);
  const looking = known.flatMap(({ profile, at }) => visitor().looks(at, profile));
  const strangers = Array.from({ length: count - joined.length - known.length }, () => {
    const stranger = visitor();
    return stranger.looks(Math.floor(span.from + dice.fraction() * (span.until - span.from)));
  });
  return [...joining, ...looking, ...strangers.flat()];
}

type Met = { readonly profile: string; readonly at: number };

/** Who joined a list while some forms that lead to it were live: by submitting one of them. */
function joinersOf(before: Before, spans: readonly Span[]): Map<Span, Met[]> {
  const byList = new Map<string, Span[]>();
  for (const span of spans) {
    const { versions } = span.form.definition;
    for (const list of listsOf(submittingIn(versions.flatMap(stepsOf))))
      byList.set(list, [...(byList.get(list) ?? []), span]);
  }
  const found = new Map<Span, Met[]>(spans.map((span) => [span, []]));
  for (const [list, leading] of byList) {
    for (const { profile, at } of membersOf(before, list)) {
      const live = leading.filter(({ from, until }) => from + longestMs < at && at <= until);
      // Nothing of the past is later than what was last heard of anybody.
      const isHeard = at <= (profile.last_event_date ?? 0);
      if (live.length === 0 || !isHeard) continue;
      found.get(before.dice.pick(live))?.push({ profile: profile.id, at });
    }
  }
  return found;
}

/** Those among the people with an address who joined a list, in the order in which they did. */
function membersOf({ account, people }: Before, list: string): { profile: Profile; at: number }[] {
  const members = [...account.table(memberships).all()].filter(
    ({ group, profile }) => group === list && people.has(profile),
  );
  members.sort((a, b) => a.joined - b.joined || a.seq - b.seq);
  return members.flatMap(({ profile: id, joined: at }) => {
    const profile = account.table(profiles).get(id);
    return profile?.email == null ? [] : [{ profile, at }];
  });
}

/** How many of those who are known already are asked. */
const askedRate = 0.15;

/** People who saw a form while they did something else, without joining. */
function knownOf(
  { account, done, dice }: Before,
  { from, until }: Span,
  members: ReadonlySet<string>,
): Met[] {
  const found: Met[] = [];
  for (const [profile, events] of done) {
    const [isAsked, which] = [dice.fraction() < askedRate, dice.fraction()];
    const last = account.table(profiles).get(profile)?.last_event_date ?? 0;
    const during = events.filter(
      ({ time }) => from <= time && time + longestMs <= Math.min(last, until),
    );
    const met = during[Math.floor(which * during.length)];
    if (isAsked && met !== undefined && !members.has(profile))
      found.push({ profile, at: met.time });
  }
  return found;
}

/** How many of those who see a form and do not submit it close it. */
const closingRate = 0.7;

const longestMs = 60_000;

/** Somebody whom a page asks, and what they do about it. @returns the acts, by what they do */
function visitorOf({ account, dice }: Before, form: Form) {
  const version = dice.pick(form.definition.versions);
  /** By what the first act of the visitor is known. */
  let visitor: string | undefined;
  const act = (kind: FormActKind, at: number, profile?: string, step?: number): Act => ({
    at,
    run(now) {
      const done = acted(account, { form, version, kind, step, profile, visitor }, now);
      const [first] = done.flatMap((each) =>
        each.collection.name === formActs.name && "put" in each ? [each.put.id] : [],
      );
      visitor ??= first;
      account.commit(done);
    },
  });
  const sees = (at: number, profile?: string): Act[] => [
    act("view", at, profile),
    act("view step", at, profile, 1),
  ];
  return {
    /** They see the form, and may close it. */
    looks(at: number, profile?: string): Act[] {
      const [closes, after] = [dice.fraction() < closingRate, dice.integer(2000, 40_000)];
      return [...sees(at, profile), ...(closes ? [act("close", at + after, profile)] : [])];
    },
    /** They submit the form, by which it is known who they are, and see what comes next. */
    joins(profile: string, at: number): Act[] {
      const seen = sees(at - dice.integer(5000, 45_000));
      const next = stepsOf(version).length > 1 ? [act("view step", at, profile, 2)] : [];
      return [...seen, act("submit", at, profile), ...next];
    },
  };
}
