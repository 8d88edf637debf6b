import type { Channel } from "../consent/consent.ts";
import { type Action, type Block, type Step, blocksOf, type Version } from "./definition.ts";
import { type Values, inputsOf, profileOf } from "./values.ts";
import type { Account } from "../../world/account.ts";
import { lists } from "../resources/groups.ts";
import { joinsList } from "../segments/membership.ts";
import { profileWith, putIfChanged } from "../profiles/save.ts";
import { recorded } from "../objects/acts.ts";
import type { Form } from "../resources/form.ts";
import { subscribe } from "../consent/subscribe.ts";
import { acted } from "./acts.ts";

export const submittingIn = (steps: readonly Step[]): readonly Action[] =>
  steps.flatMap(blocksOf).flatMap(({ action }) => (action?.submit === true ? [action] : []));

export const listsOf = (actions: readonly Action[]): readonly string[] => [
  ...new Set(actions.flatMap(({ properties }) => properties?.list_id ?? [])),
];

const byType = (steps: readonly Step[], type: string): readonly Block[] =>
  steps.flatMap(blocksOf).filter((block) => block.type === type);

/** Whether a box that asks for it was ticked; undefined: there is none. */
function ticked(boxes: readonly Block[], values: Values): boolean | undefined {
  if (boxes.length === 0) return undefined;
  return boxes.some(({ properties }) => values[properties?.property_name ?? ""] === true);
}

/** @guess create_form: An entered email address is consent to emails, a phone number only if the form says so. A box that is left empty is a no. */
function consentsIn(steps: readonly Step[], values: Values): readonly Channel[] {
  const entered = (type: string) =>
    byType(steps, type).filter(({ properties }) =>
      Object.hasOwn(values, properties?.property_name ?? ""),
    );
  const emails = ticked(byType(steps, "bis_promotional_email_checkbox"), values);
  const found = new Set<Channel>();
  if (entered("email").length > 0 && emails !== false) found.add("email");
  const phones = entered("phone_number");
  if (phones.length === 0) return [...found];
  const actions = new Set(submittingIn(steps).map(({ type }) => type));
  const asks = actions.has("promotional_sms_subscription") || actions.has("subscribe_via_sms");
  for (const medium of ["sms", "whatsapp"] as const) {
    const boxes = byType(steps, "promotional_sms_checkbox").filter(({ properties }) =>
      (properties?.channels ?? ["sms"]).includes(medium),
    );
    const box = ticked(boxes, values);
    const types = phones.flatMap((phone) => consentTypesOf(phone, medium));
    const byAction = medium === "sms" ? asks : actions.has("subscribe_via_whatsapp");
    if (box ?? (byAction || types.includes("promotional"))) {
      found.add(medium === "sms" ? "sms" : "whatsapp.marketing");
    }
    if (types.includes("transactional")) found.add(`${medium}.transactional`);
  }
  return [...found];
}

function consentTypesOf({ properties }: Block, medium: "sms" | "whatsapp"): readonly string[] {
  const own = properties?.channel_settings?.[medium]?.consent_type;
  const all = medium === "sms" ? (properties?.sms_consent_type ?? []) : [];
  return own == null ? all : [...all, own];
}

export interface Submission {
  readonly form: Form;
  readonly version: Version;
  readonly steps: readonly Step[];
  /** Counts the steps, from 1 on; undefined: it is about all of them. */
  readonly step?: number | undefined;
  readonly values: Values;
  readonly profile?: string | undefined;
}

/** Takes what somebody submits: their profile, the event, and the lists that the buttons name. @returns the profile's id */
export function submit(account: Account, submission: Submission, now: number): string {
  const { form, version, steps, step, values, profile: known } = submission;
  const { attributes, properties } = profileOf(inputsOf(steps), values);
  const input = { attributes, properties };
  // As of whoever says of themselves who they are, on a page that anybody may open.
  const person = profileWith(account, { id: known, ...input }, attributes, now, { discreet: true });
  if (person === undefined) throw new Error(`there is no profile ${known}`);
  account.commit(putIfChanged(account, person));
  const doing = { form, version, kind: "submit", step, profile: person.id } as const;
  account.commit(acted(account, doing, now));
  const channels = consentsIn(steps, values).map((channel) => ({ channel }));
  const joined = listsOf(submittingIn(steps));
  const who = {
    id: person.id,
    input: { attributes },
    channels,
    // @guess create_form: A consent by a form has the method `Form` and the form's name as its detail.
    method: "Form",
    detail: form.name,
    historical: false,
    discreet: true,
  } as const;
  if (channels.length === 0) joins(account, joined, person.id, now);
  else if (joined.length === 0) subscribe(account, who, now);
  else for (const list of joined) subscribe(account, { ...who, list }, now);
  return person.id;
}

/** @guess create_form: A submission without consent still joins a list with single opt-in. */
function joins(account: Account, named: readonly string[], profile: string, now: number): void {
  for (const id of named) {
    const list = account.table(lists).get(id);
    if (list === undefined || list.opt_in_process === "double_opt_in") continue;
    const { changes, done } = joinsList(account, list, profile, now);
    account.commit(recorded(account, changes, done, now));
  }
}
