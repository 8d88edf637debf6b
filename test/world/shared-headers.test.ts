import { expect, it } from "vitest";
import { SharedHeaders, withDifferences } from "../../src/world/journal/blocks.ts";

const sent = (more: Record<string, string | string[]> = {}) => ({
  host: "localhost",
  accept: "application/json",
  ...more,
});

it("equal headers are kept once", () => {
  const all = new SharedHeaders();
  const first = all.of(sent()).headers;
  const { headers, differences } = all.of(sent());
  expect(headers).toBe(first);
  expect(differences).toEqual([]);
});

it("of headers with the same names their differences are kept", () => {
  const all = new SharedHeaders();
  const first = all.of(sent()).headers;
  for (const other of [sent({ accept: "text/html" }), sent({ host: "é", accept: "" }), sent()]) {
    const shared = all.of(other);
    expect(shared.headers).toBe(first);
    expect(withDifferences(shared)).toEqual(other);
  }
  expect(first).toEqual(sent());
});

it("headers with other names, fewer, in another order, or that came twice are kept as they are", () => {
  const all = new SharedHeaders();
  all.of(sent());
  for (const other of [
    sent({ revision: "2026-07-15" }),
    { host: "localhost" },
    { accept: "application/json", host: "localhost" },
    { host: "localhost", accept: undefined },
    { host: "localhost", accept: ["application/json"] },
  ]) {
    expect(all.of(other)).toEqual({ headers: other, differences: [] });
  }
});

it("headers of a few kinds of request that take turns are kept once for each", () => {
  const all = new SharedHeaders();
  const kinds = ["a", "b", "c"].map((name) => sent({ [name]: "1" }));
  const firsts = kinds.map((headers) => all.of(headers).headers);
  const seconds = kinds.map((headers) => all.of({ ...headers }).headers);
  expect(seconds.every((headers, index) => headers === firsts[index])).toBe(true);
});
