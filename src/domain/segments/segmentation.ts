import type { Account, Rules } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import type { Slices } from "../../world/time/slices.ts";
import { type Work, works } from "../../world/time/agenda.ts";
import { memberships } from "../objects/records.ts";
import type { Moment } from "../filters/date.ts";
import { joins, membershipId, turnoverBack } from "./membership.ts";
import { accountTurn } from "../profiles/predictions.ts";
import { type Profile, profiles } from "../resources/profile.ts";
import { type Segment, segments } from "../resources/groups.ts";
import { belongs, momentOf } from "./condition.ts";
import { concernOf, type Defined, defined, definedOf, isKept, isOrder } from "./reads.ts";

/** The rule that keeps segments up to date, in the same commit or as much later as members are late. */
export const followSegments: Rules["follow"] = (account, changes, isNew) => {
  const all = definedOf(account);
  if (all.length === 0) return none;
  const wanted = new Map<string, Set<Defined>>();
  const want = (profile: string, meant: readonly Defined[]) => {
    const before = wanted.get(profile);
    wanted.set(profile, before === undefined ? new Set(meant) : new Set([...before, ...meant]));
  };
  for (const change of changes) {
    const { concerns, profiles: meant } = concernOf(account, change, isNew);
    const concerned = all.filter(concerns);
    if (concerned.length > 0) for (const profile of meant()) want(profile, concerned);
  }
  // What is predicted of one follows from the orders of all.
  const predicted = all.filter(({ byOrders }) => byOrders);
  const ordered = predicted.length > 0 && isOrder(account, changes) ? predicted : none;
  const { members: lateMs } = account.processing.lateness;
  if (lateMs > 0) return reviewedLater(account, wanted, ordered, account.clock.now() + lateMs);
  if (ordered.length > 0) {
    for (const { id } of account.table(profiles).all()) want(id, ordered);
  }
  const moment = momentOf(account, account.clock.now());
  const reviewed = [...wanted].flatMap(([id, meant]) => {
    const profile = account.table(profiles).get(id);
    if (profile === undefined) return [];
    return [...meant].flatMap((segment) => review(account, segment, profile, moment));
  });
  const turning = ordered.flatMap((segment) => planTurn(account, segment, moment.now));
  return [...reviewed, ...turning];
};

const none: readonly never[] = [];

/** Plans the looks at profiles, and at everybody, unless one is planned before. */
function reviewedLater(
  account: Account,
  wanted: ReadonlyMap<string, Iterable<Defined>>,
  ordered: readonly Defined[],
  due: number,
): Change[] {
  const looks: Reviewing[] = [...wanted].flatMap(([profile, meant]) =>
    [...meant].map(({ id: segment }) => ({ segment, profile })),
  );
  return [
    ...looks.flatMap((look) => planBy(account, workId(look), due, reviewWork, look)),
    ...ordered.flatMap(({ id }) => planBy(account, turnId(id), due, turnWork, { segment: id })),
  ];
}

/** Plans a look for an instant, if none is planned before. */
const planBy = (account: Account, id: string, due: number, kind: string, input: unknown) =>
  plan(account, id, Math.min(due, account.table(works).get(id)?.due ?? due), kind, input);

/** Puts one profile into a segment or out of it, and plans the next look if time alone may change it. */
function review(
  account: Account,
  segment: Pick<Defined, "id" | "definition">,
  profile: Profile,
  moment: Moment,
): Change[] {
  const { members: lateMs } = account.processing.lateness;
  const { holds, next } = belongs(account, segment.definition, profile, moment);
  const id = membershipId(segment.id, profile.id);
  const member = account.table(memberships).get(id) !== undefined;
  const changes: Change[] = [];
  if (holds && !member) {
    const of = { group: segment.id, profile: profile.id, joined: moment.now };
    changes.push(joins(account, { kind: "segment", ...of }));
  } else if (!holds && member) changes.push(drop(memberships, id));
  const input: Reviewing = { segment: segment.id, profile: profile.id };
  return [...changes, ...plan(account, workId(input), next + lateMs, reviewWork, input)];
}

