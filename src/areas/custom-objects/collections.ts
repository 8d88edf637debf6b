import type { Stored } from "../../world/store/record.ts";
import { collection } from "../../world/store/store.ts";

/** What a data source was sent, as it came: a schema that is published later maps it anew. */
export interface SourceRecord extends Stored {
  readonly source: string;
  /** World time. */
  readonly received: number;
  readonly record: Readonly<Record<string, unknown>>;
}

/** Their ids sort as they came. */
export const sourceRecords = collection<SourceRecord>("data-source-record", {
  keys: { source: ({ source }) => source },
  indexes: [["source"]],
  internal: true,
});

/** What each feed last said of an object whose properties come from several. */
export interface ObjectParts extends Stored {
  readonly type: string;
  /** That of its type when it was said. */
  readonly round?: number | undefined;
  /** By feed, then by the name of the property. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const objectParts = collection<ObjectParts>("object-part", {
  keys: { type: ({ type }) => type, id: ({ id }) => id },
  indexes: [["type", "id"]],
  internal: true,
});

/** That an object was deleted: what its data sources had been sent by then makes it no more. */
export interface ObjectDeletion extends Stored {
  readonly type: string;
}

export const objectDeletions = collection<ObjectDeletion>("object-deletion", {
  keys: { type: ({ type }) => type },
  indexes: [["type"]],
  internal: true,
});
