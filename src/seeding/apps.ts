import { type Chance, secretsFrom, Dice } from "../world/dice.ts";
import { clientSecret, uuid, accessToken, refreshToken } from "../world/ids.ts";
import { nearest } from "../world/name-match.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { quoted } from "./fixture/error.ts";
import type { FixtureApp, FixtureToken } from "./fixture/shape.ts";
import { grantOf, scopeOf, type Secrets } from "./keys.ts";
import type { Place } from "./fixture/place.ts";
import type { AppPlan } from "./plan.ts";
import { isDeepStrictEqual } from "node:util";
import { grantedScopes } from "../contract/scopes.ts";
import { parseDuration } from "../world/time/duration.ts";
import { lifeMs, type ReadyToken } from "../world/grants.ts";

/** Where an app is sent back to if its fixture does not say: any port of this machine. */
const anyLoopback = ["http://127.0.0.1/callback", "http://[::1]/callback"];

/** Any account may install an app, whichever file brings it; the same app in two files is one. @throws FixtureError for the first that makes no sense */
export class Registered {
  readonly #apps = new Map<string, { plan: AppPlan; place: Place; draft: AccountDraft }>();

  constructor(drafts: readonly AccountDraft[], seed: number | string, secretKey?: Uint8Array) {
    for (const draft of drafts) {
      const own = `${seed}/${draft.companyId}`;
      const dice = Dice.from(own, "seed/app");
      const chance = secretsFrom(dice, secretKey, `${own} app`);
      for (const { item, place } of itemsOf(draft, "apps")) {
        const plan = planOf(item, place, { dice, chance });
        const same = this.#apps.get(plan.clientId);
        const repeats = JSON.stringify(same?.plan) === JSON.stringify(plan);
        if (same !== undefined && !(repeats && same.place.source !== place.source)) {
          const what = `an app ${quoted(plan.clientId)} is already at ${same.place}`;
          throw place.at("client_id").error(what);
        }
        if (same === undefined) this.#apps.set(plan.clientId, { plan, place, draft });
      }
    }
  }

  /** Those that an account's own files bring first. */
  of(draft: AccountDraft): AppPlan[] {
    return [...this.#apps.values()].filter((app) => app.draft === draft).map(({ plan }) => plan);
  }

  require(named: string, place: Place): AppPlan {
    const plans = [...this.#apps.values()].map(({ plan }) => plan);
    const found =
      plans.find(({ clientId }) => clientId === named) ?? plans.find(({ name }) => name === named);
    if (found !== undefined) return found;
    const like = nearest(
      named,
      plans.flatMap(({ clientId, name }) => [clientId, name]),
    );
    const hint = like === undefined ? "expected one of apps" : `did you mean ${like}?`;
    throw place.error(`there is no app ${quoted(named)} (${hint})`);
  }
}

function planOf(
  item: FixtureApp,
  place: Place,
  { dice, chance }: { dice: Dice; chance: Chance },
): AppPlan {
  const { name, redirect_uris: uris = anyLoopback, scopes = "full" } = item;
  const clientId = item.client_id ?? uuid(dice);
  if (!/^[\w.~-]{1,100}$/.test(clientId))
    throw place.at("client_id").error("expected up to a hundred letters, digits and . _ ~ -");
  const secret = item.client_secret ?? clientSecret(chance);
  if (!/^[\x21-\x7e]{8,200}$/.test(secret))
    throw place.at("client_secret").error("expected 8 to 200 visible characters of ASCII");
  for (const [index, uri] of uris.entries()) {
    if (canReturnTo(uri)) continue;
    const what = "expected a whole URI without a fragment, such as http://127.0.0.1/callback";
    throw place.at("redirect_uris", index).error(what);
  }
  const grant = grantOf(scopes, place.at("scopes"));
  return { name, clientId, clientSecret: secret, redirectUris: uris, grant };
}

/** What a header can hold and a browser would open as a page or as an app (RFC 6749, 3.1.2). */
function canReturnTo(uri: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes("#") || !URL.canParse(uri)) return false;
  return !/^(?:javascript|data|file|blob|about|vbscript):/i.test(uri);
}

/** An account's ready tokens, each with a refresh token. @throws FixtureError for the first that makes no sense */
export function tokensOf(
  draft: AccountDraft,
  chance: Chance,
  known: { readonly secrets: Secrets; readonly registered: Registered },
): ReadyToken[] {
  return written(draft).map(({ item, place }) => {
    const app = known.registered.require(item.app, place.at("app"));
    const most = grantedScopes(app.grant);
    const scopes = item.scopes?.map((scope, index) => scopeOf(scope, place.at("scopes", index)));
    const beyond = scopes?.findIndex((scope) => !most.has(scope)) ?? -1;
    if (beyond >= 0)
      throw place.at("scopes", beyond).error(`this app has not registered ${scopes?.[beyond]}`);
    const secret = (member: "access_token" | "refresh_token", prefix: string, drawn: string) => {
      const text = item[member] ?? drawn;
      const at = place.at(member);
      if (!new RegExp(`^${prefix}_[0-9A-Za-z]{20,100}$`).test(text))
        throw at.error(`expected ${prefix}_ and twenty to a hundred letters and digits`);
      const holder = known.secrets.get(text);
      if (holder !== undefined) throw at.error(`this token is already at ${holder}`);
      known.secrets.set(text, at);
      return text;
    };
    return {
      app: app.clientId,
      account: draft.companyId,
      scopes: scopes ?? [...most],
      lifeMs: lifeOf(item.expires_in, place),
      accessToken: secret("access_token", "oat", accessToken(chance)),
      refreshToken: secret("refresh_token", "ort", refreshToken(chance)),
    };
  });
}

/** The same token in two files of one account is one token. */
function written(draft: AccountDraft): { item: FixtureToken; place: Place }[] {
  const found: { item: FixtureToken; place: Place }[] = [];
  for (const { item, place } of itemsOf(draft, "tokens")) {
    const repeats = found.some(
      (each) => each.place.source !== place.source && isDeepStrictEqual(each.item, item),
    );
    if (item.access_token === undefined || !repeats) found.push({ item, place });
  }
  return found;
}

function lifeOf(written: FixtureToken["expires_in"], place: Place): number {
  if (written === undefined) return lifeMs.access;
  const ms = typeof written === "number" ? written * 1000 : parseDuration(written);
  if (ms !== undefined && ms >= 0) return ms;
  throw place.at("expires_in").error("expected seconds, or a duration such as 10m");
}
