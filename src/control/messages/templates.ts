import { type Infer, object } from "../../contract/shape.ts";
import { designShape, type Template, templates } from "../../domain/resources/template.ts";
import { htmlOf } from "../../domain/design/design.ts";
import { feedsIn, valuesOf } from "../../domain/feeds/content.ts";
import { aroundOf, contextOf, loadMessages } from "../../domain/messages/content.ts";
import { type Finding, findingsIn } from "../../domain/messages/findings.ts";
import { profileById } from "../../domain/profiles/identity.ts";
import { catalogOf } from "../../domain/rendering/load.ts";
import { type Profile, profiles } from "../../domain/resources/profile.ts";
import { ControlError, unknownId } from "../../emulation/problem.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import type { Account } from "../../world/account.ts";
import { operationsOf } from "../act.ts";
import { lintShape, templates as said } from "../acts/messages.ts";
import { oneAccount } from "../operation.ts";
import { readAs } from "../read.ts";

/** What is checked: a template of the account, or what one says; and for whom. */
export type LintInput = Infer<typeof lintShape>;

export interface TemplatesFace {
  /** Checks a template: what the service refuses, what is missing for a person, and links whose clicks are not counted. */
  lint(input: LintInput, options?: { account?: string }): Promise<Finding[]>;
}

async function lint(account: Account, input: unknown): Promise<Finding[]> {
  const { id, profile, context, ...given } = readAs(lintShape, input);
  const { definition } = given;
  if (definition !== undefined) readAs(object({ definition: designShape }), { definition });
  const template = id === undefined ? undefined : account.table(templates).get(id);
  if (id !== undefined && template === undefined) throw unknownId("template", id);
  const of = { html: "", text: null, definition: null, ...given } as unknown as Template;
  const { text, ...designed } = template ?? of;
  const html = htmlOf(account, designed as Template);
  if (!html && text === null) throw new ControlError("give the id, html, text or definition");
  const now = account.clock.now();
  await loadMessages(account, now);
  const feeds = valuesOf(feedsIn(account, [html, text]));
  const person = profile === undefined ? undefined : contextOf(account, personIn(account, profile));
  const read = person && { feeds, ...person, ...context };
  const around = { ...aroundOf(account, { id: "", at: now }), catalogItem: catalogOf(account) };
  return [
    ...(html ? findingsIn({ part: "html", text: html, isHtml: true }, read, around) : []),
    ...(text === null ? [] : findingsIn({ part: "text", text, isHtml: false }, read, around)),
  ];
}

function personIn(account: Account, who: string): Profile {
  const found =
    profileById(account, who) ??
    [...account.table(profiles).all()].find(({ email }) => email === who.toLowerCase());
  if (found === undefined) throw unknownId("profile", who);
  return found;
}

export const templatesFace = ({ world }: Emulation): TemplatesFace => ({
  lint: async (input, { account } = {}) => lint(oneAccount(world, account), input),
});

export const templateOperations = operationsOf(said.acts, {
  lint: async ({ emulation, account, body }) => ({
    findings: await lint(oneAccount(emulation.world, account), body),
  }),
});
