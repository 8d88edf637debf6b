import { readFileSync, statSync } from "node:fs";
import { type Chance, secretsFrom, Dice } from "../world/dice.ts";
import { accessToken, clientSecret, privateKey, refreshToken } from "../world/ids.ts";
import type { SeedPlan } from "./plan.ts";

const known: Readonly<Record<string, (chance: Chance) => string>> = {
  pk_FullAccessDemo: privateKey,
  pk_ReadOnlyDemo: privateKey,
  pk_EventsOnlyDemo: privateKey,
  pk_ProfilesReadDemo: privateKey,
  pk_SyncDemo: privateKey,
  ocs_ExampleAppSecretDemo0001: clientSecret,
  oat_ExampleAppTokenDemo00001: accessToken,
  ort_ExampleAppRefreshDemo001: refreshToken,
};

export const isDemoSecret = (secret: string): boolean => Object.hasOwn(known, secret);

/** Those that a user's own files name, who wants them so. */
export function demoSecretsIn(files: readonly string[]): ReadonlySet<string> {
  const texts = files
    // What comes through a pipe can be read but once.
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => readFileSync(file, "utf8"));
  return new Set(Object.keys(known).filter((each) => texts.some((text) => text.includes(each))));
}

/** The plan with secrets of this process in place of those that everybody knows; the same plan, if it has none. @param kept those that stay */
export function withoutDemoSecrets(
  plan: SeedPlan,
  kept: ReadonlySet<string>,
  secretKey: Uint8Array,
): SeedPlan {
  let isChanged = false;
  const changed = (secret: string): string => {
    if (!isDemoSecret(secret) || kept.has(secret)) return secret;
    isChanged = true;
    // Of its own, so that it is the same when the fixtures are read again.
    return known[secret]?.(secretsFrom(Dice.from(0, secret), secretKey, secret)) ?? secret;
  };
  const accounts = plan.accounts.map((account) => ({
    ...account,
    keys: account.keys.map((key) => ({ ...key, secret: changed(key.secret) })),
    apps: account.apps.map((app) => ({ ...app, clientSecret: changed(app.clientSecret) })),
    tokens: account.tokens.map((token) => ({
      ...token,
      accessToken: changed(token.accessToken),
      refreshToken: changed(token.refreshToken),
    })),
  }));
  return isChanged ? { ...plan, accounts } : plan;
}
