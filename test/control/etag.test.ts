import { describe, expect, it } from "vitest";
import { etagOf, hasAlready } from "../../src/control/operation.ts";

const etag = etagOf(Buffer.from("a body"));

describe("what a client says that it has already", () => {
  it.each([
    ["the body itself", etag, true],
    ["it among others", `"x", ${etag}`, true],
    ["it, weakly", `W/${etag}`, true],
    ["anything", "*", true],
    ["another body", etagOf(Buffer.from("another body")), false],
    ["nothing", "", false],
    ["the tag without its quotes", etag.slice(1, -1), false],
  ])("is %s", (_, said, found) => {
    expect(hasAlready({ "if-none-match": said }, etag)).toBe(found);
  });

  it("is nothing where it says nothing", () => {
    expect(hasAlready({}, etag)).toBe(false);
  });
});
