import { operationsOf } from "./act.ts";
import { keys, keyShape, type KeyView, type NewKeyView } from "./acts/credentials.ts";
import { accountOf, accountsOf, oneAccount } from "./operation.ts";
import { type Scope, type ScopeGrant, scopes } from "../contract/scopes.ts";
import type { Account } from "../world/account.ts";
import { privateKey } from "../world/ids.ts";
import { createKey, type Key, maskedKey } from "../world/keys.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { conflict, ControlError, notAmong } from "../emulation/problem.ts";
import { readAs } from "./read.ts";

/** Private keys by name. `full` is there unless a fixture gives its account other keys: then reading it throws. */
export type KeysByName = Readonly<Record<string, string>> & { readonly full: string };

/** The secrets of an account's keys. What is there is not shown among the keys unless it has one. */
export function keysByName(keys: readonly { readonly name: string; readonly key: string }[]) {
  const found = Object.fromEntries(keys.map(({ name, key }) => [name, key]));
  if (Object.hasOwn(found, "full")) return found as KeysByName;
  const get = (): never => {
    const names = Object.keys(found).join(", ");
    throw new ControlError(`no key 'full'; there are: ${names || "none"}`, "keys", {
      kind: "unknown",
    });
  };
  return Object.defineProperty(found, "full", { get }) as KeysByName;
}

const keysMax = 1000;

const viewOf = ({ id: account }: Account, { name, secret, grant, scopes: has }: Key): KeyView => ({
  name,
  account,
  masked: maskedKey(secret),
  type: typeof grant === "string" ? grant : "custom",
  scopes: [...has],
});

/** Makes a key. Its scopes never change: who wants others makes another (specification). */
function make({ world }: Emulation, account: Account, input: unknown): NewKeyView {
  const { name, scopes: asked = "full" } = readAs(keyShape, input);
  const grant = grantOf(asked);
  // A path can hold no segment that is only dots.
  if (/^\.{1,2}$/.test(name)) throw new ControlError("expected more than dots", "name");
  if (account.keys.some((key) => key.name === name))
    throw conflict(`the name ${name} is taken`, "name");
  if (account.keys.length >= keysMax)
    throw conflict(`there are ${keysMax} keys: remove some`, "name");
  const secret = privateKey(world.keySecrets);
  const key = createKey(name, secret, grant);
  world.addKey(account, key);
  return { ...viewOf(account, key), key: secret };
}

function grantOf(asked: "full" | "read-only" | readonly string[]): ScopeGrant {
  if (typeof asked === "string") return asked;
  const wrong = asked.findIndex((scope) => !(scopes as readonly string[]).includes(scope));
  if (wrong === -1) return asked as readonly Scope[];
  const scope = asked[wrong] ?? "";
  throw notAmong(scopes, scope, `no scope '${scope}'`, `scopes[${wrong}]`);
}

/** Revokes a key of an account, of the first unless one is named. @throws ControlError for one that it does not have */
export function revokeKey(emulation: Emulation, name: string, id?: string): void {
  revoke(emulation, [oneAccount(emulation.world, id)], name);
}

function revoke({ world }: Emulation, accounts: readonly Account[], name: string): void {
  const holder = accounts.find(({ keys }) => keys.some((key) => key.name === name));
  if (holder === undefined) throw new ControlError(`no key ${name}`, "id", { kind: "unknown" });
  world.removeKey(holder, name);
}

const listOf = (accounts: readonly Account[]): KeyView[] =>
  accounts.flatMap((account) => account.keys.map((key) => viewOf(account, key)));

/** The private keys, as the library has them. `account`: a company id; default: the first. */
export interface KeysFace {
  list(account?: string): KeyView[];
  /** Creates a private key. @returns the key itself, once */
  create(
    name: string,
    options?: { scopes?: "full" | "read-only" | readonly string[]; account?: string },
  ): NewKeyView;
  revoke(name: string, account?: string): void;
}

export const keysFace = (emulation: Emulation): KeysFace => ({
  list: (account) => listOf([accountOf({ emulation, account })]),
  create: (name, { account, ...options } = {}) =>
    make(emulation, accountOf({ emulation, account }), { name, ...options }),
  revoke: (name, account) => revokeKey(emulation, name, account),
});

export const keyOperations = operationsOf(keys.acts, {
  create: (call) => make(call.emulation, accountOf(call), call.body),
  list: (call) => listOf(accountsOf(call)),
  revoke: (call) => revoke(call.emulation, accountsOf(call), call.id),
});
