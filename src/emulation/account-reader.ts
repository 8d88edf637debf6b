import { scopes } from "../contract/scopes.ts";
import { boolean, integer, list, literal, number, object, oneOf } from "../contract/shape.ts";
import { record, string, type Infer, type Shape } from "../contract/shape.ts";
import { createKey } from "../world/keys.ts";
import { jsonProblem } from "../world/read-shape.ts";
import { picked, orderInTurns } from "../world/store/in-order.ts";
import type { Stored } from "../world/store/record.ts";
import { type Positions, State } from "../world/store/state.ts";
import type { Collection } from "../world/store/store.ts";
import type { Course } from "../world/time/course.ts";
import type { Slices } from "../world/time/slices.ts";
import { parsed, shaped, courseShape } from "./manifest.ts";
import { wrongFolder } from "./problem.ts";
import { headName } from "./line-file.ts";

const headShape = object({
  settings: object({
    companyId: string({ minLength: 1 }),
    sms: boolean(),
    "orderMetric?": string(),
    "customObjects?": boolean(),
    "withoutPredictions?": literal("omit", "null"),
    "controlToken?": string(),
    "limits?": oneOf(literal("real", "off"), number()),
  }),
  keys: list(
    object({
      name: string(),
      secret: string({ minLength: 1 }),
      grant: oneOf(literal("full", "read-only"), list(literal(...scopes))),
    }),
  ),
  seed: string(),
  seq: integer(),
  lastIdMs: number(),
  dice: record(list(number(), { min: 4, max: 4 })) as Shape<Positions["dice"]>,
  "course?": courseShape,
});

/** A shorter line, in characters, cannot nest so deep that whoever walks through it runs out of stack. */
const shallowMax = 2000;

export class AccountReader {
  readonly #collections: ReadonlyMap<string, Collection>;
  readonly #held = new Map<string, Map<string, Stored>>();
  /** The collection of the last record, and what it has: those of one stand together. */
  #name = "";
  #records = new Map<string, Stored>();
  #head: Infer<typeof headShape> | undefined;
  records = 0;

  get course(): Course | undefined {
    return this.#head?.course;
  }

  constructor(collections: ReadonlyMap<string, Collection>) {
    this.#collections = collections;
  }

  /** What the account is comes first. @throws ControlError for what is no line of an account */
  take(text: string | undefined, at: string): void {
    const value = parsed(text, at);
    const isHead = Array.isArray(value) && value[0] === headName;
    if (this.#head === undefined) this.#head = shaped(headShape, isHead ? value[1] : value, at);
    else if (!isHead) this.#takeRecord(value, text, at);
  }

  #takeRecord(value: unknown, text: string | undefined, at: string): void {
    if ((text?.length ?? 0) > shallowMax && jsonProblem(value) !== undefined)
      throw wrongFolder(`${at}: nests too deep`);
    const [name, record] = Array.isArray(value) ? (value as unknown[]) : [];
    if (typeof name !== "string" || !this.#collections.has(name))
      throw wrongFolder(`${at}: no collection '${String(name)}'`);
    const { id, seq } = (record ?? {}) as Partial<Stored>;
    if (typeof id !== "string" || typeof seq !== "number")
      throw wrongFolder(`${at}: expected a record with an id and a seq`);
    if (name !== this.#name) {
      this.#name = name;
      this.#records = this.#held.get(name) ?? new Map();
      this.#held.set(name, this.#records);
    }
    if (this.#records.has(id)) throw wrongFolder(`${at}: ${name} ${id} is there twice`);
    this.#records.set(id, record as Stored);
    this.records += 1;
  }

  /** Undefined where nothing has said what it is. @param told is told of how many more records are in their place */
  *account(told: (records: number) => void = () => {}) {
    const head = this.#head;
    if (head === undefined) return undefined;
    const state = State.at(head);
    for (const [name, records] of this.#held) {
      this.#held.delete(name);
      let loaded = 0;
      const table = state.table(this.#collections.get(name) as Collection);
      yield* table.load(yield* asTheyCame(records), (part) => {
        told(part * records.size - loaded);
        loaded = part * records.size;
      });
    }
    const keys = head.keys.map(({ name, secret, grant }) => createKey(name, secret, grant));
    return { settings: head.settings, keys, state };
  }
}

/** In the order in which they were made: that is nearly the order of most indexes, and sorts fastest. */
function* asTheyCame(records: ReadonlyMap<string, Stored>): Slices<Stored[]> {
  const all = [...records.values()];
  yield;
  const numbers = Float64Array.from(all, ({ seq }) => seq);
  yield;
  const places = yield* orderInTurns(numbers);
  yield;
  return picked(all, places);
}
