/** Things of which many are the same object: each is kept once, and named by its place. */
export class Distinct<T> {
  readonly all: T[] = [];
  readonly #places = new Map<T, number>();

  placeOf(item: T): number {
    const known = this.#places.get(item);
    if (known !== undefined) return known;
    const place = this.all.push(item) - 1;
    this.#places.set(item, place);
    return place;
  }
}
