import { type Scope, scopes, type ScopeGrant } from "../contract/scopes.ts";
import type { Chance } from "../world/dice.ts";
import { privateKey } from "../world/ids.ts";
import { nearest } from "../world/name-match.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { quoted } from "./fixture/error.ts";
import type { FixtureKey } from "./fixture/shape.ts";
import type { Place } from "./fixture/place.ts";
import type { KeyPlan } from "./plan.ts";
import { wholeApi } from "../areas/index.ts";
import { PlanError } from "../world/faults/kind.ts";
import { planShaped } from "../world/faults/plan.ts";
import type { FaultInput } from "../world/faults/types.ts";

/** Where each secret is written, over all accounts: a key belongs to one. */
export type Secrets = Map<string, Place>;

/** A new account has one with full access if none is written. The same key in two files of one account is one key. */
export function keysOf(draft: AccountDraft, chance: Chance, secrets: Secrets): KeyPlan[] {
  const plans = new Map<string, { plan: KeyPlan; place: Place }>();
  for (const { item, place } of itemsOf(draft, "keys")) {
    const { name } = item;
    const secret = secretOf(item, place) ?? privateKey(chance);
    const plan = { name, secret, grant: grantOf(item.scopes, place.at("scopes")) };
    const same = plans.get(name);
    const repeats = same !== undefined && JSON.stringify(same.plan) === JSON.stringify(plan);
    if (repeats && same.place.source !== place.source) continue;
    if (same !== undefined)
      throw place.at("name").error(`a key ${quoted(name)} is already at ${same.place}`);
    const holder = secrets.get(secret);
    if (holder !== undefined) throw place.at("key").error(`this key is already at ${holder}`);
    secrets.set(secret, place);
    plans.set(name, { plan, place });
  }
  const isThere = draft.parts.some((part) => part.isThere);
  if (plans.size === 0 && !isThere)
    return [{ name: "full", secret: privateKey(chance), grant: "full" }];
  return [...plans.values()].map(({ plan }) => plan);
}

function secretOf({ key }: FixtureKey, place: Place): string | undefined {
  if (key === undefined || /^pk_[0-9A-Za-z]{6,100}$/.test(key)) return key;
  throw place.at("key").error("expected pk_ and six to a hundred letters and digits");
}

export function grantOf(written: FixtureKey["scopes"], place: Place): ScopeGrant {
  if (written === "full" || written === "read-only") return written;
  if (typeof written === "string") return [scopeOf(written, place)];
  if (written.length === 0) throw place.error("expected full, read-only, or a list of scopes");
  return written.map((scope, index) => scopeOf(scope, place.at(index)));
}

const grants: ReadonlySet<string> = new Set([...scopes, "full", "read-only"]);

export function scopeOf(written: string, place: Place): Scope {
  const known = scopes.find((scope) => scope === written);
  if (known !== undefined) return known;
  const like = nearest(written, grants);
  const hint = like === undefined ? "expected full, read-only, or scopes" : `did you mean ${like}?`;
  throw place.error(`unknown scope ${quoted(written)} (${hint})`);
}

/** Each only for its own account. @throws FixtureError for one that could not be planned */
export function faultsOf(draft: AccountDraft): readonly FaultInput[] {
  const found: FaultInput[] = [];
  for (const { item, place } of itemsOf(draft, "faults")) {
    const fault = { ...item, match: { ...item.match, account: draft.companyId } };
    try {
      planShaped(fault, wholeApi().targets, 0);
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      const near = error.nearest === undefined ? "" : ` (did you mean ${error.nearest}?)`;
      throw place.error(`${error.path}: ${error.message}${near}`);
    }
    found.push(fault);
  }
  return found;
}
