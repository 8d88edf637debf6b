import { describe, expect, it } from "vitest";
import { FilterError, parseFilter } from "../../src/jsonapi/filter.ts";

const read = (text: string) =>
  parseFilter(text).map(({ operator, field, values }) => [
    operator,
    field,
    ...values.map((v) => v.text),
  ]);

const trouble = (text: string): [string, number] => {
  try {
    parseFilter(text);
  } catch (error) {
    if (error instanceof FilterError) return [error.message, error.at];
    throw error;
  }
  throw new Error(`read: ${text}`);
};

describe("parseFilter reads", () => {
  it.each([
    ["double quotes", `equals(email,"a@b.c")`, [["equals", "email", "a@b.c"]]],
    ["single quotes", `equals(email,'a@b.c')`, [["equals", "email", "a@b.c"]]],
    ["the other quote inside quotes", `equals(name,"O'Hara")`, [["equals", "name", "O'Hara"]]],
    ["an escaped quote", `equals(name,"say \\"hi\\"")`, [["equals", "name", 'say "hi"']]],
    ["commas and brackets inside quotes", `equals(name,"a,(b)]")`, [["equals", "name", "a,(b)]"]]],
    ["a field of several words", `equals(Campaign Name,"x")`, [["equals", "Campaign Name", "x"]]],
    ["a quoted field", `equals("Campaign Name", 'x')`, [["equals", "Campaign Name", "x"]]],
    ["bare numbers", "greater-than(value,12.5)", [["greater-than", "value", "12.5"]]],
    [
      "bare datetimes",
      "less-than(created,2026-01-01T00:00:00Z)",
      [["less-than", "created", "2026-01-01T00:00:00Z"]],
    ],
    [
      "an offset whose + became a space",
      "less-than(created,2026-01-01T00:00:00 00:00)",
      [["less-than", "created", "2026-01-01T00:00:00 00:00"]],
    ],
    [
      "conditions joined by commas",
      `equals(a,"1"),equals(b,"2")`,
      [
        ["equals", "a", "1"],
        ["equals", "b", "2"],
      ],
    ],
    [
      "conditions joined by and",
      `and(equals(a,"1"),and(equals(b,"2"),has(profile)))`,
      [
        ["equals", "a", "1"],
        ["equals", "b", "2"],
        ["has", "profile"],
      ],
    ],
    ["lists in brackets", `any(id,["a","b"])`, [["any", "id", "a", "b"]]],
    ["lists of numbers", "any(id,[1,2])", [["any", "id", "1", "2"]]],
    ["a list of one", `equals(id,["a"])`, [["equals", "id", "a"]]],
    ["dotted fields", `equals(a.b.c,"x")`, [["equals", "a.b.c", "x"]]],
    ["white space between parts", ` equals ( email , "x" ) `, [["equals", "email", "x"]]],
    ["quotes around nothing", `equals(email,"")`, [["equals", "email", ""]]],
  ])("%s", (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe("parseFilter refuses, and says where,", () => {
  it.each([
    ["an unknown operator", `is(email,"x")`, 'unknown operator "is"', 0],
    ["an unknown operator further on", `has(a),foo(b)`, 'unknown operator "foo"', 7],
    ["a missing bracket", `equals(email,"x"`, 'expected ")", found the end', 16],
    ["a missing value", "equals(email,)", 'expected a value, found ")"', 13],
    ["a missing comma", `equals(email"x")`, 'expected ",", found """', 12],
    ["a quote that is never closed", `equals(email,"x)`, "the quote is never closed", 13],
    ["something behind the end", "has(a))", 'expected "," or the end, found ")"', 6],
    ["an empty text", "", "expected an operator, found the end", 0],
    ["a second value where one is taken", `equals(a,"1","2")`, 'expected ")", found ","', 12],
  ])("%s", (_, text, message, at) => {
    expect(trouble(text)).toEqual([message, at]);
  });

  it("nesting without end", () => {
    expect(trouble("and(".repeat(5000))[0]).toBe("nested deeper than 10");
  });

  it("more conditions than anyone needs", () => {
    expect(trouble(Array.from({ length: 101 }, () => "has(a)").join())[0]).toBe(
      "more than 100 conditions",
    );
  });
});
