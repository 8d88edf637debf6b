import { eventProblems, eventProfileProblems, metaOf, timeOf } from "../../domain/event-check.ts";
import { bulkEventsMax } from "../../domain/event-shape.ts";
import { type Happening, writeEvent } from "../../domain/event-write.ts";
import { invalid, invalidBody, notBuilt } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Work } from "../../verbs/call.ts";
import { empty } from "../../verbs/outcome.ts";
import type { operations } from "./operations.ts";

const at = "/data/attributes";
const bulkAt = `${at}/events-bulk-create/data`;

/** Create Event and its bulk (behaviour.md, 9): checked at once, written when it is processed. */
export const behavior: AreaBehavior<typeof operations> = {
  create_event({ account, now, body }) {
    const { profile, ...event } = body.data.attributes;
    const problems = [
      ...eventProblems(event, now, at),
      ...eventProfileProblems(account, profile.data, `${at}/profile`),
    ];
    if (problems.length > 0) return invalidBody(problems);
    if (metaOf(profile.data)?.patch_identifiers) return notBuilt("patch_identifiers", "profiles");
    const happening: Happening = { event, profile: profile.data, time: timeOf(event, now) };
    account.process(["event"], [happening], now);
    return empty(202);
  },

  bulk_create_events({ account, now, body }) {
    const people = body.data.attributes["events-bulk-create"].data;
    const count = people.reduce((sum, { attributes: { events } }) => sum + events.data.length, 0);
    if (count > bulkEventsMax) {
      return invalid(bulkAt, `Expected at most ${bulkEventsMax} events, found ${count}.`);
    }
    const problems = people.flatMap(({ attributes: { profile, events } }, index) => {
      const pointer = `${bulkAt}/${index}/attributes`;
      return [
        ...eventProfileProblems(account, profile.data, `${pointer}/profile`),
        ...events.data.flatMap(({ attributes }, place) =>
          eventProblems(attributes, now, `${pointer}/events/data/${place}/attributes`),
        ),
      ];
    });
    if (problems.length > 0) return invalidBody(problems);
    if (people.some(({ attributes: { profile } }) => metaOf(profile.data)?.patch_identifiers)) {
      return notBuilt("patch_identifiers", "profiles");
    }
    const happenings = people.flatMap(({ attributes: { profile, events } }) =>
      events.data.map(({ attributes: event }): Happening => ({
        event,
        profile: profile.data,
        time: timeOf(event, now),
      })),
    );
    account.process(["event"], happenings, now);
    return empty(202);
  },
};

export const work: Readonly<Record<string, Work>> = {
  event(account, happenings: readonly Happening[], now) {
    for (const happening of happenings) writeEvent(account, happening, now);
  },
};
