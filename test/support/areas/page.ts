import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../../src/contract/compile.ts";
import { api } from "../described.ts";
import { curlOf } from "./curl.ts";
import { type AreaExamples, type Example, variable } from "./example.ts";
import { excerptOf } from "./excerpt.ts";
import { factsOf } from "./facts.ts";
import type { Ran } from "./run.ts";

const demo = readFileSync(join(import.meta.dirname, "../../../fixtures/seeds/demo.yaml"), "utf8");

/** The page of an area, in `docs/reference/areas`, as a whole. */
export function pageOf(name: string, area: AreaExamples, ran: ReadonlyMap<string, Ran>): string {
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
      const example = requests[operation.id];
      const answered = ran.get(operation.id);
      return partOf(operation, example, area, answered, (id) => fixed.includes(id));
    }),
  ].join("\n\n")}\n`;
}

function partOf(
  operation: Operation,
  example: Example | undefined,
  area: AreaExamples,
  ran: Ran | undefined,
  isFixed: (id: string) => boolean,
): string {
  const { id, method, path } = operation;
  const facts = factsOf(operation).map((fact) => `- ${fact}`);
  const note = example?.note === undefined ? [] : [example.note];
  const head = [`## ${id}`, `\`${method} ${path}\``, ...note, facts.join("\n")];
  if (example === undefined || ran === undefined) {
    return [...head, "Not built: the response is 501."].join("\n\n");
  }
  const wanted = example.show ?? namedIn(example.body);
  return [
    ...head,
    block("sh request", curlOf(operation, example, area)),
    ...(ran.text === ""
      ? [`Response: ${ran.status}, without a body.`]
      : [`Response: ${ran.status}`, block("json response", excerptOf(ran.text, wanted, isFixed))]),
  ].join("\n\n");
}

const block = (kind: string, text: string): string => `\`\`\`${kind}\n${text}\n\`\`\``;

/** The attributes that a body names, of which a response shows what became of them. */
function namedIn(body: unknown): readonly string[] {
  const { data } = (body ?? {}) as { data?: { attributes?: object } };
  const named = Object.entries(data?.attributes ?? {});
  return named
    .filter(([, value]) => !variable.test(JSON.stringify(value)))
    .map(([name]) => name)
    .slice(0, 4);
}
