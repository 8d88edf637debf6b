import { templates } from "../../domain/resources/template.ts";
import { catalogOf } from "../../domain/rendering/catalog.ts";
import { rendering } from "../../domain/rendering/load.ts";
import { TemplateError } from "../../domain/rendering/template-error.ts";
import { invalidBody, invalidProblem, noSuchRecord, type Problem } from "../../jsonapi/refusal.ts";
import type { Call } from "../../verbs/call.ts";
import { type Outcome, theOne } from "../../verbs/outcome.ts";

/** The bodies of a template, and whether their outputs are escaped. @guess: plain text is not */
const bodies = [
  ["html", true],
  ["text", false],
  ["amp", true],
] as const;

interface Wish {
  readonly data: {
    readonly id: string;
    readonly attributes: { readonly context: Readonly<Record<string, unknown>> };
  };
}

/** A template with each of its bodies rendered: nothing is written. */
export function render({ account, now, body }: Call & { readonly body: Wish }): Outcome {
  const { id, attributes } = body.data;
  const record = account.table(templates).get(id);
  if (record === undefined) return noSuchRecord("template", id);
  const rendered: Partial<Record<(typeof bodies)[number][0], string>> = {};
  const problems: Problem[] = [];
  for (const [name, escapes] of bodies) {
    const text = record[name];
    if (text === null) continue;
    try {
      const compiled = rendering().compile(text, { escapes });
      rendered[name] = compiled.render(attributes.context, {
        now,
        catalogItem: catalogOf(account),
      });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      // @guess: the place
      problems.push(invalidProblem(`/data/attributes/${name}`, `${name}, ${error.message}.`));
    }
  }
  return problems.length > 0 ? invalidBody(problems) : theOne({ ...record, ...rendered });
}
