import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { formAction } from "../../src/domain/grammar/form-actions.ts";
import { formBlock } from "../../src/domain/grammar/form-blocks.ts";
import { formTrigger } from "../../src/domain/grammar/form-triggers.ts";
import { ruleIds } from "../../src/report/names.ts";
import { serviceStatuses } from "../../src/jsonapi/standard-refusal.ts";
import { shippedScenarios } from "../../src/scenarios/read.ts";
import { edgeStatuses } from "../../src/world/faults/kinds/refusals.ts";
import { pages, root, textOf } from "../support/pages.ts";

const readme = textOf("README.md");

/** The sentences of a page, without its code, tables, headings and marks. */
function sentencesOf(text: string): string[] {
  const prose = text
    .replaceAll(/^```.*?^```$/gms, "\n\n")
    .replaceAll(/^(?: {4}|\||#|<).*$/gm, "\n\n")
    .replaceAll(/`[^`]*`/g, "code")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^\s*(?:[-*]|\d+\.) /gm, "\n\n");
  return prose
    .split(/\n\s*\n|(?<=[.!?])\s+(?=\S)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\w/.test(sentence));
}

const wordsIn = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;

it("has at most 250 lines", () => {
  expect(readme.split("\n").length - 1).toBeLessThanOrEqual(250);
});

/** Pages that are read, not looked up in. */
const prose = pages.filter((page) => !page.startsWith("docs/reference/"));

it.each(prose)("%s has sentences of 15 words on the average", (page) => {
  const lengths = sentencesOf(textOf(page)).map(wordsIn);
  const words = lengths.reduce((sum, length) => sum + length, 0);
  expect(lengths.length).toBeGreaterThan(2);
  expect(words / lengths.length).toBeLessThanOrEqual(15);
});

it("has no sentence of more than 30 words", () => {
  const sentences = sentencesOf(readme);
  expect(sentences.length).toBeGreaterThan(40);
  expect(sentences.filter((sentence) => wordsIn(sentence) > 30)).toEqual([]);
});

it("begins with two commands that need only Node, and CI runs them", () => {
  const screen = readme.split("\n").slice(0, 24).join("\n");
  const ci = readFileSync(join(root, ".ci/run"), "utf8");
  const newest = readFileSync(join(root, ".ci/test-newest.mjs"), "utf8");
  expect(screen).toContain("npm ci && npm start");
  expect(screen).toContain("npm ci && npm test");
  expect(ci).toMatch(/^npm ci\b/m);
  expect(ci).toMatch(/^node \.ci\/test-newest\.mjs /m);
  expect(newest).toMatch(/"npm",\s*"test",\s*"--ignore-scripts"/);
});

it("has changes that can be read in a minute", () => {
  const changes = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const [, unreleased = ""] = /^## Unreleased\n(.*?)^## /ms.exec(changes) ?? [];
  expect(unreleased).toContain("### Added");
  expect(unreleased.split("\n").length).toBeLessThanOrEqual(62);
});

it("counts what there is", () => {
  expect(ruleIds).toHaveLength(22);
  expect(readme).toContain("Twenty-two rules");
  expect(shippedScenarios()).toHaveLength(14);
  expect(readme).toContain("shows fourteen scenarios");
  expect(textOf("docs/guides/situations.md").match(/^### /gm)).toHaveLength(30);
  expect(readme).toContain("has thirty more");
  const [blocks, actions, triggers] = [formBlock, formAction, formTrigger].map(
    (shape) => shape.kind === "oneOf" && shape.shapes.length,
  );
  expect(textOf("docs/areas/forms.md")).toContain(
    `The ${blocks} kinds of blocks, ${actions} actions and ${triggers} triggers`,
  );
  const counts = pages.flatMap((page) => textOf(page).match(/\b\d+ operations\b/g) ?? []);
  expect(new Set(counts)).toEqual(new Set([`${createApi().operations.size} operations`]));
});

it.each(prose)("%s names no status that neither the service nor a proxy before it has", (page) => {
  const named = /\b(?:with|is|an?|the|gets?|answers?|and|or|to|,|its) ([45]\d\d)\b/g;
  const found = [...textOf(page).matchAll(named)].map(([, status]) => Number(status));
  const known: readonly number[] = [...serviceStatuses, ...edgeStatuses];
  expect(found.filter((status) => !known.includes(status))).toEqual([]);
});

it("names each library that users get, and why", () => {
  const about = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const notices = readFileSync(join(root, "dist/THIRD-PARTY-NOTICES.txt"), "utf8");
  const bundled = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm)].map(
    ([, name = ""]) => name,
  );
  const chosen = bundled.filter((name) => Object.hasOwn(about.devDependencies, name));
  const [, told = ""] = readme.split("## What it is made of");
  const missing = [...chosen, ...Object.keys(about.dependencies)].filter(
    (name) => !told.includes(name),
  );
  expect(chosen).toContain("h3");
  expect(missing).toEqual([]);
});
