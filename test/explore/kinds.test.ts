import { describe, expect, it } from "vitest";
import { wholeApi } from "../../src/areas/index.ts";
import { literal, object, oneOf, type Shape } from "../../src/contract/shape.ts";
import { everyKind, kindsOf } from "../../src/explore/kinds.ts";
import { outcomeShape } from "../../src/world/faults/kinds.ts";

const { targets } = wholeApi();
const every = everyKind();
const of = (operation: string) => kindsOf(operation, targets, every);
const variants = (operation: string) => of(operation).map(({ variant }) => variant);
const names = (operation: string) => [...new Set(of(operation).map(({ name }) => name))];

describe("the kinds of fault that take part", () => {
  it("are read off the fault language, for what an operation can meet", () => {
    expect(names("get_profiles")).toEqual(
      expect.arrayContaining(["429", "503", "edge 502", "reset", "hang", "truncate", "page short"]),
    );
    expect(names("create_list")).not.toContain("page short");
    expect(names("create_list")).toEqual(expect.arrayContaining(["ignore", "late"]));
    expect(names("get_profiles")).not.toContain("ignore");
    expect(names("get_profiles").filter((name) => /drop|signature|batch/.test(name))).toEqual([]);
  });

  it("promise a wait in every form: two numbers, none, less than nothing, a month, a date, one that is past, nonsense", () => {
    const promises = variants("get_profiles").filter((name) => name.startsWith("429"));
    expect(promises).toEqual(
      [
        "429",
        "429, Retry-After 2",
        "429, Retry-After 5",
        "429, Retry-After 0",
        "429, Retry-After -3",
        "429, Retry-After 3000000",
        "429, Retry-After none",
        "429, Retry-After garbage",
        "429, Retry-After date 5s",
        "429, Retry-After date -1h",
      ].toSorted((a, b) => promises.indexOf(a) - promises.indexOf(b)),
    );
  });

  it("lose the answer of a write before and after it is done, that of a read once", () => {
    expect(names("create_list")).toEqual(expect.arrayContaining(["reset", "reset after"]));
    expect(names("get_profiles")).not.toContain("reset after");
  });

  it("say nothing untrue of the data", () => {
    const statuses = names("create_profile").filter((name) => /^\d+$/.test(name));
    expect(statuses).toEqual(["401", "403", "410", "429", "500", "503"]);
  });

  it("are marked where no client could notice them", () => {
    const silent = (operation: string) =>
      of(operation).flatMap(({ name, isSilent }) => (isSilent ? [name] : []));
    expect(silent("get_profiles")).toEqual(["page skip", "stale"]);
    expect(silent("create_list")).toEqual(["ignore", "late"]);
  });

  it("come once, whatever words say them", () => {
    const all = variants("create_list");
    expect(new Set(all).size).toBe(all.length);
    expect(all).not.toContain("429, Retry-After computed");
  });

  it("include a new one without being told, as far as it makes sense", () => {
    const { members } = outcomeShape as Extract<typeof outcomeShape, { kind: "object" }>;
    const of = (changed: Record<string, Shape>) => {
      const fields = Object.fromEntries(
        [...members].map(([name, { shape }]) => [`${name}?`, changed[name] ?? shape]),
      );
      return everyKind(object(fields)).map(({ name }) => name);
    };
    const spoil = members.get("spoil")?.shape as Shape;
    expect(of({})).not.toContain("upside-down");
    expect(of({ spoil: oneOf(spoil, literal("upside-down")) })).toContain("upside-down");
    expect(of({ late: literal("1s") })).toContain("late 1s");
  });
});
