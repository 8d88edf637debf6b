import { expect, it } from "vitest";
import { cursorOf, readCursor, writeCursor } from "../../src/jsonapi/cursor.ts";

const cursor = { backward: false, value: "a@b.c", seq: 7 };

it("reads back a cursor of the same query", () => {
  expect(readCursor(writeCursor(cursor, "/api/profiles?a"), "/api/profiles?a")).toEqual(cursor);
});

it("does not take a cursor of another query", () => {
  expect(readCursor(writeCursor(cursor, "/api/profiles?a"), "/api/profiles?b")).toBeUndefined();
});

it("writes nothing that a URL would change", () => {
  const text = writeCursor({ ...cursor, value: "ü?&/+ ".repeat(20) }, "q");
  expect(encodeURIComponent(text)).toBe(text);
});

it.each(["", "!", "bm90IGpzb24", "W10", "WzEsMiwzLDRd", "x".repeat(4000)])(
  "does not take %j",
  (text) => {
    expect(readCursor(text, "q")).toBeUndefined();
  },
);

it.each([
  "abc",
  "=abc",
  "http://localhost/api/events?page%5Bsize%5D=2&page%5Bcursor%5D=abc",
  "http://localhost/api/events?page%5Bcursor%5D=abc&page%5Bsize%5D=2",
  "https://localhost/api/campaign-values-reports?page_cursor=abc",
])("finds the cursor in %s", (text) => {
  expect(cursorOf(text)).toBe("abc");
});