/** Plans the one look of its kind, if it is not planned for then; Infinity: for never. */
function plan(account: Account, id: string, due: number, kind: string, input: unknown): Change[] {
  const planned = account.table(works).get(id);
  if (due === (planned?.due ?? Infinity)) return [];
  if (due === Infinity) return [drop(works, id)];
  const work: Work = { id, seq: account.nextSeq(), due, kind, input };
  return [put(works, work)];
}

/** Plans the next look at everybody, for whom what is predicted may then be another. */
function planTurn(account: Account, { id, byOrders }: Defined, now: number): Change[] {
  const { members: lateMs } = account.processing.lateness;
  const due = byOrders ? accountTurn(account, now) + lateMs : Infinity;
  return plan(account, turnId(id), due, turnWork, { segment: id } satisfies Turning);
}

const turnId = (segment: string) => `turn ${segment}`;

const workId = ({ segment, profile }: Reviewing) => `review ${segment} ${profile}`;

export const reviewWork = "segment.review";
export type Reviewing = { readonly segment: string; readonly profile: string };

export const turnWork = "segment.turn";
export type Turning = { readonly segment: string };

export function reviewOne(account: Account, { segment, profile }: Reviewing, now: number): void {
  const found = account.table(segments).get(segment);
  const person = account.table(profiles).get(profile);
  if (found === undefined || person === undefined || !isKept(found)) return;
  account.commit(review(account, found, person, momentOf(account, now)));
}

/** Works a segment out for everybody, when it is made or defined anew. */
export function* fillSegment(account: Account, { id, defined: of }: Filling, now: number) {
  const segment = account.table(segments).get(id);
  if (!segment?.is_active || segment.definition === null || segment.defined !== of) return;
  yield* reviewAll(account, defined(id, segment.definition), now);
  account.commit([put(segments, { ...segment, is_processing: false })]);
}

/** Works all segments out, once much was put there that no rule has followed. */
export function* fillSegments(account: Account, now: number): Slices<void> {
  const all = [...account.table(segments).all()];
  for (const segment of all) yield* fillSegment(account, segment, now);
}

export function* turnSegment(account: Account, { segment: id }: Turning, now: number) {
  const segment = account.table(segments).get(id);
  if (segment === undefined || !isKept(segment)) return;
  yield* reviewAll(account, defined(id, segment.definition), now);
}

function* reviewAll(account: Account, segment: Defined, now: number): Slices<void> {
  const moment = momentOf(account, now);
  let changes: Change[] = [];
  // What follows may write to profiles.
  for (const profile of account.table(profiles).clone().all()) {
    changes.push(...review(account, segment, profile, moment));
    if (changes.length > reviewedAtOnce) {
      account.commit(changes);
      changes = [];
    }
    yield;
  }
  account.commit([...changes, ...planTurn(account, segment, now)]);
}

const reviewedAtOnce = 50;

export type Filling = Pick<Segment, "id" | "defined">;

/** Whether a definition holds of the same profiles at any time: events may lie ahead. */
const isTimeless = (definition: unknown): boolean =>
  !/"type":"(date|profile-metric|profile-metric-funnel|profile-predictive-analytics)"/.test(
    JSON.stringify(definition),
  );

/** Time has gone back: who was let go may belong again, and what was to come has not happened. */
export function* refillSegments(account: Account, now: number): Slices<void> {
  account.commit(turnoverBack(account, now));
  // Each writes to the table.
  const all = [...account.table(segments).all()];
  for (const segment of all) {
    if (isKept(segment) && !isTimeless(segment.definition))
      yield* fillSegment(account, segment, now);
  }
}

export const unreviewed = (account: Account, id: string): Change[] =>
  [...account.table(works).all()]
    .filter(
      ({ kind, input }) =>
        (kind === reviewWork || kind === turnWork) && (input as Turning).segment === id,
    )
    .map((work) => drop(works, work.id));
