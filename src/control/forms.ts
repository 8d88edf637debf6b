import { operation } from "./act.ts";
import { described, integer, literal, object, open, phrase } from "../contract/shape.ts";
import type { Infer } from "../contract/shape.ts";
import { profileById, phoneAlone } from "../domain/profiles/identity.ts";
import { acted } from "../domain/forms/acts.ts";
import { submittingIn, submit } from "../domain/forms/submit.ts";
import { type Step, type Version, stepsOf } from "../domain/forms/definition.ts";
import { published } from "../domain/forms/make.ts";
import { inputsOf, valueProblem } from "../domain/forms/values.ts";
import { type Form, forms } from "../domain/resources/form.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { conflict, ControlError, notAmong } from "../emulation/problem.ts";
import type { Account } from "../world/account.ts";
import { meantRecord } from "./messages/meant.ts";
import { accountsOf, type ControlOperation } from "./operation.ts";
import { readAs } from "./read.ts";

const version = phrase("The id of a version. Default: the first one.");
const step = described(integer({ min: 1 }), "Which step, from 1 on.");
const profile = phrase("The id of a profile. Default: the visitor is not identified.");

const publishShape = object({ "status?": described(literal("live", "draft"), "Default: live.") });
const viewShape = object({ "version?": version, "step?": step, "profile?": profile });
const closeShape = object({ "version?": version, "profile?": profile });
const submissionShape = object({
  values: described(open(), "What is entered, by the names of the properties."),
  "version?": version,
  "step?": described(step, "Which step is submitted, from 1 on. Default: all of them."),
  "profile?": phrase("The id of a profile that is known already."),
});

export interface SubmissionView {
  /** Id of the profile. */
  readonly profile: string;
  readonly version: string;
}

/** The form that visitors meet. @throws ControlError for a draft, which nobody sees */
function liveIn(accounts: readonly Account[], id: string) {
  const { account, record: form } = meantRecord(accounts, forms, "form", id);
  if (form.status === "live") return { account, form };
  throw conflict("the form is a draft: publish it first");
}

function versionOf({ definition }: Form, id: string | undefined): Version {
  const { versions } = definition;
  const ids = versions.map((each) => String(each.id));
  const found = versions[id === undefined ? 0 : ids.indexOf(id)];
  if (found !== undefined) return found;
  const reason = `the form has no version with id ${id}: its versions are ${ids.join(", ")}`;
  throw notAmong(ids, id ?? "", reason, "version");
}

function stepsIn(of: Version, which: number | undefined): readonly Step[] {
  const all = stepsOf(of);
  if (which === undefined) return all;
  const only = all[which - 1];
  if (only !== undefined) return [only];
  throw new ControlError(`the version has ${all.length} steps`, "step");
}

function personOf(account: Account, id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const found = profileById(account, id);
  if (found !== undefined) return found.id;
  throw new ControlError(`no profile with id ${id}`, "profile", { kind: "unknown" });
}

function publish(accounts: readonly Account[], id: string, input: unknown): void {
  const { status = "live" } = readAs(publishShape, input);
  const { account, record: form } = meantRecord(accounts, forms, "form", id);
  account.aside(() => account.commit(published(account, form, status, account.clock.now())));
}

function look(accounts: readonly Account[], id: string, input: unknown, closes = false): void {
  const said: Infer<typeof viewShape> = readAs(closes ? closeShape : viewShape, input);
  const { account, form } = liveIn(accounts, id);
  const seen = versionOf(form, said.version);
  if (said.step !== undefined) stepsIn(seen, said.step);
  const kind = closes ? "close" : said.step === undefined ? "view" : "view step";
  const person = personOf(account, said.profile);
  const doing = { form, version: seen, kind, step: said.step, profile: person } as const;
  account.aside(() => account.commit(acted(account, doing, account.clock.now())));
}

function send(accounts: readonly Account[], id: string, input: unknown): SubmissionView {
  const said = readAs(submissionShape, input);
  const { account, form } = liveIn(accounts, id);
  const { values, step: nth } = said;
  const of = versionOf(form, said.version);
  const steps = stepsIn(of, nth);
  const wrong = valueProblem(inputsOf(steps), values);
  if (wrong !== undefined)
    throw new ControlError(wrong.reason, `values.${wrong.name}`, { nearest: wrong.nearest });
  const reason = "nothing in it submits: no action has submit: true";
  if (submittingIn(steps).length === 0) throw new ControlError(reason, nth ? "step" : "id");
  const known = personOf(account, said.profile);
  if (known === undefined) identifiedBy(account, values);
  const submission = { form, version: of, steps, step: nth, values, profile: known };
  const person = account.aside(() => submit(account, submission, account.clock.now()));
  return { profile: person, version: String(of.id) };
}

/** @throws ControlError where nothing says whose profile it is */
function identifiedBy(account: Account, values: Readonly<Record<string, unknown>>): void {
  const { $email, $phone_number } = values as Readonly<Record<string, string | undefined>>;
  if ($email === undefined && $phone_number === undefined) {
    const reason = "expected a value for $email or $phone_number, or the profile that submits";
    throw new ControlError(reason, "values");
  }
  if (!phoneAlone(account, { email: $email ?? null, phone_number: $phone_number ?? null })) return;
  const reason = "SMS is not set up on this account: an email is needed as well";
  throw new ControlError(reason, "values.$phone_number");
}

/** What visitors do with forms, as the library has it. A form is named by its id, or the beginning of it. */
export interface FormsFace {
  /** Publishes a form with all of its versions, or makes a draft of it again. Default: `live`. */
  publish(id: string, options?: { status?: "live" | "draft" }): void;
  /** Somebody sees a live form, or one of its steps. Without a profile it counts, and writes no event. */
  view(id: string, options?: Infer<typeof viewShape>): void;
  close(id: string, options?: Infer<typeof closeShape>): void;
  /**
   * Somebody submits a live form: their profile is written, they subscribe and join as its buttons say.
   *
   * @throws ControlError for a draft, for what does not fit the form's inputs, and where nobody is named
   */
  submit(id: string, submission: Infer<typeof submissionShape>): SubmissionView;
}

export function formsFace({ world }: Emulation): FormsFace {
  const every = () => [...world.everyAccount()];
  return {
    publish: (id, options = {}) => publish(every(), id, options),
    view: (id, options = {}) => look(every(), id, options),
    close: (id, options = {}) => look(every(), id, options, true),
    submit: (id, submission) => send(every(), id, submission),
  };
}

export const formOperations: readonly ControlOperation[] = [
  operation("POST /_emulator/forms/{id}/publish", {
    does: 'publishes a form, or makes a draft of it: { "status"? }',
    body: publishShape,
    status: 204,
    run: (call) => publish(accountsOf(call), call.id, call.body),
  }),
  operation("POST /_emulator/forms/{id}/views", {
    does: 'somebody sees a live form, or a step of it: { "version"?, "step"?, "profile"? }',
    body: viewShape,
    status: 204,
    run: (call) => look(accountsOf(call), call.id, call.body),
  }),
  operation("POST /_emulator/forms/{id}/closes", {
    does: 'somebody closes a live form: { "version"?, "profile"? }',
    body: closeShape,
    status: 204,
    run: (call) => look(accountsOf(call), call.id, call.body, true),
  }),
  operation("POST /_emulator/forms/{id}/submissions", {
    does: 'somebody submits a live form: { "values", "version"?, "step"?, "profile"? }',
    body: submissionShape,
    status: 202,
    run: (call) => send(accountsOf(call), call.id, call.body),
  }),
];
