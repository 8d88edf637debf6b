import { createHash } from "node:crypto";
import type { Fault } from "./fault.ts";
import { createdIn, type Written } from "./written.ts";

/** What of a request makes it the same as another. */
interface SentRequest {
  readonly id: string;
  readonly incoming: {
    readonly method: string;
    readonly target: string;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly body: Uint8Array | undefined;
  };
}

/** How many lost answers are remembered. */
const rememberedMax = 10_000;

/**
 * The requests that were done and whose answers a fault took away: who sends one of them again
 * writes twice, unless something tells the service that it is the same.
 */
export class LostAnswers {
  readonly #lost = new Map<
    string,
    { readonly exchange: string; readonly fault: Fault | undefined }
  >();

  remember(asked: SentRequest, fault: Fault | undefined): void {
    const name = nameOf(asked);
    if (this.#lost.has(name)) return;
    const [oldest] = this.#lost.keys();
    if (this.#lost.size >= rememberedMax && oldest !== undefined) this.#lost.delete(oldest);
    this.#lost.set(name, { exchange: asked.id, fault });
  }

  /** The exchange that this one sends again, if there is one; what it created is counted. */
  repeated(asked: SentRequest, written: readonly Written[]): string | null {
    if (this.#lost.size === 0) return null;
    const lost = this.#lost.get(nameOf(asked));
    if (lost === undefined) return null;
    lost.fault?.doubled(createdIn(written).length);
    return lost.exchange;
  }
}

/** The same caller, method, target and body: the same request. */
function nameOf({ incoming }: SentRequest): string {
  const { method, target, headers, body } = incoming;
  const hash = createHash("sha256").update(
    `${method} ${target}\n${String(headers["authorization"])}\n`,
  );
  if (body !== undefined) hash.update(body);
  return hash.digest("base64");
}
