import type { FaultView } from "../../../world/faults/fault.ts";
import { ActButton, Badge, type Look, Status } from "../../parts/signs.tsx";
import { Go, Head, Pairs, Sect, Trouble } from "../../parts/layout.tsx";
import { useCall, usePage } from "../../parts/page.ts";
import { clockTime, counted, span } from "../../parts/time.ts";
import type { Act } from "../../store/ui.ts";
import { sentence } from "./schema.ts";

const hitsMax = 50;

export function lookOfPlan(fault: FaultView): Look {
  if (fault.doubledWrites > 0) return ["bad", "fail", `doubled ${fault.doubledWrites}`];
  if (fault.state === "off") return ["idle", "na", "off"];
  if (fault.state === "waiting") return ["wait", "due", "waiting"];
  if (fault.state === "spent" || fault.state === "expired") return ["idle", "pass", fault.state];
  if (fault.nextStep !== undefined) return ["fault", "step", `step ${fault.nextStep + 1}`];
  return ["fault", "bolt", "active"];
}

export function timesOf({ hits: { count }, times }: FaultView): string {
  if (times === "always") return `${count} of ∞`;
  return typeof times === "number" ? `${count} of ${Math.max(times, count)}` : String(count);
}

export function Plan({ fault, acts: [turn, remove] }: { fault: FaultView; acts: [Act, Act] }) {
  const turning = fault.state === "off" ? "Switch on" : "Switch off";
  return (
    <>
      <Head class="mono" name={fault.id}>
        <Badge look={lookOfPlan(fault)} />
        <p class="pad">
          <bdi>{sentence(fault)}</bdi>
        </p>
        <div class="row2 pad">
          <ActButton act={turn} hotkey="Space" text={turning} />
          <ActButton act={remove} hotkey="Del" text="Remove" />
          <Go class="btn" to={["faults", "new"]} text="Plan another" />
        </div>
      </Head>
      <Hits fault={fault} />
      {fault.notes !== undefined && (
        <Sect title="What came of it later">
          <Pairs of={Object.fromEntries(fault.notes.map((note, index) => [index + 1, note]))} />
        </Sect>
      )}
    </>
  );
}

function Hits({ fault }: { fault: FaultView }) {
  const { store } = usePage();
  const { value = fault, problem } = useCall("GET /faults/{id}", { id: fault.id });
  void store.requests.version.value;
  const turns = value.turns ?? [];
  const shown = turns.slice(-hitsMax);
  const acted = turns.filter(({ what }) => what === "acted");
  return (
    <Sect title="What it did" class="hits">
      <Trouble problem={problem} />
      {turns.length === 0 && <p class="soft">No request has met it yet.</p>}
      {shown.map((turn) => {
        const { exchange: id, what } = turn;
        const entry = store.requests.get(id);
        return (
          <div class="att" key={id}>
            <Go
              to={[fault.delivery === undefined ? "live" : "deliveries", id]}
              text={entry === undefined ? id : clockTime(entry.arrivedWorld, true)}
            />
            {entry === undefined ? (
              <span class="soft">–</span>
            ) : (
              <Status status={entry.status} lost={entry.lostStatus} />
            )}
            <span class="say wrap">
              {what === "passed" && <span class="soft">passed</span>}
              {what === "held" && <span class="wait">held: {span(turn.earlyMs ?? 0)} early</span>}
              {what === "acted" && (
                <span class="fault">
                  acted {acted.indexOf(turn) + 1}
                  {typeof fault.times === "number" && ` of ${fault.times}`}
                </span>
              )}{" "}
              <bdi class="soft">{entry?.operation}</bdi>
            </span>
          </div>
        );
      })}
      {turns.length > shown.length && (
        <p class="soft">and {counted(turns.length - shown.length, "earlier request")}</p>
      )}
    </Sect>
  );
}
