import { profiles } from "../../domain/resources/profile.ts";
import { aboutForm } from "../../domain/forms/acts.ts";
import { listsOf, submittingIn } from "../../domain/forms/consents.ts";
import type { Version } from "../../domain/forms/definition.ts";
import { type FormActKind, formActs } from "../../domain/forms/records.ts";
import { stepsOf } from "../../domain/forms/whole.ts";
import type { Form } from "../../domain/resources/form.ts";
import type { Dice } from "../../world/dice.ts";
import { ulid } from "../../world/ids.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { State } from "../../world/store/state.ts";
import type { Part, Past } from "./past.ts";
import { subscribersOf } from "./subscribers.ts";

/** What the visits of forms are made of. */
export interface VisitsOfPast {
  readonly dice: Dice;
  /** The account as it was planted. */
  readonly before: State;
  /** Those that are live. */
  readonly forms: readonly Form[];
  readonly count: number;
  readonly from: number;
  readonly until: number;
}

/** The most records that a visitor leaves: seeing the form and its steps, what comes of it, and the events of all. */
const ofVisitor = 6;

/**
 * Visitors of live forms: those who joined a list by one of them, some who were known already, and many strangers of whom
 * most close it.
 */
export const visitsPart = (of: VisitsOfPast): Part => ({
  acts: ["view of form", "view step of form", "submit of form", "close of form"],
  from: of.from,
  most: of.count * ofVisitor,
  *write(past) {
    const spans = of.forms.map((form) => {
      return { form, from: Math.max(of.from, form.created), until: of.until };
    });
    const joined = joinersOf(of, spans);
    const all = spans.reduce((sum, { from, until }) => sum + until - from, 0);
    let [passed, met] = [0, 0];
    for (const span of spans) {
      passed += span.until - span.from;
      const count = Math.round((of.count * passed) / all) - met;
      yield* visits(past, of, span, count, joined.get(span) ?? []);
      met += count;
    }
  },
});

interface Span {
  readonly form: Form;
  readonly from: number;
  readonly until: number;
}

/**
 * @param count how many visitors the form had
 * @param joiners those who joined by it
 */
function* visits(
  past: Past,
  of: VisitsOfPast,
  span: Span,
  count: number,
  joiners: readonly Met[],
): Slices<void> {
  const { dice } = of;
  const { versions } = span.form.definition;
  const visitor = (): Visitor => new Visitor(past, dice, span.form, dice.pick(versions));
  const joined = joiners.slice(0, count);
  for (const { profile, at } of joined) {
    yield;
    visitor().joins(profile, at);
  }
  const members = new Set(joined.map(({ profile }) => profile));
  const known = knownOf(past, of, span, members).slice(0, (count - joined.length) / 2);
  for (const { profile, at } of known) {
    yield;
    visitor().looks(at, profile);
  }
  for (let left = count - joined.length - known.length; left > 0; left -= 1) {
    yield;
    visitor().looks(Math.floor(span.from + dice.fraction() * (span.until - span.from)));
  }
}

interface Met {
  readonly profile: string;
  readonly at: number;
}

/** Who joined a list while some forms that lead to it were live: by submitting one of them. */
function joinersOf({ before, dice }: VisitsOfPast, spans: readonly Span[]): Map<Span, Met[]> {
  const byList = new Map<string, Span[]>();
  for (const span of spans) {
    const { versions } = span.form.definition;
    for (const list of listsOf(submittingIn(versions.flatMap(stepsOf)))) {
      byList.set(list, [...(byList.get(list) ?? []), span]);
    }
  }
  const found = new Map<Span, Met[]>(spans.map((span) => [span, []]));
  for (const [list, leading] of byList) {
    for (const { profile, joined: at } of subscribersOf(before, list)) {
      const live = leading.filter(
        ({ from, until }) => from + Visitor.longestMs < at && at <= until,
      );
      // Nothing of the past is later than what was last heard of anybody.
      const isHeard = at <= (profile.last_event_date ?? 0);
      if (live.length === 0 || !isHeard) continue;
      found.get(dice.pick(live))?.push({ profile: profile.id, at });
    }
  }
  return found;
}

/** How many of those who are known already are asked. @guess */
const askedRate = 0.15;

/** People who saw a form while they did something else, without joining. */
function knownOf(
  past: Past,
  { before, dice }: VisitsOfPast,
  { from, until }: Span,
  members: ReadonlySet<string>,
): Met[] {
  const found: Met[] = [];
  for (const profile of past.people()) {
    const [isAsked, which] = [dice.fraction() < askedRate, dice.fraction()];
    const last = before.table(profiles).get(profile)?.last_event_date ?? 0;
    const during = past
      .doneBy(profile)
      .filter(({ time }) => from <= time && time + Visitor.longestMs <= Math.min(last, until));
    const met = during[Math.floor(which * during.length)];
    if (isAsked && met !== undefined && !members.has(profile)) {
      found.push({ profile, at: met.time });
    }
  }
  return found;
}

/** How many of those who see a form and do not submit it close it. @guess */
const closingRate = 0.7;

/** Somebody whom a page asks, and what they do about it. */
class Visitor {
  /** How long they take at most. */
  static readonly longestMs = 60_000;
  readonly #past: Past;
  readonly #dice: Dice;
  readonly #form: Form;
  readonly #version: Version;
  #id: string | undefined;

  constructor(past: Past, dice: Dice, form: Form, version: Version) {
    this.#past = past;
    this.#dice = dice;
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
    const [form, version] = [this.#form, this.#version];
    const id = ulid(this.#dice, at);
    this.#id ??= id;
    this.#past.add(formActs, {
      id,
      form: form.id,
      version: String(version.id),
      kind,
      step: step ?? null,
      profile: profile ?? null,
      visitor: this.#id,
      at,
    });
    if (profile === undefined) return;
    this.#past.event(this.#dice, `${kind} of form`, profile, aboutForm(form, version, step), at);
  }
}
