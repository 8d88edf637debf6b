import { templates } from "../../domain/collections.ts";
import { noSuchRecord } from "../../jsonapi/refusal.ts";
import type { ApiArea, AreaBehavior } from "../../verbs/call.ts";
import { theNew } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { shortId } from "../../world/ids.ts";
import { put } from "../../world/store.ts";
import { operations, template } from "./operations.ts";
import { wholeHtml } from "./whole-html.ts";

const freshId = (account: Account): string => shortId(account.dice("template"));

const behavior: AreaBehavior<typeof operations> = {
  clone_template({ account, now, body }) {
    const { id, attributes } = body.data;
    const from = account.table(templates).get(id);
    if (from === undefined) return noSuchRecord("template", id);
    const name = attributes.name ?? `${from.name} (Clone)`;
    const seq = account.nextSeq();
    const made = { ...from, id: freshId(account), seq, name, created: now, updated: now };
    account.commit([put(templates, made)]);
    return theNew(made, 200);
  },
};

export const templatesArea: ApiArea = {
  name: "templates",
  resources: [template],
  operations,
  behavior,
  bindings: {
    template: {
      keeping: {
        idOf: freshId,
        defaults: () => ({ html: "", text: null, amp: null, definition: null }),
        asKept: ({ html, ...given }) =>
          typeof html === "string" ? { ...given, html: wholeHtml(html) } : given,
      },
    },
  },
};
