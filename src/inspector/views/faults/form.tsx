import { useEffect, useState } from "preact/hooks";
import type { DryRun } from "../../../control/faults/met.ts";
import type { FaultInput } from "../../../world/faults/types.ts";
import { faultCommand, faultStep } from "../../client/commands.ts";
import type { Schema } from "../../client/schema.ts";
import { Problem } from "../../client/problem.ts";
import { ActButton, planning } from "../../parts/act-button.tsx";
import { Choice } from "../../parts/fields.tsx";
import { Body } from "../../parts/json.tsx";
import { Loading } from "../../parts/layout.tsx";
import { useOnce, usePage } from "../../parts/page.ts";
import { Segments } from "../../parts/segments.tsx";
import { Icon } from "../../parts/signs.tsx";
import { Field } from "./field.tsx";
import { besides, outcomes } from "./outcomes.ts";
import { faultOf, faultSchemaIn, type Typed, whenMembers, whichMembers } from "./schema.ts";
import { sentence } from "./words.ts";
import type { Act } from "../../store/ui.ts";

/** Plans to begin with. */
const beginnings: readonly (readonly [string, Typed, string])[] = [
  [
    "429 twice",
    { operation: "create_event", status: "429", retryAfter: "2", times: "2" },
    "status",
  ],
  [
    "lost response",
    { operation: "create_event", connection: "reset", where: "after" },
    "connection",
  ],
  ["brown-out", { operation: "*", status: "503", probability: "0.2", times: "always" }, "status"],
];

const forms = { shell: "shell", yaml: "YAML", typescript: "TypeScript" } as const;

/** What a fault is written as. */
function written(fault: FaultInput, form: keyof typeof forms): string {
  if (form === "shell") return faultCommand({ ...fault });
  if (form === "yaml") return faultStep({ ...fault });
  return `emulator.faults.add(${JSON.stringify(fault, null, 2)});`;
}

/** Plans a fault: its members are those of the schema. */
export function Form() {
  const { store, ui } = usePage();
  const document = useOnce("GET /openapi.json");
  const [typed, setTyped] = useState<Typed>(beginnings[0]?.[1] ?? {});
  const [what, setWhat] = useState("status");
  const [form, setForm] = useState<keyof typeof forms>("shell");
  if (document === undefined) return <Loading of="the form" />;
  const schema = faultSchemaIn(document.paths);
  const fault = faultOf(typed, schema);
  const plan = planning(store.control, { ...fault }, "Planned.");
  return (
    <>
      <div class="filter">
        <h2 class="strong">Plan a fault</h2>
        <span class="grow" />
        {beginnings.map(([name, members, outcome]) => (
          <button
            type="button"
            class="btn bare small keep"
            key={name}
            onClick={() => {
              setTyped(members);
              setWhat(outcome);
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <Members {...{ schema, typed, setTyped, what, setWhat, fault, plan }} />
      <div class="form">
        <Segments label="Write it as" options={forms} value={form} choose={setForm} />
        <Body body={written(fault, form)} label="The plan, written" />
        <div class="row2">
          <ActButton act={plan} icon="bolt" hotkey="^Enter" isMain text="Plan it" />
          <button
            type="button"
            class="btn"
            onClick={() => void ui.copy(written(fault, "yaml"), "a step")}
          >
            <Icon name="step" />
            Copy as a step
          </button>
        </div>
      </div>
    </>
  );
}

interface MembersProps {
  readonly schema: Schema;
  readonly typed: Typed;
  readonly setTyped: (typed: Typed) => void;
  readonly what: string;
  readonly setWhat: (what: string) => void;
  readonly fault: FaultInput;
  readonly plan: Act;
}

function Members({ schema, typed, setTyped, what, setWhat, fault, plan }: MembersProps) {
  const { ui } = usePage();
  const matches = schema.properties?.["match"]?.properties ?? {};
  const trial = useTrial(fault);
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
      problem={trial instanceof Problem && trial.path === name ? trial.message : undefined}
    />
  );
  const choose = (name: string): void => {
    const said = [...outcomes, ...Object.values(besides).flat()];
    const others = Object.entries(typed).filter(([member]) => !said.includes(member));
    setTyped(Object.fromEntries(others));
    setWhat(name);
  };
  const isAnswer = what === "status" || what === "edge";
  const beside = [...(besides[what] ?? []), ...(isAnswer || what === "delay" ? [] : ["delay"])];
  return (
    <form
      class="form"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.ctrlKey) void ui.perform(plan);
      }}
    >
      <fieldset>
        <legend>Which requests</legend>
        <div class="pair">{whichMembers.slice(0, 2).map((name) => field(name))}</div>
        <details>
          <summary>method, path, delivery</summary>
          <div class="three">{whichMembers.slice(2).map((name) => field(name))}</div>
        </details>
        <details>
          <summary>of these only: key, email, header …</summary>
          <div class="pair">
            {Object.entries(matches).map(([name, of]) => field(`match.${name}`, of))}
          </div>
        </details>
      </fieldset>
      <fieldset>
        <legend>What</legend>
        <div class="three">
          <Choice label="kind" value={what} names={outcomes} change={choose} />
          {field(what)}
          {beside.map((name) => field(name))}
        </div>
      </fieldset>
      <fieldset>
        <legend>When</legend>
        <div class="three">{whenMembers.map((name) => field(name))}</div>
      </fieldset>
      <Sentence fault={fault} trial={trial} />
    </form>
  );
}

function Sentence({ fault, trial }: { fault: FaultInput; trial: DryRun | Problem | undefined }) {
  return (
    <div class="sentence" aria-live="polite">
      <Icon name="bolt" className="fault" /> <bdi>{sentence(fault)}</bdi>
      {trial instanceof Problem && <p class="bad">{trial.message}</p>}
      {trial !== undefined && !(trial instanceof Problem) && (
        <>
          <p class="ink2">
            Would have met {trial.met} of the {trial.kept.toLocaleString("en")} requests that are
            kept.
          </p>
          {trial.warnings.map((warning) => (
            <p class="wait" key={warning}>
              {warning}
            </p>
          ))}
        </>
      )}
    </div>
  );
}

/** What the fault would have met; undefined: it is not known yet. */
function useTrial(fault: FaultInput): DryRun | Problem | undefined {
  const { store } = usePage();
  const [trial, setTrial] = useState<DryRun | Problem | undefined>(undefined);
  const text = JSON.stringify(fault);
  const beat = store.renewed.value;
  useEffect(() => {
    let isWanted = true;
    // What is typed on is tried once.
    const cancel = store.pulse.after(250, () => {
      store.control
        .call("POST /faults/dry-run", {}, fault)
        .then((found) => isWanted && setTrial(found))
        .catch((problem: unknown) => isWanted && problem instanceof Problem && setTrial(problem));
    });
    return () => {
      isWanted = false;
      cancel();
    };
  }, [text, beat, store]);
  return trial;
}
