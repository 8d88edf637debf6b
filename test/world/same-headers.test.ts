import { expect, it } from "vitest";
import { SameHeaders } from "../../src/world/same-headers.ts";

const sent = (more: Record<string, string | string[]> = {}) => ({
  host: "localhost",
  accept: "application/json",
  ...more,
});

it("equal headers are kept once", () => {
  const same = new SameHeaders();
  const first = same.of(sent());
  expect(same.of(sent())).toBe(first);
});

it("headers that differ in a value, a name, their number or their order are kept as they are", () => {
  const same = new SameHeaders();
  same.of(sent());
  for (const other of [
    sent({ accept: "text/html" }),
    sent({ revision: "2026-07-15" }),
    sent({ accept: ["application/json"] }),
    { host: "localhost" },
    { accept: "application/json", host: "localhost" },
  ]) {
    expect(same.of(other)).toBe(other);
  }
});

it("headers of a few clients that take turns are kept once for each", () => {
  const same = new SameHeaders();
  const clients = ["a", "b", "c"].map((name) => sent({ "user-agent": name }));
  const firsts = clients.map((headers) => same.of(headers));
  const seconds = clients.map((headers) => same.of({ ...headers }));
  expect(seconds.every((headers, index) => headers === firsts[index])).toBe(true);
});
