import { zoneOfAccount } from "../../domain/time-zone.ts";
import { designedHtml, htmlOf } from "../../domain/design/design.ts";
import { feedsIn, valuesOf } from "../../domain/feeds/content.ts";
import { loadMessages } from "../../domain/messages/content.ts";
import { loadRendering, rendering, catalogOf } from "../../domain/rendering/load.ts";
import { type Template, template, templates } from "../../domain/resources/template.ts";
import {
  conflict,
  noSuchRecord,
  invalidBody,
  invalidProblem,
  type Problem,
} from "../../jsonapi/refusal.ts";
import type { ApiArea, AreaBehavior, Keeping, Invocation } from "../../verbs/invocation.ts";
import { theNew, type Outcome, theOne } from "../../verbs/outcome.ts";
import { freshId } from "../../verbs/write.ts";
import { put } from "../../world/store/store.ts";
import { operations } from "./operations.ts";
import { keeping as keepingContent, work } from "./screenshots.ts";
import { universalContent } from "./universal-content.ts";
import { wholeHtml } from "./whole-html.ts";
import { TemplateError } from "../../domain/rendering/template-error.ts";

/** The bodies of a template, and whether their outputs are escaped. @guess render_template: The plain text of a template is not escaped. */
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
function render({ account, now, body }: Invocation & { readonly body: Wish }): Outcome {
  const { id, attributes } = body.data;
  const record = account.table(templates).get(id);
  if (record === undefined) return noSuchRecord("template", id);
  const rendered: Partial<Record<(typeof bodies)[number][0], string>> = {};
  const problems: Problem[] = [];
  for (const [name, escapes] of bodies) {
    const text = name === "html" ? htmlOf(account, record) : record[name];
    if (text === null) continue;
    try {
      const compiled = rendering().compile(text, { escapes });
      const feeds = valuesOf(feedsIn(account, [text]));
      rendered[name] = compiled.render(
        { feeds, ...attributes.context },
        {
          now,
          seed: id,
          wallOf: (at) => zoneOfAccount(account).wallOf(at),
          catalogItem: catalogOf(account),
        },
      );
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      // @guess render_template: The pointer of a template error is the attribute that has it.
      problems.push(invalidProblem(`/data/attributes/${name}`, `${name}, ${error.message}.`));
    }
  }
  return problems.length > 0 ? invalidBody(problems) : theOne({ ...record, ...rendered });
}

const behavior: AreaBehavior<typeof operations> = {
  clone_template({ account, now, body }) {
    const { id, attributes } = body.data;
    const from = account.table(templates).get(id);
    if (from === undefined) return noSuchRecord("template", id);
    const name = attributes.name ?? `${from.name} (Clone)`;
    const seq = account.nextSeq();
    const fresh = { id: freshId(account, template, now), seq, created: now, updated: now };
    const { message: _, ...own } = from;
    const made: Template = { ...own, ...fresh, name };
    account.commit([put(templates, made)]);
    return theNew(made, 200);
  },
  render_template: render,
};

const keeping: Keeping<Template> = {
  // What is put together by drag and drop has the HTML that it comes to.
  asKept({ html, ...given }, account) {
    if (given.definition != null)
      return { ...given, html: designedHtml(account, given.definition) };
    return html === undefined ? given : { ...given, html: wholeHtml(html) };
  },
  held: (_, { id, message }) =>
    message === undefined
      ? undefined
      : conflict("/data", `Cannot delete template ${id} while it is attached to ${message}.`),
};

export const templatesArea: ApiArea = {
  name: "templates",
  resources: [template, universalContent],
  operations,
  behavior,
  bindings: {
    template: { keeping },
    "template-universal-content": { keeping: keepingContent },
  },
  loads: {
    render_template: loadMessages,
    create_universal_content: loadRendering,
    update_universal_content: loadRendering,
  },
  work,
};
