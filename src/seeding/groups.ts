import { definitionProblems, groupsNamed } from "../domain/segments/condition.ts";
import type { SegmentDefinition } from "../domain/grammar/segments.ts";
import type { Integration } from "../domain/resources/event.ts";
import type { Dice } from "../world/dice.ts";
import { shortId } from "../world/ids.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { createdAt, requireNone } from "./fixture/values.ts";
import { quoted } from "./fixture/error.ts";
import type { Place } from "./fixture/place.ts";
import type { ListPlan, MetricPlan, SegmentPlan } from "./plan.ts";
import type { PlannedIds } from "./planned-ids.ts";

export type Streams = (name: string) => Dice;

/** What records are named by, and their place in the plan. */
export class Named<P extends object> {
  readonly plans: P[] = [];
  readonly what: string;
  readonly expected: string;
  readonly #called: string;
  readonly #places = new Map<string, { index: number; place: Place | undefined }>();

  /** @param what the kind of thing, for people: `list` @param called the member that names it @param expected what it is named by, for people */
  constructor(what: string, called = "name", expected = `one of ${what}s`) {
    this.what = what;
    this.expected = expected;
    this.#called = called;
  }

  add(plan: P, place?: Place): number {
    const name = String((plan as Readonly<Record<string, unknown>>)[this.#called]);
    const known = this.#places.get(name);
    if (known !== undefined) {
      const article = /^[aeiou]/.test(this.what) ? "an" : "a";
      const what = `${article} ${this.what} ${quoted(name)} is already at ${known.place}`;
      throw place?.at(this.#called).error(what);
    }
    const index = this.plans.push(plan) - 1;
    this.#places.set(name, { index, place });
    return index;
  }

  find(name: string): number | undefined {
    return this.#places.get(name)?.index;
  }

  /** The place in the plan of what a record names. @throws FixtureError if there is none */
  require(name: string, place: Place): number {
    const found = this.find(name);
    if (found === undefined) throw unknownName([this], name, place);
    return found;
  }

  of(name: string, place: Place): P {
    return this.plans[this.require(name, place)] as P;
  }

  names(): string[] {
    return [...this.#places.keys()];
  }
}

/** What a record names that is one of several kinds. @throws FixtureError if there is none */
export function anyOf<P extends object>(kinds: readonly Named<P>[], name: string, place: Place): P {
  const kind = kinds.find((each) => each.find(name) !== undefined);
  if (kind === undefined) throw unknownName(kinds, name, place);
  return kind.of(name, place);
}

export function among(plans: readonly { readonly id: string }[]): (id: string) => boolean {
  const ids = new Set(plans.map(({ id }) => id));
  return (id) => ids.has(id);
}

function unknownName(kinds: readonly Named<object>[], name: string, place: Place) {
  const all = kinds.flatMap((each) => each.names());
  const [what, expected] = (["what", "expected"] as const).map((text) =>
    kinds.map((each) => each[text]).join(" or "),
  );
  return place.unknown(`unknown ${what}`, name, all, `expected ${expected}`);
}

/** The lists, segments and metrics of an account, in the order of the files. */
export function groupsOf(draft: AccountDraft, ids: PlannedIds, streams: Streams) {
  const lists = new Named<ListPlan>("list");
  const segments = new Named<SegmentPlan>("segment");
  const metrics = new Named<MetricPlan>("metric");
  type Item = { id?: string; name: string; created?: string };
  const base = (item: Item, at: Place, kind: string) => {
    const created = createdAt(item, at);
    return { id: ids.of(item, "group", at, streams(kind), created), created, name: item.name };
  };
  for (const { item, place } of itemsOf(draft, "lists")) {
    const { opt_in_process = "single_opt_in" } = item;
    lists.add({ ...base(item, place, "list"), opt_in_process }, place);
  }
  for (const { item, place } of itemsOf(draft, "segments")) {
    const { is_starred = false } = item;
    // Checked once all that it may name is known.
    const definition = (item.definition ?? null) as SegmentDefinition | null;
    segments.add({ ...base(item, place, "segment"), definition, is_starred }, place);
  }
  const integrations = new Map<string, Integration>();
  for (const { item, place } of itemsOf(draft, "metrics")) {
    const { key = "", name = "", category = "API" } = item.integration ?? {};
    if (item.integration !== undefined && !integrations.has(key)) {
      const id = ids.draw(() => shortId(streams("integration")));
      integrations.set(key, { object: "integration", id, key, name, category });
    }
    const integration = integrations.get(key) ?? null;
    metrics.add({ ...base(item, place, "metric"), integration }, place);
  }
  return { lists, segments, metrics };
}

export type Groups = ReturnType<typeof groupsOf>;

/** An account that is planned, once its groups are. */
export interface Ground {
  readonly draft: AccountDraft;
  readonly ids: PlannedIds;
  readonly streams: Streams;
  readonly groups: Groups;
  readonly currency: string;
  readonly sms: boolean;
}

/** A definition names metrics, lists and segments of the files, by their ids. */
export function requireDefinitions({ draft, groups: { lists, segments, metrics } }: Ground): void {
  const definitions = new Map(segments.plans.map(({ id, definition }) => [id, definition]));
  const known = {
    groupsOf: (id: string) => groupsNamed(definitions.get(id)),
    metric: among(metrics.plans),
    group: among([...lists.plans, ...segments.plans]),
  };
  for (const { item, place } of itemsOf(draft, "segments")) {
    if (item.definition == null) continue;
    const { id } = segments.of(item.name, place.at("name"));
    const problems = definitionProblems(known, item.definition, "", id);
    requireNone(problems, place.at("definition"));
  }
}
