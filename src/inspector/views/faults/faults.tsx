import { useState } from "preact/hooks";
import type { FaultView } from "../../client/answers.ts";
import { commandOf } from "../../client/commands.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { useCommand, useKeys, usePage } from "../../parts/use-page.ts";
import { Form } from "./form.tsx";
import { PlanRow, Unmet } from "./plan-row.tsx";
import { matchWords, whatWords, whichWords } from "./words.ts";

/** Faults of a fixture, which stand for whoever names their person. */
const isStanding = (fault: FaultView): boolean =>
  String((fault["match"] as { email?: unknown } | undefined)?.email ?? "").endsWith("@fault.test");

/** What will go wrong, and which requests have met it. */
export function Faults() {
  const { store, ui } = usePage();
  const [text, setText] = useState("");
  const [showsStanding, showStanding] = useState(false);
  useCommand(commandOf("faults", "list"));
  const all = store.faults.value;
  const found = all.filter((fault) =>
    `${fault.id} ${whichWords(fault)} ${whatWords(fault)} ${matchWords(fault)}`.includes(text),
  );
  const own = found.filter((fault) => !isStanding(fault));
  const standing = found.filter(isStanding);
  const rows = [...own, ...(showsStanding ? standing : [])];
  const marked = ui.place.value[1];
  const chosen = rows.find(({ id }) => id === marked);
  const open = (fault: FaultView | undefined): void => {
    if (fault !== undefined) ui.go("faults", fault.id);
  };
  const move = (by: number): void =>
    open(chosen === undefined ? rows[0] : rows[rows.indexOf(chosen) + by]);
  const turn = (fault: FaultView) => ({
    command: commandOf("faults", fault.state === "off" ? "on" : "off", fault.id),
    run: () => store.control.turnFault(fault.id, fault.state === "off"),
  });
  const remove = (fault: FaultView) => ({
    command: commandOf("faults", "rm", fault.id),
    run: () => store.control.removeFault(fault.id),
    done: `Removed ${fault.id}.`,
  });
  useKeys({
    j: { label: "next", run: () => move(1) },
    k: { label: "back", run: () => move(-1) },
    n: {
      label: "new",
      run: () => document.querySelector<HTMLElement>("#field-operation")?.focus(),
    },
    " ": { label: "on, off", run: () => chosen && void ui.perform(turn(chosen)) },
    Delete: { label: "remove", run: () => chosen && void ui.perform(remove(chosen)) },
    Escape: {
      label: "close",
      isQuiet: true,
      run: () => (marked === undefined ? setText("") : ui.go("faults")),
    },
  });
  const spent = own.filter(({ state }) => state === "spent" || state === "expired");
  const unmet = own.filter(({ state, hits }) => state === "active" && hits.count === 0);
  return (
    <div class="two even">
      <section class="col" aria-label="Planned faults">
        <div class="filter">
          <FilterBox
            label="Filter the faults"
            placeholder="create_event, fault-8 …"
            text={text}
            change={setText}
          />
          <ActButton
            isOff={spent.length === 0}
            act={{
              command: spent.map(({ id }) => commandOf("faults", "rm", id)).join("; "),
              run: () => Promise.all(spent.map(({ id }) => store.control.removeFault(id))),
              done: "Removed what is spent.",
            }}
          >
            Clear spent
          </ActButton>
        </div>
        <div class="scroll" tabIndex={0} role="region" aria-label="Plans">
          {own.length === 0 && (
            <div class="empty">
              <b>{text === "" ? "No fault is planned" : "No fault matches this filter"}</b>
              <p>
                Every response is the service's own. Press <kbd>n</kbd>, or fail a request from Live
                with <kbd>x</kbd>.
              </p>
            </div>
          )}
          {rows.length > 0 && (
            <table class="fx">
              <thead>
                <tr>
                  <th>on</th>
                  <th>id</th>
                  <th>requests</th>
                  <th>what</th>
                  <th>when</th>
                  <th>where</th>
                  <th class="num">hits</th>
                  <th>state</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((fault) => (
                  <PlanRow
                    key={fault.id}
                    fault={fault}
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
        </div>
      </section>
      <Form />
    </div>
  );
}
