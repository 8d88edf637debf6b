import { invalid, invalidBody } from "../../jsonapi/refusal.ts";
import type { Problem, Refusal } from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";
import type { Slices } from "../../world/time/slices.ts";
import { eventProblems, eventProfileProblems, timeOf } from "./check.ts";
import { bulkEventsMax, type EventsOfOne } from "./shape.ts";
import type { Happening } from "./write.ts";

/** The events of a request, person by person. */
export interface Sent extends EventsOfOne {
  /** Where the person's attributes stand, and those of the events if they are no list. */
  readonly pointer: string;
  readonly single?: boolean;
}

/**
 * Accepts events that nothing is wrong with, to be written when they are processed; else refuses
 * all of them, with the place of each that is wrong.
 *
 * @param at where the list of them stands
 */
export function* acceptEvents(
  account: Account,
  sent: readonly Sent[],
  now: number,
  { at, discreet = false }: { at: string; discreet?: boolean },
): Slices<Refusal | undefined> {
  const count = sent.reduce((sum, { events }) => sum + events.data.length, 0);
  if (count > bulkEventsMax) {
    return invalid(at, `Expected at most ${bulkEventsMax} events, found ${count}.`);
  }
  const problems = sent.flatMap((each) => problemsOf(account, each, now, discreet));
  if (problems.length > 0) return invalidBody(problems);
  const happenings = sent.flatMap(({ profile, events, backfill = null }) =>
    events.data.map(({ attributes: event }): Happening => ({
      event: backfill ? { ...event, backfill } : event,
      profile: profile.data,
      time: timeOf(event, now),
      discreet,
    })),
  );
  yield* account.processInTurns(["event"], happenings, now, "events");
  return undefined;
}

function problemsOf(
  account: Account,
  { profile, events, pointer, single }: Sent,
  now: number,
  discreet: boolean,
): Problem[] {
  return [
    ...events.data.flatMap(({ attributes }, place) =>
      eventProblems(
        attributes,
        now,
        single ? pointer : `${pointer}/events/data/${place}/attributes`,
      ),
    ),
    ...eventProfileProblems(account, profile.data, `${pointer}/profile`, { discreet }),
  ];
}
