import { Evaluator } from "./evaluator.ts";
import { parse } from "./parser.ts";
import type { Surroundings } from "./tree.ts";
import { failIn, TemplateError } from "./template-error.ts";
import type { Value } from "./values.ts";

export interface Template {
  /** The text for a context. @throws TemplateError where it asks for more than is done */
  readonly render: (context: Readonly<Record<string, Value>>, surroundings: Surroundings) => string;
  /** Renders it for nobody. @returns what `render` throws */
  readonly attempt: (...given: Parameters<Template["render"]>) => TemplateError | undefined;
}

interface Compiling {
  /** Whether outputs are escaped for HTML, unless they are `safe` (template-language.md). */
  readonly escapes?: boolean;
  /** Told of each mistake, which is left out then. Default: the first is thrown. */
  readonly mistaken?: (error: TemplateError) => void;
}

/** Reads a template of the service's language, which is Django's and some more. @throws TemplateError */
export function compile(text: string, { escapes = true, mistaken }: Compiling = {}): Template {
  const nodes = parse(text, mistaken);
  const fail = failIn(text);
  const render: Template["render"] = (context, surroundings) =>
    new Evaluator(surroundings, escapes, fail).render(nodes, context);
  const attempt: Template["attempt"] = (...given) => {
    try {
      render(...given);
    } catch (error) {
      if (error instanceof TemplateError) return error;
      throw error;
    }
    return undefined;
  };
  return { render, attempt };
}
