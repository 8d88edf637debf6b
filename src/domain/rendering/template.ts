import { Evaluator } from "./evaluator.ts";
import { parse } from "./parser.ts";
import type { Surroundings } from "./surroundings.ts";
import { failIn } from "./template-error.ts";
import type { Value } from "./values.ts";

/** A template that was read: it can be rendered as often as it is needed. */
export interface Template {
  /**
   * The text for a context, of which names in the template are read.
   *
   * @throws TemplateError where it takes more steps, or makes a longer text, than is allowed
   */
  readonly render: (context: Readonly<Record<string, Value>>, surroundings: Surroundings) => string;
}

/**
 * Reads a template of the service's language, which is Django's and some more.
 *
 * @param escapes whether outputs are escaped for HTML, unless they are `safe`. Default: they are @guess
 * @throws TemplateError for what is no template, with the place
 */
export function compile(text: string, { escapes = true } = {}): Template {
  const nodes = parse(text);
  const fail = failIn(text);
  return {
    render: (context, surroundings) =>
      new Evaluator(surroundings, escapes, fail).render(nodes, context),
  };
}
