import type { FormActKind } from "../forms/records.ts";
import type { About, SystemEvent } from "./system-event.ts";

export type FormEventAct = `${FormActKind} of form`;

const ofForm = [
  "form_id",
  "form_version_id",
  "form_type",
  "form_name",
] as const satisfies readonly (keyof About)[];

/** What the service writes about forms (forms.md). @guess create_form: The metric names of form events are a guess, and so are all properties but the ids. */
export const formEvents = {
  "view of form": {
    metric: "Form viewed by profile",
    properties: ofForm,
    when: "A profile that is known sees a live form.",
  },
  "view step of form": {
    metric: "Form step viewed by profile",
    properties: [...ofForm, "step"],
    when: "A profile that is known sees a step of a live form.",
  },
  "submit of form": {
    metric: "Form submitted by profile",
    properties: [...ofForm, "step"],
    when: "A profile submits a live form.",
  },
  "close of form": {
    metric: "Form closed by profile",
    properties: ofForm,
    when: "A profile that is known closes a live form.",
  },
} satisfies Record<FormEventAct, SystemEvent>;
