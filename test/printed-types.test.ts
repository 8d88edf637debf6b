import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { object } from "../src/contract/shape.ts";
import { amountMembers } from "../src/control/matchers.ts";
import { whichMessageShape } from "../src/control/messages/message-view.ts";
import { settingsShape } from "../src/domain/settings.ts";
import { examShape } from "../src/explore/exam/effort.ts";
import { exploreShape } from "../src/explore/read-options.ts";
import { optionsShape } from "../src/option-shape.ts";
import { expectationShape, scenarioShape, stepShape } from "../src/scenarios/shape.ts";
import { faultShape, outcomeShape } from "../src/world/faults/kinds.ts";
import { faultMatchShape, matchShape } from "../src/world/faults/match.ts";
import { whichShape } from "../src/world/faults/request-matcher.ts";
import { printed, type PrintedType, sentencesOf } from "./support/printed-types.ts";

const root = join(import.meta.dirname, "..");

/** The types whose members are described in their shapes, and the file that each stands in. */
const types: readonly (PrintedType & { readonly file: string })[] = [
  {
    name: "OutcomeInput",
    file: "world/faults/types",
    doc: "What a fault does to one request.",
    shape: outcomeShape,
    types: { status: "ServiceStatus | (number & Record<never, never>)" },
  },
  {
    name: "MatchInput",
    file: "world/faults/types",
    doc: "What faults and expectations ask of a request, in addition to its operation, method and path.",
    shape: matchShape,
  },
  {
    name: "FaultMatchInput",
    file: "world/faults/types",
    doc: "What faults ask of a request, or of a delivery.",
    shape: faultMatchShape,
    inner: true,
  },
  {
    name: "FaultInput",
    file: "world/faults/types",
    doc: "A fault as its author writes it: the same in the library, in JSON, in YAML and in the CLI.",
    shape: faultShape,
    types: { operation: 'OperationId | "*"' },
  },
  {
    name: "Which",
    file: "world/faults/types",
    doc: "Which exchanges are meant, in scenarios and expectations. All that is given must hold.",
    shape: whichShape,
    types: { operation: "OperationId", stage: "StageName" },
  },
  {
    name: "Amount",
    file: "control/types",
    doc: "How many are expected. Default: at least one.",
    shape: object(amountMembers),
  },
  {
    name: "WhichMessage",
    file: "control/types",
    doc: "Which messages are meant, in filters and expectations. All that is given must hold.",
    shape: whichMessageShape,
  },
  {
    name: "Step",
    file: "scenarios/types",
    doc: "A step of a scenario: when it is done, and what it does.",
    shape: stepShape,
    types: { limits: "LimitsInput", seed: "Fixture" },
  },
  {
    name: "Expectation",
    file: "scenarios/types",
    doc: "What must be true at the end of a scenario: exactly one of its members, and a name.",
    shape: expectationShape,
  },
  {
    name: "Scenario",
    file: "scenarios/types",
    doc: "A scenario file: a timeline of what happens, and what must be true at the end.",
    shape: scenarioShape,
  },
  {
    name: "AccountSettingsView",
    file: "domain/types",
    doc: "Every setting of an account.",
    shape: settingsShape,
  },
  {
    name: "ExploreOptions",
    file: "explore/types",
    doc: "What is explored, and how far.",
    shape: exploreShape,
    types: { only: "readonly (OperationId | (string & Record<never, never>))[]" },
  },
  {
    name: "ExamOptions",
    file: "explore/types",
    doc: "How far an exam goes.",
    shape: examShape,
    types: { preset: "PresetName", thresholds: "Partial<Thresholds>" },
  },
  {
    name: "EmulatorOptions",
    file: "option-types",
    doc: "What an emulator is created with.",
    shape: optionsShape,
    types: {
      tls: "TlsOption | false",
      quirks: "readonly (Quirk | QuirkFile)[]",
      consistency: '"immediate" | "service" | ConsistencyTable',
      onProgress: "OnProgress",
      onError: "OnError",
      onNote: "(message: string) => void",
      onLost: "(message: string) => void",
      badKeyStatus: "400 | 401",
    },
  },
];

/** What the types of a file are made of, beside each other. */
const imports: Readonly<Record<string, readonly string[]>> = {
  "world/faults/types": [
    'import type { OperationId, ServiceStatus } from "../../contract/names.ts";',
    'import type { StageName } from "../../contract/stages.ts";',
  ],
  "scenarios/types": [
    'import type { LimitsInput } from "../control/limits.ts";',
    'import type { Amount } from "../control/types.ts";',
    'import type { Fixture } from "../seeding/fixture/shape.ts";',
    'import type { FaultInput, Which } from "../world/faults/types.ts";',
  ],
  "explore/types": [
    'import type { OperationId } from "../contract/names.ts";',
    'import type { PresetName } from "../report/names.ts";',
    'import type { Thresholds } from "../report/thresholds.ts";',
  ],
  "option-types": [
    'import type { Quirk, QuirkFile } from "./contract/quirks.ts";',
    'import type { OnError } from "./pipeline/stages.ts";',
    'import type { OnProgress } from "./seeding/progress.ts";',
    'import type { TlsOption } from "./server/certificate.ts";',
    'import type { ConsistencyTable } from "./world/time/lateness.ts";',
  ],
};

const begins =
  "// Printed by the program, checked by a test: UPDATE_TYPES=1 npx vitest run test/printed-types";

it.each([...new Set(types.map(({ file }) => file))])(
  "the types of %s say what their shapes say",
  (name) => {
    const file = join(root, `src/${name}.ts`);
    const here = types.filter((type) => type.file === name).map((type) => printed(type, types));
    const parts = [begins, imports[name]?.join("\n") ?? [], ...here].flat();
    const wanted = `${parts.join("\n\n")}\n`;
    // UPDATE_TYPES=1 writes what would otherwise be missed.
    if (process.env["UPDATE_TYPES"] === "1") writeFileSync(file, wanted);
    else expect(readFileSync(file, "utf8")).toBe(wanted);
  },
);

it.each(types)("every member of $name that is shipped has the sentence of its shape", (type) => {
  const sentences = sentencesOf(type);
  const found = shipped(type.name);
  const own = [...sentences].filter(([member]) => found.has(member));
  expect(own.length).toBeGreaterThan(0);
  for (const [member, sentence] of own)
    expect([member, found.get(member)]).toEqual([member, sentence]);
  // What is not its own stands in the type that it extends.
  const elsewhere = types.filter(({ name }) => name !== type.name).map((each) => sentencesOf(each));
  for (const [member, sentence] of sentences) {
    const inherited = elsewhere.some((others) => others.get(member) === sentence);
    expect([member, found.has(member) || inherited]).toEqual([member, true]);
  }
});

/** The docstrings of a type's members in the package as it is built. */
function shipped(name: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(join(root, "dist")).filter((each) => /\.d\.c?ts$/.test(each))) {
    const text = readFileSync(join(root, "dist", file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      if (!ts.isInterfaceDeclaration(statement) || statement.name.text !== name) continue;
      for (const member of statement.members) {
        const [doc] = ts.getJSDocCommentsAndTags(member);
        const said = doc && ts.getTextOfJSDocComment(doc.comment);
        found.set(member.name?.getText() ?? "", (said ?? "").replaceAll(/\s*\n\s*/g, " "));
      }
    }
  }
  return found;
}
