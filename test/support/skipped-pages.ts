import type { TestProject } from "vitest/node";
import { howToHave, needs } from "./find-browser.js";

/** Says at the end of a run, in one line, how many tests were skipped for want of a browser. */
export default function setup(
  { vitest }: TestProject,
  say: (line: string) => void = console.log,
): () => void {
  return () => {
    const tests = vitest.state.getTestModules().flatMap(({ children }) => [...children.allTests()]);
    const notes = tests.map((test) => {
      const result = test.result();
      return result.state === "skipped" ? result.note : undefined;
    });
    const skipped = (["Chromium", "Firefox"] as const).flatMap((name) => {
      const count = notes.filter((note) => note === needs(name)).length;
      const verb = count === 1 ? "test of pages needs" : "tests of pages need";
      return count === 0 ? [] : [`${count} ${verb} ${name} (${howToHave(name)})`];
    });
    if (skipped.length > 0) say(`Skipped: ${skipped.join(", and ")}.`);
  };
}
