import type { Shape } from "../../contract/shape.ts";
import { shapeProblem, textOfPath } from "../../world/read-shape.ts";
import type { FixtureDocument } from "../fixture/document.ts";
import type { FixtureAccount } from "../fixture/shape.ts";
import { allKinds, type KindName } from "../kinds/index.ts";
import { endsOf, Notes, type PageResource } from "./pages.ts";

type Item = Record<string, unknown>;
type Head = FixtureDocument["head"];

/** What a fixture says of a record that an answer does not say as it is. */
const told: Partial<Record<KindName, (each: PageResource, all: All) => Item>> = {
  catalog_items: (each) => ({ categories: idsOf(each, "categories").map(externalId) }),
  // A variant shows no more than a link to its item: the item says which it has, where it was read with them.
  catalog_variants: ({ id }, { items }) => ({ item: items.get(id) }),
  reviews: (each) => ({
    status: (each.attributes["status"] as Item | undefined)?.["value"],
    product: idsOf(each, "item").map(externalId)[0],
    public_reply: replyOf(each.attributes["public_reply"] as Item | null | undefined),
  }),
  campaigns: campaignOf,
};

/** What an answer says of them is not what a fixture takes: ids of their parts, or nothing of where they come from. */
const notImported: readonly KindName[] = ["data_sources", "object_types", "flows", "forms"];

/** Sections, in the order in which they name each other. */
const sections = allKinds.filter(([name]) => !notImported.includes(name));

/** The types of which a fixture can have such records; a campaign has its message within. */
export const recordTypes: readonly string[] = [
  ...sections.map(([, { type }]) => type),
  "campaign-message",
];

/** Everything that was found, and the groups that were made of it. */
interface All {
  readonly found: ReadonlyMap<string, PageResource>;
  /** The external ids of items by the ids of their variants. */
  readonly items: ReadonlyMap<string, string>;
  readonly head: Head;
}

/** The records of resources that fixtures write out, section by section. What a fixture would refuse is left out. */
export function recordsOf(resources: readonly PageResource[], { head }: FixtureDocument) {
  const items = resources.flatMap((each) =>
    idsOf(each, "variants").map((variant) => [variant, externalId(each.id)] as const),
  );
  const found = new Map(resources.map((each) => [`${each.type} ${each.id}`, each]));
  const all = { head, found, items: new Map(items) };
  const made: Record<string, Item[]> = {};
  const notes = new Notes();
  for (const [name, { type, shape, called }] of sections) {
    const items = new Map<unknown, Item>();
    for (const each of resources.filter((one) => one.type === type)) {
      const item = itemOf(each, shape, told[name]?.(each, all) ?? {});
      const problem = shapeProblem(shape, item);
      const what = problem && `${type} left out: ${textOfPath(problem.path)}: ${problem.message}`;
      if (what === undefined) items.set(called === undefined ? each.id : item[called], item);
      else notes.note(what);
    }
    if (items.size > 0) made[name] = [...items.values()];
  }
  return { sections: made as Partial<FixtureAccount>, notes: notes.all() };
}

function itemOf({ id, attributes }: PageResource, shape: Shape, more: Item): Item {
  const created = attributes["created"] ?? attributes["created_at"];
  const values: Item = { ...attributes, id, created, ...more };
  const names = shape.kind === "object" ? [...shape.members.keys()] : [];
  const said = names.filter((name) => values[name] !== undefined && values[name] !== null);
  return Object.fromEntries(said.map((name) => [name, values[name]]));
}

/** Without when it was written. */
const replyOf = (reply: Item | null | undefined): Item | undefined =>
  reply ? { content: reply["content"], author: reply["author"] } : undefined;

const idsOf = (each: PageResource, name: string): string[] =>
  endsOf(each, name).flatMap(({ id }) => id ?? []);

/** Of `$custom:::$default:::SKU-1`. */
const externalId = (id: string): string => id.split(":::").at(-1) ?? id;

/** A campaign, with its first message, and with the names of its audiences. */
function campaignOf(each: PageResource, { found, head }: All): Item {
  const [message] = idsOf(each, "campaign-messages");
  const { definition = {} } = (found.get(`campaign-message ${message}`)?.attributes ?? {}) as {
    definition?: { channel?: string; content?: Item };
  };
  const { included = [], excluded = [] } = (each.attributes["audiences"] ?? {}) as Record<
    string,
    string[]
  >;
  const groups = [...(head.lists ?? []), ...(head.segments ?? [])];
  const named = (ids: readonly string[]) =>
    groups.filter(({ id }) => id !== undefined && ids.includes(id)).map(({ name }) => name);
  const status = String(each.attributes["status"]).replace(/ .*/, "");
  return {
    ...definition.content,
    channel: definition.channel,
    included: named(included),
    excluded: named(excluded),
    status: ["Scheduled", "Sent", "Cancelled"].includes(status) ? status : "Draft",
    send_at: each.attributes["send_time"] ?? each.attributes["scheduled_at"],
  };
}
