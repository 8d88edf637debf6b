import { readFileSync } from "node:fs";
import { join } from "node:path";
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
  const keeps = Object.values(requests).some(({ keep }) => keep !== undefined);
  return `${[
    `# ${title}`,
    `<!-- Printed from test/documents/examples/${name}.ts, and held by test/documents/areas.test.ts. -->`,
    [intro, ...(links.length > 0 ? [`See also: ${links.join(", ")}.`] : [])].join(" "),
    `Run these requests from top to bottom against an emulator that has just started with its demo data.${
      keeps ? " Some keep an id in a variable for those below, with [jq](https://jqlang.org)." : ""
    }`,
    ...Object.values(files).map(({ made }) => block("sh request", made)),
    ...Object.keys(requests).map((id) => {
      const steps = ran.filter(({ of }) => of === id);
      return partOf(steps, area, (each) => fixed.includes(each));
    }),
  ].join("\n\n")}\n`;
}

/** @param steps the request of an operation, behind those that it needs first */
function partOf(
  steps: readonly Ran[],
  area: AreaExamples,
  isFixed: (id: string) => boolean,
): string {
  const { operation, example, status, text } = steps.at(-1) as Ran;
  const { id, method, path } = operation;
  const commands = steps.map((step) => curlOf(step.operation, step.example, area));
  const first = steps.length > 1 ? "The first request creates what the second one needs." : "";
  const notes = [example.note, first].filter((note) => note);
  return [
    `## ${id}`,
    `\`${method} ${path}\``,
    ...(notes.length > 0 ? [notes.join(" ")] : []),
    factsOf(operation)
      .map((fact) => `- ${fact}`)
      .join("\n"),
    block("sh request", commands.join("\n")),
    ...(text === ""
      ? [`Response: ${status}, without a body.`]
      : [
          `Response: ${status}`,
          block("json response", excerptOf(text, example.show ?? namedIn(example.body), isFixed)),
        ]),
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
