import { loadRendering } from "../../domain/rendering/load.ts";
import { type Template, template, templates } from "../../domain/resources/template.ts";
import { conflict, noSuchRecord } from "../../jsonapi/refusal.ts";
import type { ApiArea, AreaBehavior, Keeping } from "../../verbs/call.ts";
import { theNew } from "../../verbs/outcome.ts";
import { freshId } from "../../verbs/write.ts";
import { put } from "../../world/store/store.ts";
import { operations } from "./operations.ts";
import { render } from "./render.ts";
import { keeping as keepingContent, work } from "./screenshots.ts";
import { universalContent } from "./universal-content.ts";
import { wholeHtml } from "./whole-html.ts";

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
  asKept: ({ html, ...given }) =>
    html === undefined ? given : { ...given, html: wholeHtml(html) },
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
    render_template: loadRendering,
    create_universal_content: loadRendering,
    update_universal_content: loadRendering,
  },
  work,
};
