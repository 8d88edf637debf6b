import { itemsOf } from "../drafts.ts";
import type { GeneratedContent } from "../generate/content.ts";
import { ulid } from "../../world/ids.ts";
import { createdAt } from "../fixture/values.ts";
import { among, anyOf, type Ground, Named } from "../groups.ts";
import type { Place } from "../fixture/place.ts";
import { idEpoch } from "../planned-ids.ts";
import { allKinds } from "./index.ts";
import type { PlannedRecord, Records } from "../plan.ts";
import type { Around } from "./kind.ts";

type Item = Readonly<Record<string, unknown>> & { readonly id?: string; readonly created?: string };

/** Those that the files write out, and those made up behind them. @throws FixtureError for what is named twice, or by nothing, or makes no sense */
export function recordsOf(ground: Ground, made: Partial<GeneratedContent>): Records {
  const { draft, ids, streams, groups } = ground;
  const sections = new Map<string, Named<PlannedRecord>>(Object.entries(groups) as never);
  const of = (name: string) => sections.get(name) as Named<PlannedRecord>;
  const around: Around = {
    require: (names, called, place) => anyOf([names].flat().map(of), called, place),
    among: (...names) => among(names.flatMap((name) => of(name).plans)),
    draw: (what, form, created) => ids.of({}, form, place, streams(what), created),
    named: (called) => ulid(streams(`objects/${called}`), idEpoch),
  };
  const place = draft.parts[0]?.place.at("generate") as Place;
  for (const [name, kind] of allKinds) {
    const { noun, called = "id", ids: form } = kind;
    const named = { external_id: "an external_id", title: `a title in ${name}` };
    const expected = { id: "", name: `one of the ${noun}s`, ...named }[called];
    const section = new Named<PlannedRecord>(noun, called, expected);
    sections.set(name, section);
    const more: readonly object[] = made[name as keyof GeneratedContent] ?? [];
    const items = [...itemsOf(draft, name), ...more.map((item) => ({ item, place }))];
    for (const each of items) {
      const item = each.item as Item;
      const created = createdAt(item, each.place);
      const says = kind.planned(item as never, each.place, around);
      const id =
        typeof form === "string"
          ? ids.of(item, form, each.place, streams(noun), created)
          : form(item as never, around);
      section.add({ ...says, id, created }, each.place);
    }
  }
  return Object.fromEntries(allKinds.map(([name]) => [name, of(name).plans]));
}
