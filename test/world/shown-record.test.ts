import { describe, expect, it } from "vitest";
import { resource } from "../../src/contract/resource.ts";
import { nullable, string } from "../../src/contract/shape.ts";
import { collectionOf } from "../../src/world/store/collection-of.ts";
import { Redaction } from "../../src/world/journal/redact.ts";
import { naturalKey, shownRecord } from "../../src/world/store/record-change.ts";

const hook = collectionOf(
  resource("hook", {
    path: "/api/hooks",
    attributes: {
      name: { shape: nullable(string()) },
      url: { shape: nullable(string()) },
      secret_key: { shape: nullable(string()), secret: true },
    },
    natural: [["name", "url"], "url"],
  }),
);
const record = { id: "a", seq: 1, name: "VIP", url: "http://localhost", secret_key: "sesame" };

describe("a record", () => {
  it("is told of without its secrets", () => {
    expect(shownRecord(hook, record)).toEqual({ ...record, secret_key: "…" });
  });

  it("shows that it has no secret, if it has none", () => {
    const bare = { ...record, secret_key: null };
    expect(shownRecord(hook, bare)).toEqual(bare);
  });

  it("is known by the first of its natural keys that is set", () => {
    expect(naturalKey(hook, record)).toEqual({ name: "VIP", url: "http://localhost" });
    expect(naturalKey(hook, { ...record, name: null } as never)).toEqual({
      url: "http://localhost",
    });
  });

  it("is known by nothing if none of them is set", () => {
    expect(naturalKey(hook, { ...record, name: null, url: null } as never)).toBeUndefined();
  });
});

it("A body is told of without the members that its type calls secret", () => {
  const redaction = new Redaction(["secret_key"]);
  const body = { data: { attributes: { name: "VIP", secret_key: "sesame" } } };
  expect(redaction.json(body)).toEqual({
    data: { attributes: { name: "VIP", secret_key: "…" } },
  });
});
