import { memberships } from "../../domain/objects/records.ts";
import { type Profile, profiles } from "../../domain/resources/profile.ts";
import { acted } from "../../domain/forms/acts.ts";
import { listsOf, submittingIn } from "../../domain/forms/consents.ts";
import type { Version } from "../../domain/forms/definition.ts";
import { type FormActKind, formActs } from "../../domain/forms/records.ts";
import { stepsOf } from "../../domain/forms/whole.ts";
import { type Form, forms } from "../../domain/resources/form.ts";
import type { Dice } from "../../world/dice.ts";
import type { Change } from "../../world/store/store.ts";
import { type Act, type Before } from "./act.ts";

/**
 * Visitors of live forms: those who joined a list by one of them, some who were known already, and many strangers of whom
 * most close it.
 */
export function visitActs(before: Before, count: number): Act[] {
  const { account, planted } = before;
  const live = [...account.table(forms).scan(["created_at"])].filter(
    ({ status, created }) => status === "live" && created < planted,
  );
  const spans = live.map((form) => {
    return { form, from: Math.max(before.from, form.created), until: planted };
  });
  const joined = joinersOf(before, spans);
  const all = spans.reduce((sum, { from, until }) => sum + until - from, 0);
  const acts: Act[] = [];
  let [passed, met] = [0, 0];
  for (const span of spans) {
    passed += span.until - span.from;
    const visitors = Math.round((count * passed) / all) - met;
    visits(acts, before, span, visitors, joined.get(span) ?? []);
    met += visitors;
  }
  return acts;
}

interface Span {
  readonly form: Form;
  readonly from: number;
  readonly until: number;
}

/**
 * @param count how many visitors the form had
 * @param joiners those who joined by it
 */
function visits(
  acts: Act[],
  before: Before,
  span: Span,
  count: number,
  joiners: readonly Met[],
): void {
  const { dice } = before;
  const { versions } = span.form.definition;
  const visitor = (): Visitor => new Visitor(acts, before, span.form, dice.pick(versions));
  const joined = joiners.slice(0, count);
  for (const { profile, at } of joined) visitor().joins(profile, at);
  const members = new Set(joined.map(({ profile }) => profile));
  const known = knownOf(before, span, members).slice(0, (count - joined.length) / 2);
  for (const { profile, at } of known) visitor().looks(at, profile);
  for (let left = count - joined.length - known.length; left > 0; left -= 1)
    visitor().looks(Math.floor(span.from + dice.fraction() * (span.until - span.from)));
}

interface Met {
  readonly profile: string;
  readonly at: number;
}

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
      const live = leading.filter(
        ({ from, until }) => from + Visitor.longestMs < at && at <= until,
      );
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
      ({ time }) => from <= time && time + Visitor.longestMs <= Math.min(last, until),
    );
    const met = during[Math.floor(which * during.length)];
    if (isAsked && met !== undefined && !members.has(profile))
      found.push({ profile, at: met.time });
  }
  return found;
}

/** How many of those who see a form and do not submit it close it. */
const closingRate = 0.7;

/** Somebody whom a page asks, and what they do about it. */
class Visitor {
  /** How long they take at most. */
  static readonly longestMs = 60_000;
  readonly #acts: Act[];
  readonly #before: Before;
  readonly #dice: Dice;
  readonly #form: Form;
  readonly #version: Version;
  /** By what the first act of the visitor is known. */
  #id: string | undefined;

  constructor(acts: Act[], before: Before, form: Form, version: Version) {
    this.#acts = acts;
    this.#before = before;
    this.#dice = before.dice;
    this.#form = form;
    this.#version = version;
  }

  /** They see the form, and may close it. */
  looks(at: number, profile?: string): void {
    const [closes, after] = [this.#dice.fraction() < closingRate, this.#dice.integer(2000, 40_000)];
    this.#sees(at, profile);
    if (closes) this.#act("close", at + after, { profile });
  }

  /** They submit the form, by which it is known who they are, and see what comes next. */
  joins(profile: string, at: number): void {
    this.#sees(at - this.#dice.integer(5000, 45_000));
    this.#act("submit", at, { profile });
    const steps = stepsOf(this.#version);
    if (steps.length > 1) this.#act("view step", at, { profile, step: 2 });
  }

  #sees(at: number, profile?: string): void {
    this.#act("view", at, { profile });
    this.#act("view step", at, { profile, step: 1 });
  }

  #act(
    kind: FormActKind,
    at: number,
    { profile, step }: { profile?: string | undefined; step?: number },
  ): void {
    const { account } = this.#before;
    const doing = { form: this.#form, version: this.#version, kind, step, profile };
    const run = (now: number) => {
      const done = acted(account, { ...doing, visitor: this.#id }, now);
      this.#id ??= idOfAct(done);
      account.commit(done);
    };
    this.#acts.push({ at, run });
  }
}

const idOfAct = (changes: readonly Change[]): string | undefined => {
  const [act] = changes.flatMap((change) =>
    change.collection.name === formActs.name && "put" in change ? [change.put.id] : [],
  );
  return act;
};
