import { isDeepStrictEqual } from "node:util";
import { grantedScopes } from "../contract/scopes.ts";
import type { Chance } from "../world/chance.ts";
import { parseDuration } from "../world/time/duration.ts";
import { lifeMs, type ReadyToken } from "../world/grants.ts";
import { accessToken, refreshToken } from "../world/ids.ts";
import type { Registered } from "./apps.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import type { FixtureToken } from "./fixture/shape.ts";
import { scopeOf, type Secrets } from "./keys.ts";
import type { Place } from "./input/place.ts";

/**
 * An account's ready tokens, each with a refresh token.
 *
 * @throws FixtureError for the first that makes no sense
 */
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
    if (beyond >= 0) {
      const what = `this app has not registered ${scopes?.[beyond]}`;
      throw place.at("scopes", beyond).error(what);
    }
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

/** Seconds, as OAuth counts them, or a duration. */
function lifeOf(written: FixtureToken["expires_in"], place: Place): number {
  if (written === undefined) return lifeMs.access;
  const ms = typeof written === "number" ? written * 1000 : parseDuration(written);
  if (ms !== undefined && ms >= 0) return ms;
  throw place.at("expires_in").error("expected seconds, or a duration such as 10m");
}
