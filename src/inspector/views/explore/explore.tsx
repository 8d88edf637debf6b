import type { FaultInput } from "../../client/answers.ts";
import type { Defect, Exploration } from "../../client/explored.ts";
import { commandOf } from "../../client/commands.ts";
import { useEffect } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { useCommand, useKeys, usePage } from "../../parts/use-page.ts";
import { Chosen } from "./chosen.tsx";
import { Grid } from "./grid.tsx";
import { nextCell, rowsOf } from "./matrix.ts";
import { Nothing } from "./nothing.tsx";
import { Sum } from "./sum.tsx";

/** Which faults break a client, and how few are enough. */
export function Explore() {
  const { store, ui } = usePage();
  const exploration = store.exploration.value;
  const isRunning = exploration?.state === "running";
  // While it runs, what it has found so far is asked for again and again.
  const round = isRunning ? store.renewed.value : 0;
  useEffect(() => {
    if (isRunning) void store.loadExploration();
  }, [store, round, isRunning]);
  useCommand(commandOf("explore", "--", "npm", "run", "sync"));
  const [, kind, ...named] = ui.place.value;
  const rows = exploration === undefined ? [] : rowsOf(exploration);
  const groups = exploration?.groups ?? [];
  const defects = exploration?.result?.defects ?? [];
  const at = [
    rows.findIndex(({ operation }) => kind === "cell" && operation === named[0]),
    groups.findIndex(({ name }) => kind === "cell" && name === named[1]),
  ] as const;
  const cells = rows[at[0]]?.cells[at[1]] ?? [];
  const chosen =
    defects.find(({ name }) => kind === "defect" && name === named[0]) ??
    defects.find(
      (defect) =>
        kind === "cell" &&
        isAt(
          defect,
          named[0],
          cells.map(({ kind: of }) => of),
        ),
    ) ??
    (kind === "cell" ? undefined : defects[0]);
  const open = (defect: Defect | undefined): void => {
    if (defect !== undefined) ui.go("explore", "defect", defect.name);
  };
  const move = (by: number): void =>
    open(chosen === undefined ? defects[0] : defects[defects.indexOf(chosen) + by]);
  const step = (down: number, right: number): void => {
    const next = at.includes(-1)
      ? nextCell(rows, [0, -1], [0, 1])
      : nextCell(rows, at, [down, right]);
    const [row, group] = next === undefined ? [] : [rows[next[0]], groups[next[1]]];
    if (row !== undefined && group !== undefined)
      ui.go("explore", "cell", row.operation, group.name);
  };
  useKeys({
    j: { label: "next defect", run: () => move(1) },
    k: { label: "back", run: () => move(-1) },
    ArrowLeft: { label: "cell", run: () => step(0, -1) },
    ArrowRight: { label: "cell", isQuiet: true, run: () => step(0, 1) },
    ArrowUp: { label: "cell", isQuiet: true, run: () => step(-1, 0) },
    ArrowDown: { label: "cell", isQuiet: true, run: () => step(1, 0) },
    Escape: { label: "close the cell", isQuiet: true, run: () => ui.go("explore") },
  });
  if (exploration === undefined) {
    const why = store.explorationProblem.value;
    return why === "" ? null : <p class="empty">{why}</p>;
  }
  if (exploration.state === "none") return <Nothing />;
  return (
    <div class="two even">
      <section class="col" aria-label="What was tried">
        <Sum exploration={exploration} />
        {exploration.problem !== null && (
          <div class="why bad">
            <Icon name="fail" className="bad" />
            <p>
              <b>There is no whole result.</b> <bdi>{exploration.problem}</bdi>
            </p>
          </div>
        )}
        <div class="scroll" tabIndex={0} role="region" aria-label="Operations and faults">
          <Grid rows={rows} groups={groups} at={at} />
          <Notes exploration={exploration} />
        </div>
      </section>
      <aside class="side" aria-label="Defects">
        <Chosen
          exploration={exploration}
          chosen={chosen}
          place={cells.length > 0 ? named.join(" × ") : undefined}
          cells={cells}
        />
      </aside>
    </div>
  );
}

/** Whether a defect was met at an operation, by one of these kinds. */
const isAt = (
  { faults, also }: Defect,
  operation: string | undefined,
  kinds: readonly string[],
): boolean =>
  faults.some((fault) => (fault as FaultInput)["operation"] === operation) ||
  also.some(
    (each) => each.operation === operation && kinds.some((kind) => each.kind.startsWith(kind)),
  );

function Notes({ exploration: { state, result } }: { exploration: Exploration }) {
  if (result === null) return null;
  const { notes, unsteady, schedules } = result;
  return (
    <>
      {notes.length > 0 && (
        <section class="sect">
          <h2 class="h3">Notes</h2>
          <ul>
            {notes.map((note) => (
              <li key={note}>
                <bdi>{note}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {unsteady.length > 0 && (
        <section class="sect">
          <h2 class="h3">Seen once, and not when it was run again</h2>
          <ul>
            {unsteady.map(({ name, sentence }) => (
              <li key={name}>
                <bdi>{sentence}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {state !== "running" && schedules.left > 0 && (
        <section class="sect">
          <h2 class="h3">Not tried</h2>
          <p>
            The budget was spent before {schedules.left} more schedules. A larger{" "}
            <code>--budget</code> reaches them, and <code>--resume</code> goes on where it ended.
          </p>
        </section>
      )}
    </>
  );
}
