import { createHash, timingSafeEqual } from "node:crypto";
import { grantedScopes, type Scope, type ScopeGrant } from "../contract/scopes.ts";

/** A private key (specification, "Authentication"). Its scopes never change. */
export interface Key {
  readonly name: string;
  readonly secret: string;
  readonly grant: ScopeGrant;
  readonly scopes: ReadonlySet<Scope>;
}

export function createKey(name: string, secret: string, grant: ScopeGrant): Key {
  return { name, secret, grant, scopes: grantedScopes(grant) };
}

/** Whether a secret that was sent is the one. It takes as long for one that is nearly right as for any other. */
export const isSameSecret = (sent: string, secret: string): boolean =>
  timingSafeEqual(digestOf(sent), digestOf(secret));

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A key as it may be shown after it was made: enough to tell it from another. */
export const maskedKey = (secret: string): string => `${secret.slice(0, 7)}…`;

/** Keeps something behind all others; where there are more than so many, the oldest makes room. */
export function remember<T>(held: Map<string, T>, name: string, value: T, most: number): void {
  held.delete(name);
  const [oldest] = held.keys();
  if (held.size >= most && oldest !== undefined) held.delete(oldest);
  held.set(name, value);
}
