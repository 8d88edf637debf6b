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

/** A key as it may be shown after it was made: enough to tell it from another. */
export const maskedKey = (secret: string): string => `${secret.slice(0, 7)}…`;
