import { deliveries, deliveryEntries } from "./records.ts";
import type { State } from "../../world/store/state.ts";
import { type Change, drop } from "../../world/store/store.ts";
import { works } from "../../world/time/agenda.ts";
import { deliverWork } from "./decide.ts";

/** A state in which nothing waits to be delivered: that of a reset, and of a fork. It shares the rest. */
export function withoutPending(state: State): State {
  const pending = [...state.table(deliveries).scan(["ended"], { prefix: [false] })];
  if (pending.length === 0) return state;
  const without = state.clone();
  const gone: Change[] = [
    ...pending.map(({ id }) => drop(deliveries, id)),
    ...[...state.table(deliveryEntries).all()].map(({ id }) => drop(deliveryEntries, id)),
    ...[...state.table(works).all()]
      .filter(({ kind }) => kind === deliverWork)
      .map(({ id }) => drop(works, id)),
  ];
  without.apply(gone);
  return without;
}
