import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../../src/contract/compile.ts";
import { api } from "../described.ts";
import { curlOf } from "./curl.ts";
import { type AreaExamples, variable } from "./example.ts";
import { excerptOf } from "./excerpt.ts";
import { factsOf } from "./facts.ts";
import type { Ran } from "./run.ts";

const demo = readFileSync(join(import.meta.dirname, "../../../fixtures/seeds/demo.yaml"), "utf8");

/** The page of an area, in `docs/reference/areas`, as a whole. */
export function pageOf(name: string, area: AreaExamples, ran: readonly Ran[]): string {
  const { title, intro, see = {}, files = {}, requests } = area;
  const fixed = `${demo}${JSON.stringify(area)}`;
  const links = Object.entries(see).map(([text, path]) => `[${text}](${path})`);
  const published = [...api.operations.values()].filter((each) => each.area === name);
  const listed = [
    ...Object.keys(requests).map((id) => api.operations.get(id) as Operation),
    ...published.filter(({ id }) => !Object.hasOwn(requests, id)),
  ];
  const keeps = Object.values(requests).some(({ keep }) => keep !== undefined);
  return `${[
    `# ${title}`,
    `<!-- Printed from test/documents/examples/${name}.ts, and held by test/documents/areas.test.ts. -->`,
    [intro, ...(links.length > 0 ? [`See also: ${links.join(", ")}.`] : [])].join(" "),
    `Run these requests from top to bottom against an emulator that has just started with its demo data.${
      keeps ? " Some keep an id in a variable for those below, with [jq](https://jqlang.org)." : ""
    }`,
    ...Object.values(files).map(({ made }) => block("sh request", made)),
    ...listed.map((operation) => {
      const steps = ran.filter(({ of }) => of === operation.id);
      return partOf(operation, area, steps, (id) => fixed.includes(id));
    }),
  ].join("\n\n")}\n`;
}

function partOf(
  operation: Operation,
  area: AreaExamples,
  steps: readonly Ran[],
  isFixed: (id: string) => boolean,
): string {
  const { id, method, path } = operation;
  const last = steps.at(-1);
  const facts = factsOf(operation).map((fact) => `- ${fact}`);
  const head = [`## ${id}`, `\`${method} ${path}\``];
  if (last === undefined) {
    return [...head, facts.join("\n")].join("\n\n");
  }
  const { example, status, text } = last;
  const wanted = example.show ?? namedIn(example.body);
  return [
    ...head,
    ...(example.note === undefined ? [] : [example.note]),
    facts.join("\n"),
    block("sh request", steps.map((step) => curlOf(step.operation, step.example, area)).join("\n")),
    ...(text === ""
      ? [`Response: ${status}, without a body.`]
      : [`Response: ${status}`, block("json response", excerptOf(text, wanted, isFixed))]),
  ].join("\n\n");
}

const block = (kind: string, text: string): string => `\`\`\`${kind}\n${text}\n\`\`\``;

/** The attributes that a body names, of which a response shows what became of them. */
function namedIn(body: unknown): readonly string[] {
  const { data } = (body ?? {}) as { data?: { attributes?: object } };
  const named = Object.entries(data?.attributes ?? {});
  return named
    .filter(([, value]) => JSON.stringify(value).search(variable) < 0)
    .map(([name]) => name)
    .slice(0, 4);
}
