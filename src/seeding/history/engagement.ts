import { type Attribution, attributionMs } from "../../domain/messages/attribution.ts";
import type { Event } from "../../domain/resources/event.ts";

/** When somebody opened or clicked a message, and what events from then on say of it. */
export interface Engagement {
  readonly at: number;
  readonly attribution: Attribution;
}

/** What somebody did soon after they opened or clicked a message, which now says so. */
export const ledTo = (done: readonly Event[], engaged: readonly Engagement[]): Event[] =>
  done.flatMap((event) => {
    const last = engaged
      .filter(({ at }) => at <= event.time && event.time <= at + attributionMs)
      .reduce<Engagement | undefined>(
        (found, each) => (found === undefined || each.at >= found.at ? each : found),
        undefined,
      );
    if (last === undefined) return [];
    return [{ ...event, properties: { ...event.properties, $attribution: last.attribution } }];
  });
