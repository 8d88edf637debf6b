import { scopes, type Scope } from "../../contract/scopes.ts";
import type { Refusal } from "../../jsonapi/refusal.ts";
import { nearest } from "../../world/nearest.ts";
import { plain } from "./form.ts";
import { oauthRefusal } from "./refusals.ts";

const known: ReadonlySet<string> = new Set(scopes);

/**
 * The scopes that a text asks for, each once.
 *
 * @param most those that may be asked for, and who says so
 */
export function scopesOf(
  text: string,
  most: { readonly scopes: ReadonlySet<string>; readonly by: string },
): readonly Scope[] | Refusal {
  const asked = [...new Set(text.split(" ").filter((scope) => scope !== ""))];
  const odd = asked.find((scope) => !known.has(scope));
  if (odd !== undefined) {
    const like = nearest(odd, scopes);
    const hint = like === undefined ? {} : { hint: `did you mean ${like}?` };
    return oauthRefusal("invalid_scope", `There is no scope ${plain(odd)}.`, hint);
  }
  const beyond = asked.find((scope) => !most.scopes.has(scope));
  if (beyond !== undefined) {
    const hint = `${most.by}: ${[...most.scopes].join(" ")}`;
    return oauthRefusal("invalid_scope", `The scope ${beyond} is more than ${most.by}.`, { hint });
  }
  if (asked.length > 0) return asked as readonly Scope[];
  return oauthRefusal("invalid_scope", "The scope parameter is required.");
}
