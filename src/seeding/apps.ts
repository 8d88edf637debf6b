import { type Chance, secretsFrom } from "../world/chance.ts";
import { Dice } from "../world/dice.ts";
import { clientSecret, uuid } from "../world/ids.ts";
import { nearest } from "../world/name-match.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { quoted } from "./fixture/error.ts";
import type { FixtureApp } from "./fixture/shape.ts";
import { grantOf } from "./keys.ts";
import type { Place } from "./input/place.ts";
import type { AppPlan } from "./plan.ts";

/** Where an app is sent back to if its fixture does not say: any port of this machine. */
const anyLoopback = ["http://127.0.0.1/callback", "http://[::1]/callback"];

/**
 * The OAuth apps of all files. Any account may install an app, whichever file brings it; the same
 * app in two files is one app.
 *
 * @throws FixtureError for the first that makes no sense
 */
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

  /** By client id, or by name. */
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
