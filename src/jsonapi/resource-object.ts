import { type Resource, writtenAs } from "../contract/resource.ts";
import { livesIn } from "../contract/revisions.ts";
import { knownPart } from "../contract/shape.ts";
import { attributesShown, type ShownAttribute, areAlike } from "./members-written.ts";
import { relationshipsOf } from "./members-written.ts";
import type { Identifier, Recorded, Sources, View } from "./view.ts";

interface ResourceObject extends Identifier {
  readonly attributes: Readonly<Record<string, unknown>>;
  relationships?: Readonly<Record<string, unknown>>;
  links?: { readonly self: string };
}

/** Stands for a record's address in the relationships of a resource whose records all have the same. */
const anyAddress = "\uffff";

/** Writes records in the way of one view, of which the common part is worked out once (`bench --only lists`). */
export class ResourceWriter {
  readonly #resource: Resource;
  readonly #view: View;
  /** Worked out once a text is asked for that is not kept. */
  #shown: readonly ShownAttribute[] | undefined;
  readonly #type: string;
  /** What follows the attributes of every record; nothing, where that is not the same for all. */
  #end: readonly string[] | undefined;
  /** The first one is written plainly, since most answers have no second. */
  #isFirst = true;

  constructor(resource: Resource, view: View) {
    this.#resource = resource;
    this.#view = view;
    this.#type = writtenAs(resource);
  }

  object(record: Recorded, from: Sources): Readonly<ResourceObject> {
    const attributes = this.attributes(record, from.computed);
    return { type: this.#type, id: record.id, attributes, ...this.#around(record, from.linkage) };
  }

  text(record: Recorded, from: Sources): string {
    const end = this.#isFirst || from.linkage ? [] : (this.#end ??= this.#endOfAll());
    this.#isFirst = false;
    if (end.length === 0) return JSON.stringify(this.object(record, from));
    const attributes = JSON.stringify(this.attributes(record, from.computed));
    const around = end.join(JSON.stringify(this.#selfOf(record)).slice(1, -1));
    const id = JSON.stringify(record.id);
    return `{"type":"${this.#type}","id":${id},"attributes":${attributes}${around}`;
  }

  /** The attributes of a record, in the revision's shape: first what is not the record's own. */
  attributes(record: Recorded, computed: Sources["computed"]) {
    const written: Record<string, unknown> = {};
    this.#shown ??= attributesShown(this.#resource, this.#view);
    for (const { name, from, computed: isComputed, shape, optional, write } of this.#shown) {
      const value = isComputed
        ? knownPart(shape, computed?.(name, record), this.#view.revision)
        : (record as unknown as Record<string, unknown>)[from];
      if (optional && value === undefined) continue;
      written[name] = write === undefined ? (value ?? null) : write(value);
    }
    return written;
  }

  #around(record: Recorded, linkage: Sources["linkage"], self = this.#selfOf(record)) {
    const view = this.#view;
    const relationships = relationshipsOf(this.#resource, record, view, self, linkage);
    return {
      ...(relationships && { relationships }),
      ...(livesIn(this.#resource.linked ?? {}, view.revision) && { links: { self } }),
    };
  }

  #endOfAll(): readonly string[] {
    if (!areAlike(this.#resource, this.#view)) return [];
    const around = JSON.stringify(this.#around({ id: "" }, undefined, anyAddress));
    return `${around === "{}" ? "" : ","}${around.slice(1)}`.split(anyAddress);
  }

  #selfOf({ id }: Recorded): string {
    return selfOf(this.#resource.path, id, this.#view.origin);
  }
}

/** The same without what the record has, as where it may be gone by now. */
export const referenceTo = ({ type, path }: Resource, id: string, origin: string) => ({
  type,
  id,
  attributes: {},
  links: { self: selfOf(path, id, origin) },
});

const selfOf = (path: string, id: string, origin: string): string =>
  `${origin}${path}/${encodeURIComponent(id)}/`;
