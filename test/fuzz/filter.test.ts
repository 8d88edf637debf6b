import fc from "fast-check";
import { expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { aritiesOf } from "../../src/contract/abilities.ts";
import { newestRevision } from "../../src/contract/revisions.ts";
import { FilterError, parseFilter } from "../../src/jsonapi/filter.ts";
import { runs } from "../support/fuzz.ts";

const abilities = [...createApi().operations.values()].flatMap(
  ({ abilities: { filter } }) => filter,
);
const quoted = fc.string().map((text) => `"${text.replace(/[\\"]/g, "\\$&")}"`);
const bare = fc.constantFrom(
  "1",
  "-2.5",
  "true",
  "2026-01-01T00:00:00Z",
  "2026-01-01T00:00:00 00:00",
);
const condition = fc
  .tuple(
    fc.constantFrom(...abilities),
    fc.array(fc.oneof(quoted, bare), { minLength: 1, maxLength: 3 }),
    fc.nat(),
  )
  .map(([ability, values, pick]) => {
    const { name, operators } = ability;
    const operator = operators[pick % operators.length] ?? "equals";
    const arity = aritiesOf(ability, operator, newestRevision).at(-1) ?? "none";
    const written = { none: "", single: `,${values[0]}`, list: `,[${values.join()}]` }[arity];
    return { operator, name, text: `${operator}(${name}${written})` };
  });

it("reads whatever the rows allow, each condition as it was written", () => {
  fc.assert(
    fc.property(
      fc.array(condition, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (conditions, wrapped) => {
        const text = conditions.map((each) => each.text).join();
        const found = parseFilter(wrapped ? `and(${text})` : text);
        expect(found.map(({ operator, field }) => [operator, field])).toEqual(
          conditions.map(({ operator, name }) => [operator, name]),
        );
      },
    ),
    { numRuns: runs },
  );
});

it("reads any text or says where it went wrong, and never anything else", () => {
  const pieces = fc.constantFrom(
    "and(",
    "equals",
    "any",
    "has",
    "(",
    ")",
    ",",
    "[",
    "]",
    '"',
    "'",
    "\\",
    " ",
    "email",
    "1",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces).map((all) => all.join("")),
    condition.map((each) => each.text),
  );
  const damaged = fc.tuple(text, fc.nat(), fc.string({ maxLength: 2 })).map(([whole, at, more]) => {
    const place = at % (whole.length + 1);
    return whole.slice(0, place) + more + whole.slice(place + 1);
  });
  fc.assert(
    fc.property(damaged, (source) => {
      try {
        parseFilter(source);
      } catch (error) {
        expect(error).toBeInstanceOf(FilterError);
        expect((error as FilterError).at).toBeLessThanOrEqual(source.length);
      }
    }),
    { numRuns: runs },
  );
});
