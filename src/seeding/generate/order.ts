import { checkShape } from "../../jsonapi/check.ts";
import { parseDuration } from "../../world/time/duration.ts";
import { type AccountDraft, onlyOf, itemsOf } from "../drafts.ts";
import type { Place } from "../fixture/place.ts";
import { type FixtureRule, ruleShape } from "../fixture/shape-parts.ts";
import type { Groups, Named } from "../groups.ts";
import type { HistoryPlan, ListPlan } from "../plan.ts";
import { AmountError, type Amounts, type MoreAmounts } from "./amounts.ts";

const profilesMax = 1_000_000;
const eventsMax = 10_000_000;

const day = 86_400_000;
const usualSpanMs = 180 * day;

/** A generated person has at most one event in so many milliseconds, on average over the span. */
const eventMsMin = 40 * 60_000;

/** Which generated people are in a segment. */
export type Rule = ReturnType<typeof ruleOf>;

/** How many are missing to the wanted totals. */
export interface GenerateOrder extends Amounts, MoreAmounts {
  readonly spanMs: number;
  /** The lists of people who subscribe by email, by text message, and who have ordered. */
  readonly lists: Readonly<Partial<Record<"email" | "sms" | "customers", number>>>;
  readonly rules: readonly Rule[];
}

/** The account's `generate` section, of which there is at most one. @param written how many are written out */
export function generateOrderOf(
  draft: AccountDraft,
  written: Amounts,
  groups: Groups,
): GenerateOrder | undefined {
  const found = onlyOf(draft, "generate");
  if (found === undefined) return draft.amounts && plainOrder(draft.amounts, groups);
  const { said: section, place } = found;
  const { profiles, events } = draft.amounts ?? {
    profiles: missing(section.profiles, written.profiles, profilesMax, place.at("profiles")),
    events: missing(section.events, written.events, eventsMax, place.at("events")),
  };
  const spanMs =
    section.span === undefined ? usualSpanMs : durationOf(section.span, place.at("span"));
  if (spanMs < day || spanMs > 3650 * day)
    throw place.at("span").error("expected a duration from 1d to 3650d");
  const room = roomOf(profiles, spanMs);
  if (draft.amounts !== undefined) requireAmounts(draft.amounts, room);
  if (events > room) {
    const what = `expected at most ${written.events + room}: ${profiles} generated profiles`;
    throw place.at("events").error(`${what} have no more within the span`);
  }
  const lists: Partial<Record<"email" | "sms" | "customers", number>> = {};
  for (const role of ["email", "sms", "customers"] as const) {
    const name = section.lists?.[role];
    if (name !== undefined) lists[role] = groups.lists.require(name, place.at("lists", role));
  }
  const rules = Object.entries(section.segments ?? {}).map(([name, rule]) => {
    const at = place.at("segments", name);
    return ruleOf(groups.segments.require(name, at), rule, at);
  });
  const { objects = 0, templates = 0, images = 0 } = section;
  return { profiles, events, spanMs, lists, rules, objects, templates, images };
}

const roomOf = (profiles: number, spanMs: number): number =>
  Math.floor((profiles * spanMs) / eventMsMin);

/** Of an account whose files have no `generate`: lists of the usual names are joined. */
function plainOrder(amounts: Amounts, { lists }: Groups): GenerateOrder {
  requireAmounts(amounts, roomOf(amounts.profiles, usualSpanMs));
  const named = { email: lists.find("Newsletter"), customers: lists.find("Customers") };
  const joined = Object.entries(named).filter(([, place]) => place !== undefined);
  const nothing = { rules: [], objects: 0, templates: 0, images: 0 };
  return { ...amounts, spanMs: usualSpanMs, lists: Object.fromEntries(joined), ...nothing };
}

function requireAmounts({ profiles, events }: Amounts, room: number): void {
  const check = (option: keyof Amounts, count: number, max: number, why = "") => {
    if (Number.isSafeInteger(count) && count >= 0 && count <= max) return;
    throw new AmountError(`expected a whole number from 0 to ${max}${why}`, option);
  };
  check("profiles", profiles, profilesMax);
  if (profiles === 0 && events > 0)
    throw new AmountError("expected 0, since there are no profiles to have events", "events");
  const why = `, of which ${profiles} people have no more within the span`;
  if (room < eventsMax) check("events", events, room, why);
  else check("events", events, eventsMax);
}

/** How many are to be made, so that with those written out there are as many as wanted. */
function missing(wanted: number, written: number, max: number, place: Place): number {
  if (!Number.isSafeInteger(wanted) || wanted < 0 || wanted > max)
    throw place.error(`expected a whole number from 0 to ${max}`);
  if (wanted < written)
    throw place.error(`expected at least ${written}, since this many are written out already`);
  return wanted - written;
}

/** Durations in milliseconds, money in cents. */
function ruleOf(segment: number, written: unknown, place: Place) {
  const [problem] = checkShape(ruleShape, written);
  if (problem !== undefined) {
    const { members } = ruleShape as Extract<typeof ruleShape, { kind: "object" }>;
    const at = problem.pointer === "/" ? place : place.at(problem.pointer.slice(1));
    throw at.error(`expected conditions among ${[...members.keys()].join(", ")}`);
  }
  const { orders = 0, spent = 0, quiet, active, abandoned = false } = written as FixtureRule;
  return {
    segment,
    orders,
    cents: Math.round(spent * 100),
    quietMs: quiet === undefined ? undefined : durationOf(quiet, place.at("quiet")),
    activeMs: active === undefined ? undefined : durationOf(active, place.at("active")),
    abandoned,
  };
}

function durationOf(text: string, place: Place): number {
  const found = /[a-z]$/i.test(text) ? parseDuration(text) : undefined;
  if (found === undefined || found <= 0) throw place.error("expected a duration such as 180d");
  return found;
}

/** Of which there is at most one. @throws FixtureError for a second one, a list that is not there, and for visits or flows where nothing is live */
export function historyOf(
  draft: AccountDraft,
  lists: Named<ListPlan>,
  people: number,
): HistoryPlan | null {
  const section = onlyOf(draft, "history");
  if (section === undefined) return null;
  const { said, place } = section;
  const { campaigns = 0, list, flows = false, visits = 0, reviews = 0 } = said;
  const plan = { campaigns, flows, visits, reviews, people };
  const isAdded = draft.parts.some(({ isThere }) => isThere);
  const isAsking = [...itemsOf(draft, "forms")].some(({ item }) => item.status === "live");
  if (visits > 0 && !isAdded && !isAsking)
    throw place.at("visits").error("no form is live (add one to forms, with status: live)");
  const isSending = [...itemsOf(draft, "flows")].some(
    ({ item }) => item.status === "live" && item.emails !== undefined,
  );
  if (flows && !isSending) {
    const advice = "(add one to flows, with emails and status: live)";
    throw place.at("flows").error(`no flow that sends emails is live ${advice}`);
  }
  if (list !== undefined) return { ...plan, list: lists.require(list, place.at("list")) };
  if (campaigns > 0 && lists.plans.length === 0)
    throw place.error("its campaigns go to a list, and the account has none (add one to lists)");
  return { ...plan, list: lists.plans.length === 0 ? null : 0 };
}
