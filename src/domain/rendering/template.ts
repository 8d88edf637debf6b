import { Evaluator } from "./evaluator.ts";
import { parse } from "./parser.ts";
import type { Surroundings } from "./surroundings.ts";
import { failIn, TemplateError } from "./template-error.ts";
import type { Value } from "./values.ts";

/** A template that was read: it can be rendered as often as it is needed. */
export interface Template {
  /**
   * The text for a context, of which names in the template are read.
   *
   * @throws TemplateError where it takes more steps, or makes a longer text, than is allowed
   */
  readonly render: (context: Readonly<Record<string, Value>>, surroundings: Surroundings) => string;
  /** Renders it for nobody. @returns what `render` throws */
  readonly attempt: (...given: Parameters<Template["render"]>) => TemplateError | undefined;
}

interface Compiling {
  /** Whether outputs are escaped for HTML, unless they are `safe`. Default: they are (template-language.md). */
  readonly escapes?: boolean;
  /** Told of each mistake, which is left out then. Default: the first one is thrown. */
  readonly mistaken?: (error: TemplateError) => void;
}

/**
 * Reads a template of the service's language, which is Django's and some more.
 *
 * @throws TemplateError for what is no template, with the place
 */
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
