import { inOrder } from "./in-order.ts";
import type { Slices } from "../time/slices.ts";
import type { Stored } from "./record.ts";

const idOf = ({ id }: Stored): string => id;

const byId = (a: Stored, b: Stored): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The places of records in the order of their ids; of those with the same id, the last alone. */
export const sortedById = (records: readonly Stored[]): Slices<Uint32Array> =>
  inOrder(records, idOf, byId);
