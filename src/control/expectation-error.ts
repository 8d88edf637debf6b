import type { Entry } from "../world/entry.ts";
import type { Received } from "../world/received.ts";
import type { Miss } from "../world/which.ts";

/** What was received is not what was expected; the message shows what came nearest. */
export class ExpectationError extends Error {
  static {
    this.prototype.name = "ExpectationError";
  }
  /** Those that are all that was meant. */
  readonly found: readonly Entry[];
  /** Those that fail one condition and no other, and which: `email was p2@example.com`. */
  readonly misses: readonly { readonly entry: Entry; readonly but: string }[];

  constructor(message: string, found: readonly Received[], misses: readonly Miss[]) {
    super(message);
    this.found = found.map(({ entry }) => entry);
    this.misses = misses.map(({ received: { entry }, but }) => ({ entry, but }));
  }
}
