import { type Infer, nullable, object, open, string } from "../../contract/shape.ts";
import { bodyOf } from "../bodies.ts";
import { action, list, remove, rows } from "../../contract/rows.ts";
import { type Template, template, templateName as name } from "../../domain/resources/template.ts";
import { templates } from "../../domain/resources/template.ts";
import { universalContent } from "./universal-content.ts";
import { zoneOfAccount } from "../../domain/time-zone.ts";
import { designedHtml, htmlOf } from "../../domain/design/design.ts";
import { feedsIn, valuesOf } from "../../domain/feeds/content.ts";
import { loadRendering, rendering, catalogOf } from "../../domain/rendering/load.ts";
import { type Problem, type Refusal, conflict, noSuchRecord } from "../../jsonapi/refusal.ts";
import { invalid, invalidBody, invalidProblem } from "../../jsonapi/refusal.ts";
import { loadMessages } from "../../domain/messages/content.ts";
import type { ApiArea, AreaBehavior, Keeping, Invocation } from "../../verbs/invocation.ts";
import { theNew, type Outcome, theOne } from "../../verbs/outcome.ts";
import { freshId } from "../../verbs/write.ts";
import type { Account } from "../../world/account.ts";
import { put } from "../../world/store/store.ts";
import { keeping as keepingContent, work } from "./screenshots.ts";
import { TemplateError } from "../../domain/rendering/template-error.ts";

const clone = bodyOf("template", { id: string(), attributes: object({ "name?": nullable(name) }) });

const rendered = bodyOf("template", { id: string(), attributes: object({ context: open() }) });

const operations = [
  list(template, "get_templates", { unlessFiltered: { reusable: true } }),
  ...rows(template, ["create", "get", "update"]),
  // These answers are recorded, though published as 204, 201 and 201 (recorded.md, 6).
  remove(template, "delete_template", { success: 200 }),
  action(template, "clone_template", { body: clone, success: 200 }),
  action(template, "render_template", { body: rendered, success: 200 }),
  ...rows(universalContent, ["list", "create", "get", "update", "remove"]),
] as const;

/** A document type, an `html` tag, and what is within; each of the tags may be missing. */
const document = /^(\s*(?:<!doctype[^>]*>\s*)?)(<html(?:\s[^>]*)?>)?([\s\S]*?)(<\/html>\s*)?$/i;

/**
 * The HTML of a template as the service keeps it: what is only a part of a document becomes the body of one, and a
 * document without a head gains one (recorded.md, 6). @guess create_template, update_template: HTML that begins with
 * something other than a body is completed as a browser does.
 */
function wholeHtml(html: string): string {
  if (html === "") return html;
  const [, type = "", open = "<html>", within = "", close = "</html>"] = document.exec(html) ?? [];
  if (/<head[\s>]/i.test(within)) return type + open + within + close;
  const body = /^\s*<body[\s>]/i.test(within) ? within : `<body>${within}</body>`;
  return `${type}${open}<head></head>${body}${close}`;
}

/** The bodies of a template, and whether their outputs are escaped. @guess render_template: The plain text of a template is not escaped. */
const bodies = [
  ["html", true],
  ["text", false],
  ["amp", true],
] as const;

type Rendering = Invocation & { readonly body: Infer<typeof rendered> };

function render({ account, now, body }: Rendering): Outcome {
  const { id, attributes } = body.data;
  const record = account.table(templates).get(id);
  if (record === undefined) return noSuchRecord("template", id);
  const texts: Partial<Record<(typeof bodies)[number][0], string>> = {};
  const problems: Problem[] = [];
  const wallOf = (at: number) => zoneOfAccount(account).wallOf(at);
  const catalogItem = catalogOf(account);
  for (const [name, escapes] of bodies) {
    const text = name === "html" ? htmlOf(account, record) : record[name];
    if (text === null) continue;
    try {
      const compiled = rendering().compile(text, { escapes });
      const context = { feeds: valuesOf(feedsIn(account, [text])), ...attributes.context };
      texts[name] = compiled.render(context, { now, seed: id, wallOf, catalogItem });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      // @guess render_template: The pointer of a template error is the attribute that has it.
      problems.push(invalidProblem(`/data/attributes/${name}`, `${name}, ${error.message}.`));
    }
  }
  return problems.length > 0 ? invalidBody(problems) : theOne({ ...record, ...texts });
}

/** How many an account may have (templates.md), beside the copies that messages have. */
const templatesMax = 1000;

function tooMany(account: Account): Refusal | undefined {
  const table = account.table(templates);
  if (table.size < templatesMax) return undefined;
  const own = [...table.scan(["reusable", "id"], { prefix: [true] })];
  if (own.length < templatesMax) return undefined;
  return invalid("/data", `An account has at most ${templatesMax} templates.`);
}

const behavior: AreaBehavior<typeof operations> = {
  clone_template({ account, now, body }) {
    const { id, attributes } = body.data;
    const from = account.table(templates).get(id);
    if (from === undefined) return noSuchRecord("template", id);
    const refusal = tooMany(account);
    if (refusal !== undefined) return refusal;
    const { message: _, ...own } = from;
    const seq = account.nextSeq();
    const fresh = { id: freshId(account, template, now), seq, created: now, updated: now };
    const made: Template = { ...own, ...fresh, name: attributes.name ?? `${from.name} (Clone)` };
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
  refuse(account, { definition }, before) {
    // Recorded: nothing is drawn without a section, though it is published as optional (templates.md).
    const drawn = definition === before?.definition ? undefined : definition;
    if (drawn != null && !drawn.body.sections?.length)
      return invalid("/data/attributes/definition/body/sections", "Expected at least one section.");
    return before === undefined ? tooMany(account) : undefined;
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
  bindings: { template: { keeping }, "template-universal-content": { keeping: keepingContent } },
  loads: {
    render_template: loadMessages,
    create_universal_content: loadRendering,
    update_universal_content: loadRendering,
  },
  work,
};
