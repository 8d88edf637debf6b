import type { Account } from "../../world/account.ts";
import { lists } from "../resources/groups.ts";
import { joinsList } from "../segments/membership.ts";
import { profileWith, putIfChanged } from "../profiles/save.ts";
import { recorded } from "../objects/acts.ts";
import type { Form } from "../resources/form.ts";
import { subscribe } from "../consent/subscribe.ts";
import { acted } from "./acts.ts";
import { consentsIn, listsOf, submittingIn } from "./consents.ts";
import type { Step, Version } from "./definition.ts";
import { inputsOf, profileOf, type Values } from "./values.ts";

/** What somebody sends, once it is known that it fits. */
export interface Submission {
  readonly form: Form;
  readonly version: Version;
  /** Those that are submitted: one, or all of the version. */
  readonly steps: readonly Step[];
  /** Counts the steps, from 1 on; undefined: it is about all of them. */
  readonly step?: number | undefined;
  readonly values: Values;
  /** The id of the profile that is known already. */
  readonly profile?: string | undefined;
}

/**
 * Takes what somebody submits: their profile is written, the event is, and they join what the form's buttons name, or
 * are asked to confirm it.
 *
 * @returns the id of the profile
 */
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
