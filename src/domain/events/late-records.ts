import type { Stored } from "../../world/store/record.ts";
import { collection } from "../../world/store/store.ts";

/** What a figure does not show before an instant of world time. */
export interface LateFigure extends Stored {
  readonly due: number;
}

/** That metric aggregates do not show the events from this number on. */
export interface LateEvent extends LateFigure {
  readonly from: number;
}

export const lateEvents = collection<LateEvent>("late-event", {
  keys: { due: ({ due }) => due },
  indexes: [["due"]],
  internal: true,
});

/** By how many members a list or segment has grown, or shrunk, without its count showing it. */
export interface LateCount extends LateFigure {
  readonly group: string;
  readonly by: number;
}

export const lateCounts = collection<LateCount>("late-count", {
  keys: { due: ({ due }) => due, group: ({ group }) => group },
  indexes: [["due"], ["group", "due"]],
  internal: true,
});
