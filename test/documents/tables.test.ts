import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ingestionCodesTable } from "../../src/areas/custom-objects/mapping.ts";
import { createApi } from "../../src/areas/index.ts";
import {
  commandOptionsTable,
  commandsTable,
  controlOptionsTable,
  optionsTable,
} from "../../src/cli/commands-table.ts";
import { configShape } from "../../src/cli/options/config-shape.ts";
import { consistencyTable } from "../../src/contract/consistency.ts";
import {
  areasText,
  coverageTable,
  exceptionsTable,
  operationsTable,
} from "../../src/contract/describe.ts";
import { loadGuesses, truthText } from "../../src/contract/guesses.ts";
import { membersTable } from "../../src/contract/members-table.ts";
import { quirksTable } from "../../src/contract/quirks.ts";
import type { Shape } from "../../src/contract/shape.ts";
import { controlOperations } from "../../src/control/operations.ts";
import {
  controlTable,
  faultTable,
  systemEventsTable,
  topicsTable,
} from "../../src/control/state/table.ts";
import { settingsChange } from "../../src/domain/settings.ts";
import { refusals } from "../../src/jsonapi/refusal.ts";
import {
  librariesTable,
  receiverRulesTable,
  rulesTable,
  thresholdsTable,
} from "../../src/report/printed/table.ts";
import { explorationOperations } from "../../src/explore/explorations.ts";
import { scenarioOperations } from "../../src/scenarios/operations.ts";
import { scenarioShape } from "../../src/scenarios/shape.ts";
import { accountShape } from "../../src/seeding/fixture/shape.ts";
import { patchShape } from "../../src/world/faults/response-patch.ts";
import { whichShape } from "../../src/world/faults/request-matcher.ts";
import { stacksTable } from "../languages/stacks.ts";
import { controlAnswers } from "../support/control-answers.ts";
import { effectsTable } from "../support/effects/table.ts";
import { libraryOptionsTable } from "../support/interfaces.ts";
import { pages, root, textOf } from "../support/pages.ts";

// The check of the package is no part of what is compiled.
const tried: { triedText: () => string } = await import(join(root, ".ci/runtimes.mjs"));

/** The tables that the program prints, by the name of their place in the documents. */
const tables: Readonly<Record<string, () => string | Promise<string>>> = {
  areas: () => areasText(createApi()),
  commands: commandsTable,
  "command-options": commandOptionsTable,
  config: () => membersTable(configShape as Shape),
  consistency: consistencyTable,
  control: () =>
    controlTable([
      ...controlOperations,
      // Only their names and words are looked at.
      ...scenarioOperations(undefined as never),
      ...explorationOperations(undefined as never),
    ]),
  "control-answers": controlAnswers,
  "control-options": controlOptionsTable,
  coverage: async () => coverageTable(createApi(), await loadGuesses()),
  effects: () => effectsTable(createApi()),
  exceptions: () => exceptionsTable(createApi()),
  fault: faultTable,
  fixture: () => membersTable(accountShape as Shape, ["faults"]),
  libraries: librariesTable,
  "library-options": libraryOptionsTable,
  "ingestion-codes": ingestionCodesTable,
  operations: () => operationsTable(createApi()),
  options: optionsTable,
  patch: () => membersTable(patchShape as Shape),
  quirks: quirksTable,
  "receiver-rules": receiverRulesTable,
  // By the check that tries them.
  runtimes: tried.triedText,
  requests: () => membersTable(whichShape as Shape),
  rules: rulesTable,
  // What is meant by requests, and faults, have tables of their own.
  scenario: () => scenarioTable(),
  settings: () => membersTable(settingsChange as Shape),
  stacks: stacksTable,
  "system-events": systemEventsTable,
  thresholds: thresholdsTable,
  topics: topicsTable,
  truth: async () => truthText(createApi(), await loadGuesses()),
};

/** Faults, and which requests are meant, have tables of their own. */
function scenarioTable(): string {
  const known = new Set([...membersOf(whichShape as Shape)].map((name) => `.${name}`));
  const rows = membersTable(scenarioShape as Shape, ["steps[].fault", "steps[].when"]).split("\n");
  const requests = /^\| `(?:steps\[\]\.after|expect\[\]\.\w+(?:\[\])?)(\.\w+)/;
  return rows.filter((row) => !known.has(requests.exec(row)?.[1] ?? "")).join("\n");
}

const membersOf = (shape: Shape): Iterable<string> =>
  shape.kind === "object" ? shape.members.keys() : [];

const placeOf = (name: string): RegExp =>
  new RegExp(`(<!-- ${name}: [^\n]*-->\n)(.*?)(<!-- /${name} -->)`, "s");

it.each(Object.keys(tables))(
  "the table of %s in the documents is what the program prints",
  async (name) => {
    const place = placeOf(name);
    const holding = pages.filter((page) => place.test(textOf(page)));
    expect(holding).toHaveLength(1);
    const [page = ""] = holding;
    const text = textOf(page);
    const printed = `\n${await tables[name]?.()}\n\n`;
    // UPDATE_README=1 writes what would otherwise be missed.
    if (process.env["UPDATE_README"] === "1") {
      const updated = text.replace(place, (_, open, __, close) => `${open}${printed}${close}`);
      writeFileSync(join(root, page), updated);
    } else {
      expect(place.exec(text)?.[2]).toBe(printed);
    }
  },
);

it("the page of errors has every code and title of the catalogue, and no other", () => {
  const page = textOf("docs/reference/errors.md");
  const codes = [...page.matchAll(/^\| [\d, ]+ \| `(\w+)` \|/gm)].map(([, code]) => code);
  expect([...new Set(codes)].toSorted()).toEqual(Object.keys(refusals).toSorted());
  const titles = Object.values(refusals).flatMap(([, title]) => title ?? []);
  expect(titles.filter((title) => !page.includes(`| ${title} |`))).toEqual([]);
});

it("no page has a place for a table that nothing prints", () => {
  const names = pages.flatMap((page) =>
    [...textOf(page).matchAll(/^<!-- ([\w-]+): /gm)].map(([, name = ""]) => name),
  );
  expect(names.filter((name) => !Object.hasOwn(tables, name))).toEqual([]);
});
