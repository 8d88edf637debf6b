/** What several records of a kind are called: `catalog-category`, `catalog-categories`. */
export function pluralOf(kind: string): string {
  if (kind.endsWith("y")) return `${kind.slice(0, -1)}ies`;
  return kind.endsWith("s") ? `${kind}es` : `${kind}s`;
}
