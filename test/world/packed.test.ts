import { expect, it } from "vitest";
import { packed, unpacked } from "../../src/world/journal/packed.ts";

it.each([
  { what: "texts", groups: [["/a"], ["0", "1"], [], ["x"], []] },
  { what: "no text at all", groups: [[""], [], ["", ""], [], [""]] },
  { what: "what looks like a length", groups: [["1,2;\n"], [",;"], ["\n\n"], [], []] },
  { what: "what is longer in bytes", groups: [["é😀"], ["\ud800-"], ["\udc00", "\u2028"], [], []] },
  { what: "long texts", groups: [["x".repeat(100_000)], [], ["é".repeat(1000)], [], []] },
])("$what come back as they were", ({ groups }) => {
  const text = packed(groups);
  expect(unpacked(text)).toEqual(groups);
  const written = unpacked(Buffer.from(text).toString());
  expect(written).toEqual(groups.map((group) => group.map((each) => Buffer.from(each).toString())));
});

it("numbers come back as texts", () => {
  expect(unpacked(packed([[3, "a", 10]]))).toEqual([["3", "a", "10"]]);
});
