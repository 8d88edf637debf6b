import { describe, expect, it } from "vitest";
import {
  boolean,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  open,
  type Shape,
  string,
} from "../../src/contract/shape.ts";
import { checkShape } from "../../src/jsonapi/check.ts";

const shape = object({
  type: literal("cat"),
  "name?": nullable(string({ maxLength: 5 })),
  "email?": string({ format: "email" }),
  "phone?": string({ format: "phone_number" }),
  "born?": string({ format: "datetime" }),
  "tame?": boolean(),
  "id?": oneOf(string(), number()),
  "toys?": list(object({ size: number() }), { max: 2 }),
  "extra?": open(),
  "secret?": string({ minLength: 16 }),
  "sound?": string({ minLength: 1 }),
});

const problems = (value: unknown) =>
  checkShape(shape, value).map(({ pointer, detail }) => `${pointer}: ${detail}`);

describe("a shape", () => {
  it("lets a value through that fits", () => {
    const value = {
      type: "cat",
      name: null,
      id: 7,
      toys: [{ size: 1 }],
      extra: { $a: 1, "b.c": [] },
    };
    expect(problems(value)).toEqual([]);
  });

  it("names every bad field by a pointer of its own", () => {
    const value = { name: 5, tame: "yes", toys: [{ size: 1 }, { size: "2" }], email: "nobody" };
    expect(problems(value)).toEqual([
      "/type: The field 'type' is required.",
      "/name: Expected a string.",
      "/tame: Expected a boolean.",
      "/toys/1/size: Expected a number.",
      "/email: Invalid email address.",
    ]);
  });

  it.each([
    [{ type: "dog" }, "/type: Expected 'cat'."],
    [{ type: "cat", name: "longer than five" }, "/name: Expected at most 5 characters."],
    [{ type: "cat", secret: "meow" }, "/secret: Expected at least 16 characters."],
    [{ type: "cat", sound: "" }, "/sound: Expected some text."],
    [{ type: "cat", "a/b~c": 1 }, "/a~1b~0c: 'a/b~c' is not a valid field here."],
    [{ type: "cat", id: true }, "/id: Expected a string. Or: Expected a number."],
    [{ type: "cat", toys: [1, 2, 3] }, "/toys: Expected at most 2 items."],
    [{ type: "cat", extra: [] }, "/extra: Expected an object."],
    [
      { type: "cat", born: "tomorrow" },
      "/born: Invalid datetime: use ISO 8601, such as 2026-01-31T12:00:00Z.",
    ],
    ["cat", "/: Expected an object."],
  ])("refuses %j", (value, problem) => {
    expect(problems(value)).toEqual([problem]);
  });

  it("takes a member named __proto__ for a member", () => {
    expect(problems(JSON.parse('{"type":"cat","__proto__":{}}'))).toEqual([
      "/__proto__: '__proto__' is not a valid field here.",
    ]);
  });

  it("lists a hundred problems at the most", () => {
    const value = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
    expect(problems({ type: "cat", ...value })).toHaveLength(100);
  });
});

describe("an email address", () => {
  it.each(["a@b.co", "o'hara+tag@mail.example.com", "ünïcode@exämple.de", "a.b-c_d@x-y.org"])(
    "may be %s",
    (email) => {
      expect(checkShape(string({ format: "email" }), email)).toEqual([]);
    },
  );
  it.each([
    "",
    "a",
    "a@",
    "@b.co",
    "a@b",
    "a b@c.de",
    "a@b..co",
    "a@-b.co",
    `${"x".repeat(250)}@b.co`,
  ])("may not be %j", (email) => {
    expect(checkShape(string({ format: "email" }), email)).toHaveLength(1);
  });
});

describe("one of several objects", () => {
  const filter = (type: string, operators: string[], value: Parameters<typeof nullable>[0]) =>
    object({ type: literal(type), operator: literal(...operators), value });
  const either = oneOf(
    filter("text", ["is", "is-not"], string()),
    filter("text", ["in"], list(string())),
    filter("number", ["is"], number()),
    object({ type: literal("yes"), sure: literal(true) }),
    object({ type: literal("yes"), sure: literal(false), why: string() }),
  );
  const found = (value: unknown) =>
    checkShape(either, value).map(({ pointer, detail }) => `${pointer}: ${detail}`);

  it.each<[unknown, string[]]>([
    [{ type: "text", operator: "in", value: ["a"] }, []],
    [{ type: "yes", sure: false, why: "because" }, []],
    [{ operator: "is", value: 1 }, ["/type: The field 'type' is required."]],
    [{ type: "date", value: 1 }, ["/type: Expected 'text' or 'number' or 'yes'."]],
    [{ type: "text", operator: "like" }, ["/operator: Expected 'is' or 'is-not' or 'in'."]],
    [{ type: "text", operator: "in", value: "a" }, ["/value: Expected an array."]],
    [{ type: "number", operator: "is", value: "a" }, ["/value: Expected a number."]],
    [{ type: "yes", sure: "no" }, ["/sure: Expected true or false."]],
    [{ type: "yes", sure: false }, ["/why: The field 'why' is required."]],
    [7, ["/: Expected an object."]],
  ])("is told by its members: %j", (value, expected) => {
    expect(found(value)).toEqual(expected);
  });

  it.each<[unknown, string]>([
    [[{ kind: "a", size: "1" }], "/0/size: Expected a number."],
    [[{ kind: "c", size: "1" }], "/0/size: Expected a boolean."],
    [[{ kind: "x" }], "/0/kind: Expected 'a' or 'b' or 'c'."],
    [
      [
        { kind: "a", size: 1 },
        { kind: "c", size: true },
      ],
      "/: These items may not stand together.",
    ],
  ])("is told by the items of its list: %j", (value, expected) => {
    const sized = <T>(kind: string, size: Shape<T>) => object({ kind: literal(kind), size });
    const lists = oneOf(
      list(oneOf(sized("a", number()), sized("b", number()))),
      list(sized("c", boolean())),
    );
    const [problem] = checkShape(lists, value);
    expect(`${problem?.pointer}: ${problem?.detail}`).toBe(expected);
  });
});

describe("a text of an id", () => {
  it.each(["a b", "👕", "日本", ".."])("may be %j", (text) => {
    expect(checkShape(string({ wellFormed: true }), text)).toEqual([]);
  });
  it.each(["\ud83d", "a\udc55", "\udc55\ud83d"])("may not be %j", (text) => {
    expect(checkShape(string({ wellFormed: true }), text)).toHaveLength(1);
  });
});

it("an object of bounded size is measured in bytes of its JSON text", () => {
  const bounded = open({ maxBytes: 10 });
  expect(checkShape(bounded, { a: "1234" })).toHaveLength(1);
  expect(checkShape(bounded, { a: "12" })).toEqual([]);
  expect(checkShape(bounded, { a: "ö" })).toEqual([]);
  expect(checkShape(bounded, { a: "öö" })).toHaveLength(1);
});

describe("a phone number", () => {
  it.each(["+12125550123", "+442079460958", "+4915123456789"])("may be %s", (phone) => {
    expect(checkShape(string({ format: "phone_number" }), phone)).toEqual([]);
  });
  it.each(["", "12125550123", "+1 212 555 0123", "+0123456789", "+1212555", "+1212555012345678"])(
    "may not be %j",
    (phone) => {
      expect(checkShape(string({ format: "phone_number" }), phone)).toHaveLength(1);
    },
  );
});
