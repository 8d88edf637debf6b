import { Safe, type Value } from "./values.ts";

/** What one rendering may do: about a second's work. */
const stepsMax = 1_000_000;
/** The longest text, and the longest list that a filter makes. */
const lengthMax = 5_000_000;

const charactersAStep = 64;

/** What a rendering has written, and how much it has done: it is refused at the first bound. */
export class Spent {
  readonly #refuse: (message: string) => never;
  readonly #parts: string[] = [];
  readonly #weights = new WeakMap<object, number>();
  #length = 0;
  #steps = 0;

  constructor(refuse: (message: string) => never) {
    this.#refuse = refuse;
  }

  get text(): string {
    return this.#parts.join("");
  }

  spend(count = 1): void {
    this.#steps += count;
    if (this.#steps > stepsMax) {
      this.#refuse(`the template takes more than ${stepsMax.toLocaleString("en")} steps`);
    }
  }

  charge(value: Value): void {
    this.spend(this.#weightOf(value));
  }

  allow(length: number): void {
    if (length > lengthMax) {
      this.#refuse(`a text has more than ${lengthMax.toLocaleString("en")} characters`);
    }
  }

  write(text: string): void {
    this.#length += text.length;
    this.allow(this.#length);
    this.#parts.push(text);
  }

  capturing(act: () => void): string {
    const from = this.#parts.length;
    act();
    return this.#parts.splice(from).join("");
  }

  /** Nothing that a template works with ever changes, so each object is gone over once. */
  #weightOf(value: Value): number {
    if (typeof value === "string") return Math.floor(value.length / charactersAStep);
    if (value instanceof Safe) return this.#weightOf(value.text);
    if (typeof value !== "object" || value === null) return 0;
    const known = this.#weights.get(value);
    if (known !== undefined) return known;
    let weight = 0;
    for (const each of Object.values(value)) weight += 1 + this.#weightOf(each);
    this.#weights.set(value, weight);
    return weight;
  }
}
