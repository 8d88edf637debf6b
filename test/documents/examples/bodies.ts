/** What bodies are made of. */
type Members = Readonly<Record<string, unknown>>;

const parts = (attributes?: Members, relationships?: Members) => ({
  ...(attributes && { attributes }),
  ...(relationships && { relationships }),
});

/** A record that has no id yet. */
export const fresh = (type: string, attributes?: Members, relationships?: Members) => ({
  type,
  ...parts(attributes, relationships),
});

/** The body of a creation. */
export const creating = (type: string, attributes?: Members, relationships?: Members) => ({
  data: fresh(type, attributes, relationships),
});

/** The body of a change. */
export const changing = (
  type: string,
  id: string,
  attributes?: Members,
  relationships?: Members,
) => ({ data: { type, id, ...parts(attributes, relationships) } });

/** What leads to one record. */
export const to = (type: string, id: string) => ({ data: { type, id } });

/** What leads to several. */
export const toAll = (type: string, ...ids: readonly string[]) => ({
  data: ids.map((id) => ({ type, id })),
});

/** The body of a job: `items` of what its list is called. */
export const job = (
  type: string,
  items: string,
  records: readonly unknown[],
  relationships?: Members,
) => creating(type, { [items]: { data: records } }, relationships);
