/** What people read of kinds that data folders name otherwise. */
const shown: Readonly<Record<string, string>> = {
  "form-act": "form-event",
  "late-count": "pending-count",
  "late-event": "pending-event",
};

/** What several records of a kind are called: `catalog-category`, `catalog-categories`. */
export function pluralOf(stored: string): string {
  const kind = shown[stored] ?? stored;
  if (kind.endsWith("y")) return `${kind.slice(0, -1)}ies`;
  return kind.endsWith("s") ? `${kind}es` : `${kind}s`;
}

/** What one record is called of which several are called so. */
export function singularOf(plural: string): string {
  if (plural.endsWith("ies")) return `${plural.slice(0, -3)}y`;
  return plural.endsWith("sses") ? plural.slice(0, -2) : plural.slice(0, -1);
}
