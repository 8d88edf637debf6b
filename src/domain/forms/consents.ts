import type { Channel } from "../consent/consent.ts";
import type { Action, Block, Step } from "./definition.ts";
import type { Values } from "./values.ts";
import { blocksOf } from "./whole.ts";

/** The actions of steps that submit. */
export const submittingIn = (steps: readonly Step[]): readonly Action[] =>
  steps.flatMap(blocksOf).flatMap(({ action }) => (action?.submit === true ? [action] : []));

/** The lists that are joined by them, each once. */
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
export function consentsIn(steps: readonly Step[], values: Values): readonly Channel[] {
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
  const asks = ["promotional_sms_subscription", "subscribe_via_sms"].some((type) =>
    actions.has(type),
  );
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

/** What entering a phone number says of a medium. */
function consentTypesOf({ properties }: Block, medium: "sms" | "whatsapp"): readonly string[] {
  const own = properties?.channel_settings?.[medium]?.consent_type;
  const all = medium === "sms" ? (properties?.sms_consent_type ?? []) : [];
  return own == null ? all : [...all, own];
}
