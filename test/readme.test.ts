import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createApi } from "../src/areas/index.ts";
import { optionsTable } from "../src/cli/options/options-table.ts";
import { controlOperations } from "../src/control/operations.ts";
import { controlTable, faultTable, systemEventsTable } from "../src/control/table.ts";
import { scenarioOperations } from "../src/scenarios/operations.ts";
import { quirksTable } from "../src/contract/quirks.ts";
import { coverageTable, exceptionsTable } from "../src/contract/describe.ts";
import { rulesTable, thresholdsTable } from "../src/report/table.ts";
import { readFixtureText } from "../src/seeding/read-fixture.ts";
import { planOf } from "../src/seeding/read-plan.ts";

const file = join(import.meta.dirname, "../README.md");

/** The tables that the program prints, by the name of their place in the README. */
const tables: Readonly<Record<string, () => string>> = {
  coverage: () => coverageTable(createApi()),
  exceptions: () => exceptionsTable(createApi()),
  options: optionsTable,
  control: () =>
    controlTable([
      ...controlOperations,
      // Only their names and words are looked at.
      ...scenarioOperations(undefined as never),
    ]),
  fault: faultTable,
  quirks: quirksTable,
  "system-events": systemEventsTable,
  rules: rulesTable,
  thresholds: thresholdsTable,
};

it.each(Object.keys(tables))("the README's table of %s is what the program prints", (name) => {
  const place = new RegExp(`(<!-- ${name}: [^\n]*-->\n)(.*?)(<!-- /${name} -->)`, "s");
  const readme = readFileSync(file, "utf8");
  const printed = `\n${tables[name]?.()}\n\n`;
  // UPDATE_README=1 writes what would otherwise be missed.
  if (process.env["UPDATE_README"] === "1") {
    writeFileSync(
      file,
      readme.replace(place, (_, open, __, close) => `${open}${printed}${close}`),
    );
  } else {
    expect(place.exec(readme)?.[2]).toBe(printed);
  }
});

it("the README's fixture is one that can be planted", async () => {
  const [text = ""] = /(?<=```yaml\n)company_id:.*?(?=```)/s.exec(readFileSync(file, "utf8")) ?? [];
  const { accounts } = await planOf(await readFixtureText(text, "README.md"), 1);
  expect(accounts).toMatchObject([
    { keys: [{}, {}], apps: [{ clientId: "my-app" }], tokens: [{ app: "my-app" }] },
  ]);
});

it("the README names each library that users get, and why", () => {
  const about = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));
  const notices = readFileSync(
    join(import.meta.dirname, "../dist/THIRD-PARTY-NOTICES.txt"),
    "utf8",
  );
  const bundled = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm)].map(
    ([, name = ""]) => name,
  );
  const chosen = bundled.filter((name) => Object.hasOwn(about.devDependencies, name));
  const [, told = ""] = readFileSync(file, "utf8").split("## What it is made of");
  const missing = [...chosen, ...Object.keys(about.dependencies)].filter(
    (name) => !told.includes(name),
  );
  expect(chosen).toContain("h3");
  expect(missing).toEqual([]);
});
