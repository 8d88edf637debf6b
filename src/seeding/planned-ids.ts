import { quoted } from "./fixture/error.ts";
import type { Place } from "./input/place.ts";

const forms = {
  profile: [/^[0-9A-HJKMNP-TV-Z]{26}$/, "26 digits and capitals (a ULID)"],
  group: [/^[0-9A-Za-z]{6}$/, "six letters and digits"],
  hex: [/^[0-9a-f]{32}$/, "32 hexadecimal digits"],
  number: [/^[1-9]\d{8}$/, "nine digits"],
  event: [/^[0-9A-Za-z]{11}$/, "eleven letters and digits"],
} as const;

/** The ids of one account's records, none of them twice: those that are given, and those drawn. */
export class PlannedIds {
  readonly #taken = new Map<string, Place | undefined>();

  /** An id that a fixture gives. */
  claim(id: string, form: keyof typeof forms, place: Place): string {
    const [pattern, expected] = forms[form];
    if (!pattern.test(id)) throw place.error(`expected ${expected}, not ${quoted(id)}`);
    const other = this.#taken.get(id);
    if (other !== undefined) throw place.error(`${quoted(id)} is taken at ${other}`);
    this.#taken.set(id, place);
    return id;
  }

  /** The first drawn id that is free. */
  draw(next: () => string): string {
    let id = next();
    while (this.#taken.has(id)) id = next();
    this.#taken.set(id, undefined);
    return id;
  }
}
