import type { StepView } from "../../control/acts/requests.ts";
import { Cut, Go, Loading, Sect, Trouble } from "./layout.tsx";
import { useCall, usePage } from "./page.ts";
import { Icon, type IconName, Status } from "./signs.tsx";
import { instant } from "./time.ts";

const signs: Readonly<Record<StepView["kind"], IconName>> = {
  request: "step",
  event: "ok",
  flow: "list",
  message: "mail",
  delivery: "retry",
  work: "due",
};

/** Where a step is shown; undefined: nowhere by itself. */
export function placeOf({ kind, id, profile }: StepView): readonly string[] | undefined {
  if (kind === "request") return ["live", id];
  if (kind === "message") return ["outbox", id];
  if (kind === "delivery") return ["deliveries", id];
  if (kind === "event") return ["data", "collections", "events", id];
  return profile === null ? undefined : ["data", "people", profile];
}

/** All that came of one cause, on one time line. @param id of anything that is part of it */
export function Thread({ id }: { id: string }) {
  const { store } = usePage();
  const { value, problem } = useCall("GET /threads/{id}", { id });
  void store.quarter.value;
  const now = store.clock.peek();
  if (store.saved !== undefined) return null;
  return (
    <Sect title="What belongs together" class="thread">
      <Trouble problem={problem} />
      {value === undefined && problem === "" && <Loading of="what belongs together" />}
      <ol>
        {value?.steps.map((step) => (
          <Step
            key={`${step.kind} ${step.id} ${step.at}`}
            step={step}
            isOn={step.id === id}
            now={now}
          />
        ))}
      </ol>
    </Sect>
  );
}

function Step({ step, isOn, now }: { step: StepView; isOn: boolean; now: number }) {
  const { kind, what, became, atMs, isDue } = step;
  const place = placeOf(step);
  const status = /^\d{3}$/.test(became) ? Number(became) : undefined;
  return (
    <li class={`att ${isOn ? "on" : ""} ${isDue ? "soft" : ""}`}>
      <Icon name={isDue ? "due" : signs[kind]} className={isDue ? "wait" : "acc"} />
      <span>{instant(atMs, now)}</span>
      <span class="tag">{kind}</span>
      {place === undefined ? <Cut text={what} /> : <Go class="acc cut" to={place} text={what} />}
      {status === undefined ? <Cut class="soft" text={became} /> : <Status status={status} />}
    </li>
  );
}
