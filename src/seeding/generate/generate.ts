import type { Properties } from "../../domain/objects/records.ts";
import type { Distinct } from "../planned-ids.ts";
import type { Ground } from "../groups.ts";
import type { GenerateOrder, Rule } from "./order.ts";
import { Persons } from "./persons.ts";
import type { People } from "../people.ts";
import type { EventColumns } from "../input/event-columns.ts";
import type { OnProgress } from "../progress.ts";
import type { Pools } from "./pools.ts";
import { type StoryMetric, storyMetrics, Storyteller, type Tale } from "./story.ts";
import { eventId, shortId } from "../../world/ids.ts";
import type { Dice } from "../../world/dice.ts";

/** An account with what it holds so far: the generated is added to it. */
interface Held extends Ground {
  readonly people: People;
  readonly events: EventColumns;
  readonly said: Distinct<Properties>;
}

/** The last minute before planting is left free. */
const pauseSeconds = 60;

const progressSteps = 50;

/** How much more some people do than others. */
const activities = [0.25, 0.25, 0.5, 0.5, 1, 1, 2, 6];

/** Makes exactly as many people and events as are asked for. */
export function generate(order: GenerateOrder, held: Held, pools: Pools, onProgress: OnProgress) {
  const told = Math.ceil(order.profiles / progressSteps);
  const records = order.profiles + order.events;
  const { streams, currency, people, events, said } = held;
  const metrics = metricsOf(order, held);
  const persons = new Persons(streams("generate/people"), pools, people);
  const teller = new Storyteller(streams("generate/stories"), pools, currency);
  const eventIds = streams("generate/event");
  const outlines = outlinesOf(order, streams("generate/outlines"));
  const quota = quotasOf(outlines, order.events);
  const newsletter = held.groups.lists.plans[order.lists.email ?? -1]?.name;
  for (const [place, { signedUp, until, leaves, activity }] of outlines.entries()) {
    if (place % told === 0) onProgress({ done: place / order.profiles, records });
    const person = persons.draw(held.sms);
    const unsubscribes = person.subscribes && leaves && person.fickle;
    const tale = teller.tell({
      signedUp,
      until,
      length: quota(activity * (until - signedUp)),
      joins: person.subscribes ? (newsletter ?? "Newsletter") : undefined,
      unsubscribes,
      buys: person.buys,
    });
    const leftAt = unsubscribes ? until : undefined;
    const draft = persons.draftOf(person, { signedUp, leftAt, tale });
    const joined = [
      [order.lists.email, person.subscribes && !unsubscribes ? signedUp : undefined],
      [order.lists.sms, person.texts ? signedUp : undefined],
      [order.lists.customers, tale.orders[0]?.placed.at],
    ] as const;
    for (const [list, since] of joined)
      if (list !== undefined && since !== undefined) draft.lists.push([list, since * 1000]);
    for (const rule of order.rules) {
      const since = metSince(rule, tale);
      if (since !== undefined) draft.segments.push([rule.segment, since]);
    }
    const profile = people.add(draft);
    for (const { at, metric, properties, uniqueId } of tale.scenes) {
      const place = metrics.get(metric) ?? 0;
      const id = eventId(eventIds);
      const words = said.placeOf(properties);
      events.add(id, at * 1000, place, profile, words, uniqueId);
    }
  }
}

/** The metrics of the stories; those that no file names are added. */
function metricsOf({ events, spanMs }: GenerateOrder, { groups, ids, streams }: Ground) {
  const dice = streams("generate/metric");
  const placeOf = (name: StoryMetric) => {
    const found = groups.metrics.find(name);
    if (found !== undefined) return found;
    const id = ids.draw(() => shortId(dice));
    return groups.metrics.add({ id, name, created: -spanMs, integration: null });
  };
  return new Map((events > 0 ? storyMetrics : []).map((name) => [name, placeOf(name)]));
}

/** Who signs up when, the first first; most of them lately. Times in seconds from planting. */
function outlinesOf({ profiles, spanMs }: GenerateOrder, dice: Dice) {
  const span = Math.floor(spanMs / 1000);
  const ages = Float64Array.from({ length: profiles }, () =>
    Math.floor(span * (0.02 + 0.98 * dice.fraction() ** 1.3)),
  ).sort();
  return Array.from(ages.reverse(), (age) => {
    const leaves = dice.fraction() < 0.3;
    const stays = leaves ? 0.5 + 0.4 * dice.fraction() : 1;
    const until = Math.floor((age - pauseSeconds) * stays) - age;
    return { signedUp: -age, until, leaves, activity: dice.pick(activities) };
  });
}

/** Shares out whole events by weight, so that in the end they are exactly as many as wanted. */
function quotasOf(outlines: ReturnType<typeof outlinesOf>, events: number) {
  let all = 0;
  for (const { activity, until, signedUp } of outlines) all += activity * (until - signedUp);
  let [sum, given] = [0, 0];
  return (weight: number): number => {
    sum += weight;
    const share = Math.round((events * sum) / all) - given;
    given += share;
    return share;
  };
}

/** Since when a story meets a segment's rule: the moment at which the last of its conditions was met. */
function metSince(rule: Rule, { scenes, orders, abandoned }: Tale): number | undefined {
  const last = scenes.at(-1);
  if (last === undefined) return undefined;
  const lastMs = last.at * 1000;
  const moments = [(scenes[0] ?? last).at * 1000];
  if (rule.orders > 0) moments.push(momentOf(orders[Math.ceil(rule.orders) - 1]?.placed.at));
  if (rule.cents > 0) {
    let cents = 0;
    const reached = orders.find((order) => (cents += order.cents) >= rule.cents);
    moments.push(momentOf(reached?.placed.at));
  }
  if (rule.quietMs !== undefined) moments.push(lastMs + rule.quietMs);
  if (rule.activeMs !== undefined) moments.push(lastMs >= -rule.activeMs ? lastMs : Infinity);
  if (rule.abandoned) moments.push(momentOf(abandoned?.at));
  const since = Math.max(...moments);
  return since <= 0 ? since : undefined;
}

/** A moment that never came lies behind every other. */
const momentOf = (seconds: number | undefined) =>
  seconds === undefined ? Infinity : seconds * 1000;
