import { isDeepStrictEqual } from "node:util";
import { wholeApi } from "../areas/index.ts";
import { grantedScopes, type Scope, scopes, type ScopeGrant } from "../contract/scopes.ts";
import { type Chance, secretsFrom, Dice } from "../world/dice.ts";
import { PlanError } from "../world/faults/kind.ts";
import { planShaped } from "../world/faults/plan.ts";
import type { FaultInput } from "../world/faults/types.ts";
import { lifeMs, type ReadyToken } from "../world/grants.ts";
import { accessToken, clientSecret, privateKey, refreshToken, uuid } from "../world/ids.ts";
import { parseDuration } from "../world/time/duration.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { quoted } from "./fixture/error.ts";
import type { Place } from "./fixture/place.ts";
import type { FixtureApp, FixtureKey, FixtureToken } from "./fixture/shape.ts";
import type { AppPlan, KeyPlan } from "./plan.ts";

/** Where each secret is written, over all accounts: a key belongs to one. */
export type Secrets = Map<string, Place>;

type Planned<P> = { readonly plan: P; readonly place: Place };

/** Whether none is called so yet. The same in two files is one. @throws FixtureError for another that is called so */
function isNew<P>(
  known: ReadonlyMap<string, Planned<P>>,
  called: string,
  { plan, place }: Planned<P>,
  member: string,
  what: string,
): boolean {
  const same = known.get(called);
  if (same === undefined) return true;
  if (isDeepStrictEqual(same.plan, plan) && same.place.source !== place.source) return false;
  throw place.at(member).error(`${what} ${quoted(called)} is already at ${same.place}`);
}

/** A new account has one with full access if none is written. */
export function keysOf(draft: AccountDraft, chance: Chance, secrets: Secrets): KeyPlan[] {
  const keys = new Map<string, Planned<KeyPlan>>();
  for (const { item, place } of itemsOf(draft, "keys")) {
    const { name, key } = item;
    if (key !== undefined && !/^pk_[0-9A-Za-z]{6,100}$/.test(key))
      throw place.at("key").error("expected pk_ and six to a hundred letters and digits");
    const secret = key ?? privateKey(chance);
    const plan = { name, secret, grant: grantOf(item.scopes, place.at("scopes")) };
    if (!isNew(keys, name, { plan, place }, "name", "a key")) continue;
    const holder = secrets.get(secret);
    if (holder !== undefined) throw place.at("key").error(`this key is already at ${holder}`);
    secrets.set(secret, place);
    keys.set(name, { plan, place });
  }
  const isThere = draft.parts.some((part) => part.isThere);
  if (keys.size === 0 && !isThere)
    return [{ name: "full", secret: privateKey(chance), grant: "full" }];
  return [...keys.values()].map(({ plan }) => plan);
}

function grantOf(written: FixtureKey["scopes"], place: Place): ScopeGrant {
  if (written === "full" || written === "read-only") return written;
  if (typeof written === "string") return [scopeOf(written, place)];
  if (written.length === 0) throw place.error("expected full, read-only, or a list of scopes");
  return written.map((scope, index) => scopeOf(scope, place.at(index)));
}

const grants: ReadonlySet<string> = new Set([...scopes, "full", "read-only"]);

function scopeOf(written: string, place: Place): Scope {
  const known = scopes.find((scope) => scope === written);
  if (known !== undefined) return known;
  throw place.unknown("unknown scope", written, grants, "expected full, read-only, or scopes");
}

/** Where an app is sent back to if its fixture does not say: any port of this machine. */
const anyLoopback = ["http://127.0.0.1/callback", "http://[::1]/callback"];

export type Apps = ReturnType<typeof appsOf>;

/** The apps of all accounts by their client ids, each with the account that brings it first: any account may install it. @throws FixtureError for the first that makes no sense */
export function appsOf(drafts: readonly AccountDraft[], seed: number | string, key?: Uint8Array) {
  const apps = new Map<string, Planned<AppPlan> & { readonly of: AccountDraft }>();
  for (const draft of drafts) {
    const own = `${seed}/${draft.companyId}`;
    const dice = Dice.from(own, "seed/app");
    const chance = secretsFrom(dice, key, `${own} app`);
    for (const { item, place } of itemsOf(draft, "apps")) {
      const plan = appOf(item, place, dice, chance);
      if (isNew(apps, plan.clientId, { plan, place }, "client_id", "an app"))
        apps.set(plan.clientId, { plan, place, of: draft });
    }
  }
  return apps;
}

