import { type FixtureDocument, naturalKey } from "../fixture/document.ts";
import type { PageResource } from "./pages.ts";

/** Who is in which lists and segments, as far as answers show it. */
export class Members {
  readonly #groups = new Map<string, Set<string>>();

  /** @param group such as `list Y6nRLr` @param profile its id */
  add(group: string, profile: string): void {
    const known = this.#groups.get(group) ?? new Set<string>();
    this.#groups.set(group, known.add(profile));
  }

  /** A profile that was read with its lists and segments. */
  readLinks({ type, id, relationships }: PageResource): void {
    if (type !== "profile") return;
    for (const name of ["lists", "segments"]) {
      for (const each of [relationships[name]?.data ?? []].flat() as {
        id?: unknown;
        type?: unknown;
      }[])
        this.add(`${String(each?.type)} ${String(each?.id)}`, id);
    }
  }

  /** A document in which people have joined their lists, and segments without a definition have their members. */
  within({ head, profiles, events }: FixtureDocument): FixtureDocument {
    const people = [...profiles];
    const has = (type: string, group: string | undefined, profile: string | undefined): boolean =>
      this.#groups.get(`${type} ${group}`)?.has(profile ?? "") ?? false;
    const segments = (head.segments ?? []).map((each) => {
      const inside = people.filter((one) => has("segment", each.id, one.id));
      return inside.length === 0 ? each : { ...each, profiles: inside.map(naturalKey) };
    });
    const joined = people.map((one) => {
      const lists = (head.lists ?? []).filter((each) => has("list", each.id, one.id));
      return lists.length === 0 ? one : { ...one, lists: lists.map(({ name }) => name) };
    });
    return { head: { ...head, segments }, profiles: joined, events };
  }
}
