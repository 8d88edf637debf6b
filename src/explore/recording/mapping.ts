/** A name by which a request may mean a record, also for what a shorter text could be by chance. */
export const idName = /(?:^|[_-])ids?$|Id$/;

/** Texts such as ids stand alone between other characters. */
const token = /[\w=-]+/g;

/** The ids and cursors of a recording, and those that the emulator has in their place. */
export class Mapping {
  readonly #own = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** Both answers have it at the same place. The first time counts. */
  learn(recorded: unknown, own: unknown): void {
    if (typeof recorded !== "string" || typeof own !== "string" || recorded === "") return;
    if (this.#own.has(recorded) || this.#taken.has(own)) return;
    this.#own.set(recorded, own);
    this.#taken.add(own);
  }

  /** Whether it is known which record is meant. */
  knows(recorded: string): boolean {
    return this.#own.has(recorded);
  }

  /** Whether the emulator's record has one in the recording. */
  knowsOwn(own: string): boolean {
    return this.#taken.has(own);
  }

  own(recorded: string): string {
    return this.#own.get(recorded) ?? recorded;
  }

  /** With what is known in it replaced. */
  text(text: string): string {
    const whole = this.#own.get(text);
    if (whole !== undefined) return whole;
    return text.replace(token, (each) => this.#own.get(each) ?? each);
  }

  /** @param name of the member that has it */
  value(value: unknown, name = ""): unknown {
    if (typeof value === "string") {
      if (idName.test(name)) return this.text(value);
      // What a client has written may be as short as an id, or a number.
      return value.length < 6 || /^\d+$/.test(value) ? value : this.own(value);
    }
    if (Array.isArray(value)) return value.map((each) => this.value(each, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.value(each, key)]),
    );
  }

  /** A path and query; they stay as they were written where nothing of them is replaced. */
  target({ pathname, search }: URL, companyId: string): string {
    const path = pathname.split("/").map((each) => {
      const text = decoded(each);
      return text !== undefined && this.#own.has(text) ? encodeURIComponent(this.own(text)) : each;
    });
    const query = search
      .slice(1)
      .split("&")
      .map((pair) => {
        const [name = "", value] = pair.split(/=(.*)/s);
        if (name === "company_id") return `${name}=${companyId}`;
        const text = decoded(value ?? "");
        const own = text === undefined ? undefined : this.text(text);
        return own === undefined || own === text ? pair : `${name}=${encodeURIComponent(own)}`;
      });
    return path.join("/") + (search === "" ? "" : `?${query.join("&")}`);
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
