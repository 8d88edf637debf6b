import type { FaultView } from "../../../world/faults/fault.ts";
import { commandOf } from "../../client/commands.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { column, text } from "../../parts/list/column.ts";
import { List } from "../../parts/list/list.tsx";
import { useCommand, usePage } from "../../parts/page.ts";
import { Badge, Icon } from "../../parts/signs.tsx";
import type { Act } from "../../store/ui.ts";
import { Form } from "./form.tsx";
import { lookOfPlan, Plan, timesOf } from "./plan.tsx";
import { matchWords, whatWords, whenWords, whichWords } from "./words.ts";

/** Faults of a fixture, which stand for whoever names their person. */
const isStanding = ({ match }: FaultView): boolean =>
  match?.email?.endsWith("@fault.test") === true;

const textOf = (fault: FaultView): string =>
  [fault.id, fault.state, whichWords(fault), whatWords(fault), matchWords(fault)].join(" ");

/** What will go wrong, and which requests have met it. */
export function Faults() {
  const { store, ui } = usePage();
  useCommand("faults", "list");
  const all = store.faults.value;
  const own = all.filter((fault) => !isStanding(fault));
  const standing = all.length - own.length;
  const showsStanding = ui.asked("standing") !== "";
  const rows = showsStanding ? [...own, ...all.filter(isStanding)] : own;
  const turn = (fault: FaultView): Act => ({
    command: commandOf("faults", fault.state === "off" ? "on" : "off", fault.id),
    run: () =>
      store.control.call("PATCH /faults/{id}", { id: fault.id }, { on: fault.state === "off" }),
  });
  const remove = ({ id }: FaultView): Act => ({
    command: commandOf("faults", "rm", id),
    run: () => store.control.call("DELETE /faults/{id}", { id }),
    done: `Removed ${id}.`,
  });
  const spent = own.filter(({ state }) => state === "spent" || state === "expired");
  const unmet = own.filter(({ state, hits }) => state === "active" && hits.count === 0);
  return (
    <List<FaultView>
      of="faults"
      place={["faults"]}
      rows={store.isLoaded.value ? rows : undefined}
      problem={store.problem.value}
      idOf={({ id }) => id}
      textOf={textOf}
      hint="create_event, fault-8 …"
      tools={
        <>
          <button type="button" class="btn keep narrow-only" onClick={() => ui.go("faults", "new")}>
            New
          </button>
          <ActButton
            isOff={spent.length === 0}
            act={{
              command: spent.map((each) => remove(each).command).join("; "),
              run: () => Promise.all(spent.map((each) => remove(each).run())),
              done: "Removed what is spent.",
            }}
            text="Clear spent"
          />
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
        text("state", 88, ({ state }) => state, {
          cell: (fault) => <Badge look={lookOfPlan(fault)} />,
        }),
      ]}
      below={
        <>
          {standing > 0 && (
            <p class="key">
              <span>{standing} standing, for profiles of the fixture</span>
              <button
                type="button"
                class="link"
                onClick={() => ui.ask("standing", showsStanding ? "" : "shown")}
              >
                {showsStanding ? "hide" : "show"}
              </button>
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
        n: {
          label: "new",
          run: () => {
            ui.go("faults", "new");
            store.pulse.frame(() =>
              document.querySelector<HTMLElement>("#field-operation")?.focus(),
            );
          },
        },
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
    <button
      type="button"
      class="switch"
      role="switch"
      aria-checked={state !== "off"}
      aria-label={`${id} is on`}
      title={turn.command}
      onClick={(event) => {
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
