import { countsOf } from "./control/about.ts";
import { keysByName } from "./control/keys.ts";
import type { Emulation } from "./emulation/emulation.ts";
import type { Grants } from "./world/grants.ts";

/** A private key of an account. */
export interface EmulatorKey {
  readonly name: string;
  readonly key: string;
  readonly scopes: readonly string[];
}

/** An app that any account may install by way of OAuth. */
export interface EmulatorApp {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  /** Tokens of the fixture's, ready to be used. */
  readonly tokens: readonly {
    readonly account: string;
    readonly accessToken: string;
    readonly refreshToken: string;
  }[];
}

export interface EmulatorAccount {
  readonly companyId: string;
  readonly keys: readonly EmulatorKey[];
  readonly counts: Readonly<Record<string, number>>;
}

export function identityOf({ world, api }: Emulation) {
  const accounts = [...world.accounts.values()].map((account) => ({
    companyId: account.id,
    keys: account.keys.map(({ name, secret: key, scopes }) => ({ name, key, scopes: [...scopes] })),
    counts: countsOf(api, account),
  }));
  const [first] = accounts;
  const keys = keysByName(first?.keys ?? []);
  return { accounts, apps: appsOf(world.grants), companyId: first?.companyId ?? "", keys };
}

function appsOf(grants: Grants): EmulatorApp[] {
  const { apps, ready } = grants.seeds();
  return apps.map(({ scopes, ...app }) => ({
    ...app,
    scopes: [...scopes],
    tokens: ready
      .filter((token) => token.app === app.clientId)
      .map(({ account, accessToken, refreshToken }) => ({ account, accessToken, refreshToken })),
  }));
}
