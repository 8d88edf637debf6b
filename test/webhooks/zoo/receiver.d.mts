import type { Server } from "node:http";

/** What outlives a receiver: a line for each event that is kept. */
interface Store {
  readonly lines: () => string[];
  readonly add: (line: string) => void;
}

export const storeIn: (path: string) => Store;

export function receiverWith(options: {
  readonly defect?: string | undefined;
  /** With any of which a delivery may be signed. */
  readonly secrets: readonly string[];
  readonly store: Store;
  readonly work?: number | undefined;
  readonly tooLong?: number | undefined;
  readonly isAlive?: () => boolean;
}): Server;