function appOf(item: FixtureApp, place: Place, dice: Dice, chance: Chance): AppPlan {
  const { name, redirect_uris: uris = anyLoopback, scopes: asked = "full" } = item;
  const clientId = item.client_id ?? uuid(dice);
  if (!/^[\w.~-]{1,100}$/.test(clientId))
    throw place.at("client_id").error("expected up to a hundred letters, digits and . _ ~ -");
  const secret = item.client_secret ?? clientSecret(chance);
  if (!/^[\x21-\x7e]{8,200}$/.test(secret))
    throw place.at("client_secret").error("expected 8 to 200 visible characters of ASCII");
  const wrong = uris.findIndex((uri) => !canReturnTo(uri));
  if (wrong >= 0) {
    const what = "expected a whole URI without a fragment, such as http://127.0.0.1/callback";
    throw place.at("redirect_uris", wrong).error(what);
  }
  const grant = grantOf(asked, place.at("scopes"));
  return { name, clientId, clientSecret: secret, redirectUris: uris, grant };
}

/** What a header can hold and a browser would open as a page or as an app (RFC 6749, 3.1.2). */
function canReturnTo(uri: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes("#") || !URL.canParse(uri)) return false;
  return !/^(?:javascript|data|file|blob|about|vbscript):/i.test(uri);
}

function appNamed(apps: Apps, named: string, place: Place): AppPlan {
  const plans = [...apps.values()].map(({ plan }) => plan);
  const found = apps.get(named)?.plan ?? plans.find(({ name }) => name === named);
  if (found !== undefined) return found;
  const known = plans.flatMap(({ clientId, name }) => [clientId, name]);
  throw place.unknown("there is no app", named, known, "expected one of apps");
}

/** An account's ready tokens, each with a refresh token. The same in two files is one. @throws FixtureError for the first that makes no sense */
export function tokensOf(
  draft: AccountDraft,
  chance: Chance,
  secrets: Secrets,
  apps: Apps,
): ReadyToken[] {
  const written = [...itemsOf(draft, "tokens")];
  const isRepeated = ({ item, place }: (typeof written)[number], index: number) =>
    item.access_token !== undefined &&
    written
      .slice(0, index)
      .some((each) => each.place.source !== place.source && isDeepStrictEqual(each.item, item));
  const fresh = written.filter((each, index) => !isRepeated(each, index));
  return fresh.map(({ item, place }) => {
    const app = appNamed(apps, item.app, place.at("app"));
    const most = grantedScopes(app.grant);
    const asked = item.scopes?.map((scope, index) => scopeOf(scope, place.at("scopes", index)));
    const beyond = asked?.findIndex((scope) => !most.has(scope)) ?? -1;
    if (beyond >= 0)
      throw place.at("scopes", beyond).error(`this app has not registered ${asked?.[beyond]}`);
    const secret = (member: "access_token" | "refresh_token", prefix: string, drawn: string) => {
      const text = item[member] ?? drawn;
      const at = place.at(member);
      if (!new RegExp(`^${prefix}_[0-9A-Za-z]{20,100}$`).test(text))
        throw at.error(`expected ${prefix}_ and twenty to a hundred letters and digits`);
      const holder = secrets.get(text);
      if (holder !== undefined) throw at.error(`this token is already at ${holder}`);
      secrets.set(text, at);
      return text;
    };
    return {
      app: app.clientId,
      account: draft.companyId,
      scopes: asked ?? [...most],
      lifeMs: lifeOf(item.expires_in, place),
      accessToken: secret("access_token", "oat", accessToken(chance)),
      refreshToken: secret("refresh_token", "ort", refreshToken(chance)),
    };
  });
}

function lifeOf(written: FixtureToken["expires_in"], place: Place): number {
  if (written === undefined) return lifeMs.access;
  const ms = typeof written === "number" ? written * 1000 : parseDuration(written);
  if (ms !== undefined && ms >= 0) return ms;
  throw place.at("expires_in").error("expected seconds, or a duration such as 10m");
}

/** Each only for its own account. @throws FixtureError for one that could not be planned */
export function faultsOf(draft: AccountDraft): readonly FaultInput[] {
  return Array.from(itemsOf(draft, "faults"), ({ item, place }) => {
    const fault = { ...item, match: { ...item.match, account: draft.companyId } };
    try {
      planShaped(fault, wholeApi().targets, 0);
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      const near = error.nearest === undefined ? "" : ` (did you mean ${error.nearest}?)`;
      throw place.error(`${error.path}: ${error.message}${near}`);
    }
    return fault;
  });
}
