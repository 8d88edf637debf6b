import type { ComponentProps } from "preact";
import { useState } from "preact/hooks";
import type { DryRun } from "../../../control/faults/met.ts";
import type { FaultInput } from "../../../world/faults/types.ts";
import { faultCommand, faultStep } from "../../client/commands.ts";
import { Problem } from "../../client/control.ts";
import type { Schema } from "../../client/schema.ts";
import { Choice, Segments, TextArea, TextField } from "../../parts/fields.tsx";
import { Body, Loading } from "../../parts/layout.tsx";
import { useLoaded, useOnce, usePage } from "../../parts/page.ts";
import { ActButton, Button, planning, Icon } from "../../parts/signs.tsx";
import { besides, outcomes } from "./outcomes.ts";
import { faultOf, faultSchemaIn, sentence, whenMembers, whichMembers } from "./schema.ts";
import type { Typed } from "./schema.ts";

const beginnings: Readonly<Record<string, Typed>> = {
  "429 twice": { operation: "create_event", status: "429", retryAfter: "2", times: "2" },
  "lost response": { operation: "create_event", connection: "reset", where: "after" },
  "brown-out": { operation: "*", status: "503", probability: "0.2", times: "always" },
};

const forms = { shell: "shell", yaml: "YAML", typescript: "TypeScript" } as const;

function written(fault: FaultInput, form: keyof typeof forms): string {
  if (form === "shell") return faultCommand({ ...fault });
  if (form === "yaml") return faultStep({ ...fault });
  return `emulator.faults.add(${JSON.stringify(fault, null, 2)});`;
}

export function Form() {
  const document = useOnce("GET /openapi.json");
  if (document === undefined) return <Loading of="the form" />;
  return <Filled schema={faultSchemaIn(document.paths)} />;
}

function Filled({ schema }: { schema: Schema }) {
  const { ui, store } = usePage();
  const { control } = store;
  const [typed, setTyped] = useState<Typed>(beginnings["429 twice"] ?? {});
  const [what, setWhat] = useState("status");
  const [form, setForm] = useState<keyof typeof forms>("shell");
  const fault = faultOf(typed, schema);
  const yaml = written(fault, "yaml");
  const plan = planning(control, { ...fault }, "Planned.");
  const { value: trial, error } = useLoaded(
    () => control.call("POST /faults/dry-run", {}, fault),
    [JSON.stringify(fault), store.renewed.value],
    250,
  );
  const { operations } = useOnce("GET /operations") ?? { operations: [] };
  const offers = operations.map(({ id, method, path }) => [id, `${method} ${path}`] as const);
  const field = (name: string, of = schema.properties?.[name]) => (
    <Field
      key={name}
      name={name}
      schema={of}
      value={typed[name] ?? ""}
      offers={name === "operation" ? offers : undefined}
      change={(text) => setTyped({ ...typed, [name]: text })}
      problem={error instanceof Problem && error.path === name ? error.message : undefined}
    />
  );
  const fields = (names: readonly string[]) => names.map((name) => field(name));
  const begin = (members: Typed) => (): void => {
    setTyped(members);
    setWhat("status" in members ? "status" : "connection");
  };
  const choose = (name: string): void => {
    const said = [...outcomes, ...Object.values(besides).flat()];
    const others = Object.entries(typed).filter(([member]) => !said.includes(member));
    setTyped(Object.fromEntries(others));
    setWhat(name);
  };
  const isDelayed = !["status", "edge", "delay"].includes(what);
  const matches = Object.entries(schema.properties?.["match"]?.properties ?? {});
  return (
    <>
      <div class="filter">
        <h2>Plan a fault</h2>
        <span class="grow" />
        {Object.entries(beginnings).map(([name, members]) => (
          <Button class="btn bare small keep" key={name} press={begin(members)} text={name} />
        ))}
      </div>
      <form
        class="form"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === "Enter" && event.ctrlKey) void ui.perform(plan);
        }}
      >
        <fieldset>
          <legend>Which requests</legend>
          <div class="pair">{fields(whichMembers.slice(0, 2))}</div>
          <details>
            <summary>method, path, delivery</summary>
            <div class="three">{fields(whichMembers.slice(2))}</div>
          </details>
          <details>
            <summary>of these only: key, email, header …</summary>
            <div class="pair">{matches.map(([name, of]) => field(`match.${name}`, of))}</div>
          </details>
        </fieldset>
        <fieldset>
          <legend>What</legend>
          <div class="three">
            <Choice label="kind" value={what} names={outcomes} change={choose} />
            {fields([what, ...(besides[what] ?? []), ...(isDelayed ? ["delay"] : [])])}
          </div>
        </fieldset>
        <fieldset>
          <legend>When</legend>
          <div class="three">{fields(whenMembers)}</div>
        </fieldset>
        <Sentence fault={fault} trial={trial} problem={error?.message} />
      </form>
      <div class="form">
        <Segments label="Write it as" options={forms} value={form} choose={setForm} />
        <Body body={written(fault, form)} label="The plan, written" />
        <div class="row2">
          <ActButton act={plan} icon="bolt" hotkey="^Enter" isMain text="Plan it" />
          <Button icon="step" press={() => ui.copy(yaml, "a step")} text="Copy as a step" />
        </div>
      </div>
    </>
  );
}

/** `trial`: what the fault would have met; undefined: it is not known yet, or why it cannot be. */
type SentenceProps = { fault: FaultInput; trial: DryRun | undefined; problem: string | undefined };

const Sentence = ({ fault, trial, problem }: SentenceProps) => (
  <div class="sentence" aria-live="polite">
    <Icon name="bolt" className="fault" /> <bdi>{sentence(fault)}</bdi>
    {problem !== undefined && <p class="bad">{problem}</p>}
    {trial !== undefined && (
      <p class="ink2">
        Would have met {trial.met} of the {trial.kept.toLocaleString("en")} requests that are kept.
      </p>
    )}
    {trial?.warnings.map((warning) => (
      <p class="wait" key={warning}>
        {warning}
      </p>
    ))}
  </div>
);

type Given = Pick<ComponentProps<typeof TextField>, "value" | "change" | "problem" | "offers">;
type FieldProps = Given & { readonly name: string; readonly schema: Schema | undefined };

/** What a member means, where its name alone does not say it; its description says it whole. */
const meanings: Readonly<Record<string, string>> = {
  spoil: "the body",
  skip: "this many pass",
  every: "nth match",
  ttl: "then it is over",
  where: "before or after the write",
  hold: "until Retry-After is over",
};

const choicesOf = (schema: Schema | undefined): readonly string[] | undefined =>
  schema?.enum?.map(String) ?? (schema?.type === "boolean" ? ["true", "false"] : undefined);

function hintOf(schema: Schema | undefined): string {
  const words = (schema?.anyOf ?? []).flatMap(({ enum: values }) => values ?? []).slice(0, 3);
  if (schema?.type === "integer" || schema?.type === "number") return "number";
  if (schema?.type === "object") return "name: value";
  if (schema?.type === "array") return "+5s..+30s";
  return words.join(", ");
}

function Field({ name, schema, offers, ...given }: FieldProps) {
  const called = name
    .replace(/^match\./, "")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const options = choicesOf(schema);
  const field = {
    ...given,
    id: `field-${name}`,
    label: name in meanings ? `${called} – ${meanings[name]}` : called,
    about: schema?.description,
    placeholder: hintOf(schema),
  };
  if (options !== undefined) return <Choice {...field} names={["", ...options]} />;
  if (schema?.type === "object") return <TextArea {...field} rows={2} />;
  return <TextField {...field} offers={offers} />;
}
