import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AreaExamples, stepsOf, successOf } from "../support/areas/example.ts";
import { pageOf } from "../support/areas/page.ts";
import { type Ran, runExamples } from "../support/areas/run.ts";
import { api } from "../support/described.ts";
import { blocksOf, root, textOf } from "../support/pages.ts";
import { listening } from "../support/cli.ts";
import { runBlock } from "../support/shell.ts";
import { areas } from "./examples/index.ts";

const published = [...new Set([...api.operations.values()].map(({ area }) => area))];
const howToPrint = "run UPDATE_README=1 npx vitest run test/documents/areas";
const pageNamed = (name: string): string => `docs/reference/areas/${name}.md`;

it.each(published)("every operation of %s has an example", (name) => {
  const known = areas[name]?.requests ?? {};
  const operations = [...api.operations.values()].filter(({ area }) => area === name);
  const missing = operations.filter(({ id }) => !Object.hasOwn(known, id));
  const strange = Object.keys(known).filter((id) => api.operations.get(id)?.area !== name);
  expect(
    missing.map(({ id, method, path }) => `${id} (${method} ${path})`),
    `write an example for each of these in test/documents/examples/${name}.ts, where a reader would try it, and then ${howToPrint}`,
  ).toEqual([]);
  expect(strange, `these are no operations of ${name}`).toEqual([]);
});

describe.each(Object.entries(areas))("the page of %s", (name, area) => {
  let running: Promise<readonly Ran[]> | undefined;

  it("has requests that succeed, from top to bottom, on a fresh demo", async () => {
    running = runExamples(area);
    const failed = (await running).flatMap(({ operation, status, text }) => {
      const wanted = successOf(operation).map((each) => each.status);
      return wanted.includes(status) ? [] : [`${operation.id}: ${status} ${text}`];
    });
    expect(failed).toEqual([]);
  });

  it("is what the program prints", async () => {
    const printed = pageOf(name, area, await (running ?? runExamples(area)));
    // UPDATE_README=1 writes what would otherwise be missed.
    if (process.env["UPDATE_README"] === "1") writeFileSync(join(root, pageNamed(name)), printed);
    else expect(textOf(pageNamed(name)), `${pageNamed(name)} is old: ${howToPrint}`).toBe(printed);
  });
});

it("every page of an area is one that is printed", () => {
  const files = readdirSync(join(root, "docs/reference/areas"));
  expect(files.toSorted()).toEqual(
    Object.keys(areas)
      .map((name) => `${name}.md`)
      .toSorted(),
  );
});

/** What bash makes of a page is tried with the one that has every kind of quotes; of all with REFERENCE_SHELL=1. */
const typed = Object.keys(areas).filter(
  (name) => process.env["REFERENCE_SHELL"] === "1" || name === "custom-objects",
);

it.each(typed)("a shell runs the page of %s as it is", async (name) => {
  const page = pageNamed(name);
  const { emulator, url } = await listening({ fixtures: ["demo"], rateLimits: "real" });
  const script = blocksOf(page)
    .filter(({ kind }) => kind === "sh request")
    .map(({ text }) => text)
    .join("\n");
  const { code, output } = await runBlock(script, url);
  expect({ code, output }).toEqual({ code: 0, output });
  const asked = emulator.requests.list();
  const steps = stepsOf(areas[name] as AreaExamples);
  expect(asked.map(({ operation }) => operation)).toEqual(steps.map((step) => step.operation.id));
  expect(asked.filter(({ status }) => status === null || status >= 300)).toEqual([]);
});
