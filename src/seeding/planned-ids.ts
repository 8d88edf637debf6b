import type { Dice } from "../world/dice.ts";
import { eventId, hexId, numericId, shortId, ulid, uuid } from "../world/ids.ts";
import { quoted } from "./fixture/error.ts";
import { founded, nominalInstant } from "./fixture/values.ts";
import type { Place } from "./fixture/place.ts";
import type { PlanTime } from "./plan.ts";

/** The time in a planned ULID begins here. */
export const idEpoch = Date.UTC(2025, 0, 1);

const planned = (dice: Dice, created: PlanTime) =>
  ulid(dice, idEpoch + Math.max(0, nominalInstant(created)));

/** Of each form, what it looks like, for people, too, and how one is drawn. */
const forms = {
  profile: [/^[0-9A-HJKMNP-TV-Z]{26}$/, "26 digits and capitals (a ULID)", planned],
  group: [/^[0-9A-Za-z]{6}$/, "six letters and digits", shortId],
  hex: [/^[0-9a-f]{32}$/, "32 hexadecimal digits", hexId],
  number: [/^[1-9]\d{8}$/, "nine digits", numericId],
  event: [/^[0-9A-Za-z]{11}$/, "eleven letters and digits", eventId],
  uuid: [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "a UUID", uuid],
} as const;

export type IdKind = keyof typeof forms;

/** The ids of one account's records, none of them twice: those that are given, and those drawn. */
export class PlannedIds {
  readonly #taken = new Map<string, Place | undefined>();

  claim(id: string, form: IdKind, place: Place): string {
    const [pattern, expected] = forms[form];
    if (!pattern.test(id)) throw place.error(`expected ${expected}, not ${quoted(id)}`);
    const other = this.#taken.get(id);
    if (other !== undefined) throw place.error(`${quoted(id)} is taken at ${other}`);
    this.#taken.set(id, place);
    return id;
  }

  /** The id that an item gives; else one of this form that is drawn. */
  of(
    { id }: { readonly id?: string },
    form: IdKind,
    place: Place,
    dice: Dice,
    created: PlanTime = founded,
  ): string {
    const [, , fresh] = forms[form];
    if (id === undefined) return this.draw(() => fresh(dice, created));
    return this.claim(id, form, place.at("id"));
  }

  /** The first drawn id that is free. */
  draw(next: () => string): string {
    let id = next();
    while (this.#taken.has(id)) id = next();
    this.#taken.set(id, undefined);
    return id;
  }
}

/** Things of which many are the same object: each is kept once, and named by its place. */
export class Distinct<T> {
  readonly all: T[] = [];
  readonly #places = new Map<T, number>();

  placeOf(item: T): number {
    const place = this.#places.get(item) ?? this.all.push(item) - 1;
    this.#places.set(item, place);
    return place;
  }
}
