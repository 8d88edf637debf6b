import type { FaultView } from "../../../world/faults/fault.ts";
import { commandOf } from "../../client/commands.ts";
import { ActButton, Button, Badge, Icon } from "../../parts/signs.tsx";
import { column, text } from "../../parts/list/columns.tsx";
import { List } from "../../parts/list/list.tsx";
import { useCommand, usePage } from "../../parts/page.ts";
import type { Act } from "../../store/ui.ts";
import { Form } from "./form.tsx";
import { lookOfPlan, Plan, timesOf } from "./plan.tsx";
import { matchWords, whatWords, whenWords, whichWords } from "./schema.ts";

/** Faults of a fixture, which stand for whoever names their person. */
const isStanding = ({ match }: FaultView) => match?.email?.endsWith("@fault.test") === true;

const textOf = (fault: FaultView): string =>
  [fault.id, fault.state, whichWords(fault), whatWords(fault), matchWords(fault)].join(" ");

export function Faults() {
  const { store, ui } = usePage();
  useCommand("faults", "list");
  const all = store.faults.value;
  const own = all.filter((fault) => !isStanding(fault));
  const standing = all.filter(isStanding);
  const showsStanding = ui.asked("standing") !== "";
  const rows = showsStanding ? [...own, ...standing] : own;
  const turn = ({ id, state }: FaultView): Act => ({
    command: commandOf("faults", state === "off" ? "on" : "off", id),
    run: () => store.control.call("PATCH /faults/{id}", { id }, { on: state === "off" }),
  });
  const remove = ({ id }: FaultView): Act => ({
    command: commandOf("faults", "rm", id),
    run: () => store.control.call("DELETE /faults/{id}", { id }),
    done: `Removed ${id}.`,
  });
  const spent = own.filter(({ state }) => state === "spent" || state === "expired");
  const clear = {
    command: spent.map((each) => remove(each).command).join("; "),
    run: () => Promise.all(spent.map((each) => remove(each).run())),
    done: "Removed what is spent.",
  };
  const begin = (): void => {
    ui.go("faults", "new");
    store.pulse.frame(() => document.querySelector<HTMLElement>("#field-operation")?.focus());
  };
  const unmet = own.filter(({ state, hits }) => state === "active" && hits.count === 0);
  return (
    <List<FaultView>
      of="faults"
      rows={store.isLoaded.value ? rows : undefined}
      problem={store.problem.value}
      idOf={({ id }) => id}
      textOf={textOf}
      hint="create_event, fault-8 …"
      tools={
        <>
          <Button class="btn keep narrow-only" press={() => ui.go("faults", "new")} text="New" />
          <ActButton isOff={spent.length === 0} act={clear} text="Clear spent" />
        </>
      }
      columns={[
        column("on", 28, (fault) => <Switch of={fault} turn={turn(fault)} />),
        text("id", 62, ({ id }) => id, { class: "mono", yields: 2 }),
        text("requests", 96, whichWords, { class: "op", grows: 2 }),
        text("what", 60, whatWords, { class: "mono", grows: 2 }),
        text("when", 80, whenWords, { grows: 1, yields: 4 }),
        text("where", 52, ({ where }) => where ?? null, { yields: 3 }),
        text("hits", 56, timesOf, { class: "num", by: ({ hits }) => hits.count }),
        column("state", 88, (of) => <Badge look={lookOfPlan(of)} />, { by: ({ state }) => state }),
      ]}
      below={
        <>
          {standing.length > 0 && (
            <p class="key">
              <span>{standing.length} standing, for profiles of the fixture</span>
              <Button class="link" press={() => ui.ask("standing", showsStanding ? "" : "shown")}>
                {showsStanding ? "hide" : "show"}
              </Button>
            </p>
          )}
          <Unmet faults={unmet} />
        </>
      }
      none="No fault is planned"
      noneSays={
        <>
          Every response is the service's own. Press <kbd>n</kbd>, or fail a request from Live with{" "}
          <kbd>x</kbd>.
        </>
      }
      keys={(fault) => ({
        n: { label: "new", run: begin },
        " ": { label: "on, off", run: () => fault && void ui.perform(turn(fault)) },
        Delete: { label: "remove", run: () => fault && void ui.perform(remove(fault)) },
      })}
      sideName={ui.place.value.length > 1 && ui.place.value[1] !== "new" ? "Fault" : "Plan a fault"}
      side={(fault) =>
        fault === undefined ? (
          store.saved === undefined && <Form />
        ) : (
          <Plan fault={fault} acts={[turn(fault), remove(fault)]} />
        )
      }
    />
  );
}

function Switch({ of: { id, state }, turn }: { of: FaultView; turn: Act }) {
  const { ui } = usePage();
  return (
    <Button
      class="switch"
      role="switch"
      aria-checked={state !== "off"}
      aria-label={`${id} is on`}
      title={turn.command}
      press={(event) => {
        event.stopPropagation();
        void ui.perform(turn);
      }}
    />
  );
}

/** Plans that no request has met: a test that expects its faults to be met fails here. */
function Unmet({ faults }: { faults: readonly FaultView[] }) {
  if (faults.length === 0) return null;
  return (
    <p class="unmet">
      <Icon name="und" className="wait" />{" "}
      <b>No request has met {faults.map(({ id }) => id).join(", ")}.</b>
    </p>
  );
}
