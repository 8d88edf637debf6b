import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import type * as Library from "../../src/index.ts";

/** The package as it is built. */
const dist = join(import.meta.dirname, "../../dist");
const built = createRequire(import.meta.url)(join(dist, "index.cjs")) as typeof Library;

it("the errors of the package as it is built have the names by which it exports them", () => {
  const classes = Object.entries(built).filter(([name]) => name.endsWith("Error"));
  expect(classes.map(([name]) => name).sort()).toEqual([
    "ControlError",
    "DataFolderError",
    "ExpectationError",
    "FixtureError",
    "ListenError",
    "NoReferenceError",
  ]);
  for (const [name, value] of classes as [string, typeof Error][]) {
    expect([value.name, value.prototype.name]).toEqual([name, name]);
  }
});

it("a port that is taken is an error of the package as it is built, and ends no process", async () => {
  await using emulator = await built.createEmulator({ fixtures: ["empty"], port: 0 });
  const port = Number(new URL(emulator.url).port);
  const second = built.createEmulator({ fixtures: ["empty"], port });
  await expect(second).rejects.toMatchObject({ name: "ListenError", code: "EADDRINUSE" });
});

it("no refusal shows a line of the package, whether it comes at once or later", async () => {
  await using emulator = await built.createEmulator({ fixtures: ["empty"] });
  const acts: (() => unknown)[] = [
    () => emulator.clock.advance("soon"),
    () => emulator.requests.expect({}).times(1),
    async () => emulator.report({ account: "Nobody" }),
    async () => built.createEmulator({ port: -1 }),
    async () => built.createEmulator({ fixtures: ["./nowhere.yaml"] }),
    async () => built.readScenario("./nowhere.yaml"),
  ];
  for (const act of acts) {
    const error = await (async () => act())().then(
      () => undefined,
      (refused: Error) => refused,
    );
    expect(error?.stack).toContain("refusals.test.ts");
    expect(error?.stack).not.toContain(dist);
  }
});
