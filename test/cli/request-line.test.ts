import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { printable, truncated } from "../../src/cli/terminal/texts.ts";
import { requestLine } from "../../src/cli/card/request-line.ts";
import type { ListedEntry } from "../../src/control/requests/requests.ts";
import { entry } from "../support/exchanges.ts";

const shown = entry("00000000-0000-0000-0000-000000000001", {
  target: "/api/profiles",
  operation: "get_profiles",
  durationMs: 1.26,
});

const escape = "\u001B";
const line = (more: Partial<ListedEntry>, width?: number) =>
  stripVTControlCharacters(requestLine({ ...shown, ...more }, width));

describe("the line of a request", () => {
  it("tells method, status, path, operation and time", () => {
    expect(line({})).toBe("GET    200 /api/profiles  get_profiles  1.3 ms");
  });

  it("names the fault that acted, and what to do", () => {
    const more = {
      status: 429,
      faults: ["fault-1"],
      injected: ["status"] as const,
      hint: "wait 2 s",
      durationMs: 250.4,
    };
    expect(line(more)).toBe(
      "GET    429 /api/profiles  get_profiles  250 ms  fault-1: status  wait 2 s",
    );
  });

  it("says what was written twice, also under a new name", () => {
    const created = [{ collection: "event", id: "e", change: "created" }] as const;
    const twice = { of: "0", records: 1 };
    expect(line({ repeats: "0", written: created })).toMatch(
      / {2}repeats a lost request, 1 duplicate record$/,
    );
    expect(line({ duplicates: { ...twice, renamed: null } })).toMatch(
      / {2}1 duplicate record of a lost request$/,
    );
    expect(line({ duplicates: { ...twice, records: 2, renamed: "unique_id" } })).toMatch(
      / {2}2 duplicate records of a lost request, with a new unique_id$/,
    );
  });

  it("is cut at its path, to fit the terminal", () => {
    const cut = line({ target: `/api/profiles?${"x".repeat(500)}` }, 80);
    expect(cut).toHaveLength(80);
    expect(cut).toMatch(/x… {2}get_profiles {2}1\.3 ms$/);
  });

  it("puts a hint below that does not fit beside it", () => {
    const [first, second] = line({ hint: "h".repeat(60) }, 80).split("\n");
    expect(first).toBe("GET    200 /api/profiles  get_profiles  1.3 ms");
    expect(second).toBe(`       ↳ ${"h".repeat(60)}`);
  });

  it("shows control characters, and lets none of them act", () => {
    const hostile = `${escape}[2J\r\n\u009B\u202E\u2028\uD800`;
    expect(line({ target: `/${hostile}`, hint: hostile, operation: null })).toBe(
      "GET    200 /\\u{1b}[2J\\u{d}\\u{a}\\u{9b}\\u{202e}\\u{2028}\\u{d800}  1.3 ms  " +
        "\\u{1b}[2J\\u{d}\\u{a}\\u{9b}\\u{202e}\\u{2028}\\u{d800}",
    );
  });
});

describe("texts for a terminal", () => {
  it("stay as they are when nothing in them acts", () => {
    expect(printable("/api/profiles?filter=equals(name,'Zoë 👩')")).toContain("Zoë 👩");
  });

  it("are cut with a sign that something is missing", () => {
    expect([truncated("abc", 3), truncated("abcd", 3), truncated("abcd", 0)]).toEqual([
      "abc",
      "ab…",
      "",
    ]);
  });
});
