import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import { ulid } from "../../world/ids.ts";
import { type Done, recorded } from "../objects/acts.ts";
import type { Form } from "../resources/form.ts";
import type { About } from "../events/system-event.ts";
import { type FormAct, type FormActKind, formActs } from "./records.ts";
import type { Version } from "./definition.ts";

interface Doing {
  readonly form: Form;
  readonly version: Version;
  readonly kind: FormActKind;
  readonly step?: number | undefined;
  /** Undefined: it is not known whose. */
  readonly profile?: string | undefined;
  /** By which act the visitor is known. Default: the first act of the profile with the form, or this one. */
  readonly visitor?: string | undefined;
}

const actsBy = (account: Account, profile: string): readonly FormAct[] => [
  ...account.table(formActs).scan(["profile"], { prefix: [profile] }),
];

/** What every event of a form says of it (forms.md). */
const aboutForm = (form: Form, version: Version, step: number | undefined): About => ({
  form_id: form.id,
  form_version_id: String(version.id),
  form_type: version.type,
  form_name: form.name,
  step,
});

/** Keeps what somebody does with a form, and writes its event if it is known who it is. */
export function acted(account: Account, doing: Doing, now: number): readonly Change[] {
  const { form, version, kind, step, profile } = doing;
  const id = ulid(account.dice("form act"), account.idInstant(now));
  const theirs = profile === undefined ? [] : actsBy(account, profile);
  const before = theirs.find(({ form: met }) => met === form.id);
  const act: FormAct = {
    id,
    seq: account.nextSeq(),
    form: form.id,
    version: String(version.id),
    kind,
    step: step ?? null,
    profile: profile ?? null,
    visitor: doing.visitor ?? before?.visitor ?? id,
    at: now,
  };
  const about = aboutForm(form, version, step);
  const done: Done[] = profile === undefined ? [] : [{ act: `${kind} of form`, profile, about }];
  return recorded(account, [put(formActs, act)], done, now);
}
