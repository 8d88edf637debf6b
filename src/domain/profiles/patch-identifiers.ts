import { identifiers } from "./identifiers.ts";
import type { Identifiers } from "./identity.ts";
import type { ProfileMeta } from "./shape.ts";
import type { Profile } from "../resources/profile.ts";

/** What a patch of identifiers comes to, for one profile. */
interface Patched {
  /** Those that it loses and gets no other for, as nulls. */
  readonly taken: Identifiers;
  /** Those that it gets. */
  readonly given: Identifiers;
}

/**
 * Reads `meta.patch_identifiers`. @guess: `unappend` takes away exactly the identifier that it names,
 * and then `append` gives one to who has none of that kind, and never writes over one
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
    const loses = less !== undefined && has !== null && compared(less) === compared(has);
    if (more !== undefined && (has === null || loses)) given[name] = more;
    else if (loses) taken[name] = null;
  }
  return { given, taken };
}

const nothing: Patched = { given: {}, taken: {} };
