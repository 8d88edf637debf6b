import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { lstatSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Failure } from "../../src/cli/terminal/terminal.ts";
import { checkRatchet } from "../../src/cli/card/ratchet.ts";
import type { Coverage } from "../../src/report/card-shape.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "emulator-ratchet-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const survived = (...operations: readonly string[]): Pick<Coverage, "pairs"> => ({
  pairs: operations.map((operation) => ({
    operation,
    fault: "status",
    status: 503,
    met: 1,
    survived: 1,
    undecided: 0,
  })),
});

const failureOf = (act: () => unknown): Failure => {
  try {
    act();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("it did not fail");
};

describe("a ratchet file", () => {
  it("is written by the first run", () => {
    const file = join(folder(), "faults.json");
    expect(checkRatchet(file, survived("a"))).toMatchObject({ isFirst: true, lost: [] });
    expect(checkRatchet(file, survived("a"))).toEqual({ isFirst: false, lost: [], gained: [] });
  });

  it("grows with a run that survives more", () => {
    const file = join(folder(), "faults.json");
    checkRatchet(file, survived("a"));
    expect(checkRatchet(file, survived("a", "b")).gained).toMatchObject([{ operation: "b" }]);
    expect(checkRatchet(file, survived("a")).lost).toMatchObject([{ operation: "b" }]);
  });

  it("stays as it is when anything was lost, whatever was gained", () => {
    const file = join(folder(), "faults.json");
    checkRatchet(file, survived("a"));
    const before = readFileSync(file, "utf8");
    expect(checkRatchet(file, survived("b")).lost).toMatchObject([{ operation: "a" }]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("is not touched when nothing was gained", () => {
    const file = join(folder(), "faults.json");
    checkRatchet(file, survived("a"));
    const { ino } = statSync(file);
    checkRatchet(file, survived("a"));
    expect(statSync(file).ino).toBe(ino);
  });

  it("leaves no draft beside it, and a link a link", () => {
    const inside = folder();
    const [file, link] = [join(inside, "faults.json"), join(inside, "link.json")];
    checkRatchet(file, survived("a"));
    symlinkSync(file, link);
    checkRatchet(link, survived("a", "b"));
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, "utf8")).toContain('"b"');
    expect(readdirSync(inside).toSorted()).toEqual(["faults.json", "link.json"]);
  });

  it("is refused, and kept, when it is no ratchet", () => {
    const file = join(folder(), "faults.json");
    writeFileSync(file, "{");
    const { message, exitCode } = failureOf(() => checkRatchet(file, survived("a")));
    expect(message).toContain(`--ratchet ${file}: invalid JSON`);
    expect(exitCode).toBe(2);
    expect(readFileSync(file, "utf8")).toBe("{");
  });

  it("says when it cannot be read or written", () => {
    const inside = folder();
    mkdirSync(join(inside, "taken"));
    const read = failureOf(() => checkRatchet(join(inside, "taken"), survived("a")));
    expect(read).toMatchObject({ message: expect.stringContaining("is a directory"), exitCode: 3 });
    const written = failureOf(() => checkRatchet(join(inside, "none/faults.json"), survived("a")));
    expect(written).toMatchObject({ message: expect.stringContaining("(ENOENT)"), exitCode: 3 });
  });
});
