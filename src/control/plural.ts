/** What several records of a kind are called: `catalog-category`, `catalog-categories`. */
export const pluralOf = (kind: string): string =>
  kind.endsWith("y") ? `${kind.slice(0, -1)}ies` : `${kind}s`;
