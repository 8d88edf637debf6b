import { type Identifiers, identifiers } from "./identity.ts";
import type { ProfileMeta } from "./profile-shape.ts";
import type { Profile } from "./records.ts";

/** What a patch of identifiers comes to, for one profile. */
interface Patched {
  /** Those that it gets. */
  readonly given: Identifiers;
  /** Those that it loses, as nulls. */
  readonly taken: Identifiers;
}

/**
 * Reads `meta.patch_identifiers`. @guess: `append` gives an identifier to who has none of that kind,
 * and never writes over one; `unappend` takes away exactly the one that it names
 */
export function patchIdentifiers(
  known: Profile | undefined,
  meta: ProfileMeta | undefined,
): Patched {
  const patch = meta?.patch_identifiers;
  if (patch === undefined) return nothing;
  const given: Record<string, string | number> = {};
  const taken: Record<string, null> = {};
  for (const { name, compared } of identifiers) {
    const has = known?.[name] ?? null;
    const [more, less] = [patch.append?.[name], patch.unappend?.[name]];
    if (more !== undefined && has === null) given[name] = more;
    if (less !== undefined && has !== null && compared(less) === compared(has)) taken[name] = null;
  }
  return { given, taken };
}

const nothing: Patched = { given: {}, taken: {} };
