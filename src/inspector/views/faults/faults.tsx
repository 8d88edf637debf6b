import { useState } from "preact/hooks";
import type { FaultView } from "../../../world/faults/fault.ts";
import { commandOf } from "../../client/commands.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { useFilter } from "../../parts/fields.tsx";
import { Empty, Scroll } from "../../parts/layout.tsx";
import { stepKeys, useCommand, useKeys, usePage } from "../../parts/page.ts";
import { Heads } from "../../parts/table.tsx";
import { Form } from "./form.tsx";
import { PlanRow, Unmet } from "./plan-row.tsx";
import { matchWords, whatWords, whichWords } from "./words.ts";

const heads = [
  ...["on", "id", "requests", "what", "when", "where"].map((name) => [name] as const),
  ["hits", "num"],
  ["state"],
] as const;

/** Faults of a fixture, which stand for whoever names their person. */
const isStanding = ({ match }: FaultView): boolean =>
  match?.email?.endsWith("@fault.test") === true;

/** What will go wrong, and which requests have met it. */
export function Faults() {
  const { store, ui } = usePage();
  const { text, box, clear } = useFilter("faults", "create_event, fault-8 …");
  const [showsStanding, showStanding] = useState(false);
  useCommand("faults", "list");
  const all = store.faults.value;
  const found = all.filter((fault) =>
    `${fault.id} ${whichWords(fault)} ${whatWords(fault)} ${matchWords(fault)}`.includes(text),
  );
  const own = found.filter((fault) => !isStanding(fault));
  const standing = found.filter(isStanding);
  const rows = [...own, ...(showsStanding ? standing : [])];
  const marked = ui.place.value[1];
  const chosen = rows.find(({ id }) => id === marked);
  const open = ({ id }: FaultView): void => ui.go("faults", id);
  const turn = (fault: FaultView) => ({
    command: commandOf("faults", fault.state === "off" ? "on" : "off", fault.id),
    run: () =>
      store.control.call("PATCH /faults/{id}", { id: fault.id }, { on: fault.state === "off" }),
  });
  const remove = ({ id }: FaultView) => ({
    command: commandOf("faults", "rm", id),
    run: () => store.control.call("DELETE /faults/{id}", { id }),
    done: `Removed ${id}.`,
  });
  useKeys({
    ...stepKeys(rows, chosen, open),
    n: {
      label: "new",
      run: () => document.querySelector<HTMLElement>("#field-operation")?.focus(),
    },
    " ": { label: "on, off", run: () => chosen && void ui.perform(turn(chosen)) },
    Delete: { label: "remove", run: () => chosen && void ui.perform(remove(chosen)) },
    Escape: {
      label: "close",
      isQuiet: true,
      run: () => (marked === undefined ? clear.run() : ui.go("faults")),
    },
  });
  const spent = own.filter(({ state }) => state === "spent" || state === "expired");
  const unmet = own.filter(({ state, hits }) => state === "active" && hits.count === 0);
  return (
    <div class="two even">
      <section class="col" aria-label="Planned faults">
        <div class="filter">
          {box}
          <ActButton
            isOff={spent.length === 0}
            act={{
              command: spent.map((each) => remove(each).command).join("; "),
              run: () => Promise.all(spent.map((each) => remove(each).run())),
              done: "Removed what is spent.",
            }}
            text="Clear spent"
          />
        </div>
        <Scroll label="Plans">
          {own.length === 0 && (
            <Empty title={text === "" ? "No fault is planned" : "No fault matches this filter"}>
              <p>
                Every response is the service's own. Press <kbd>n</kbd>, or fail a request from Live
                with <kbd>x</kbd>.
              </p>
            </Empty>
          )}
          {rows.length > 0 && (
            <table class="fx">
              <Heads names={heads} />
              <tbody>
                {rows.map((fault) => (
                  <PlanRow
                    key={fault.id}
                    of={fault}
                    isOn={fault === chosen}
                    open={() => (fault === chosen ? ui.go("faults") : open(fault))}
                    turn={turn(fault)}
                    remove={remove(fault)}
                  />
                ))}
              </tbody>
            </table>
          )}
          {standing.length > 0 && (
            <p class="key">
              <span>
                {standing.length} standing, for profiles such as{" "}
                <bdi class="mono">{matchWords(standing[0] as FaultView)}</bdi>
              </span>
              <button type="button" class="link" onClick={() => showStanding(!showsStanding)}>
                {showsStanding ? "hide" : "show"}
              </button>
            </p>
          )}
          <Unmet faults={unmet} />
        </Scroll>
      </section>
      <Form />
    </div>
  );
}
