import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Cell, Defect, ExplorationView } from "../../../explore/result-shape.ts";
import { Scroll, Why } from "../../parts/layout.tsx";
import { stepKeys, useCommand, useKeys, usePage } from "../../parts/page.ts";
import { RunCommand } from "../../parts/run-command.tsx";
import { Chosen } from "./chosen.tsx";
import { Grid, nextCell, rowsOf } from "./grid.tsx";
import { Nothing, Schedules } from "./schedules.tsx";

export function Explore() {
  const { store, ui } = usePage();
  const exploration = store.exploration.value;
  const isRunning = exploration?.state === "running";
  // While it runs, what it has found so far is asked for again and again.
  const round = isRunning ? store.renewed.value : 0;
  useEffect(() => {
    if (isRunning) void store.loadExploration();
  }, [store, round, isRunning]);
  useCommand("explore", "--", "npm", "run", "sync");
  const [, kind, ...named] = ui.place.value;
  const isCell = kind === "cell";
  const rows = exploration === undefined ? [] : rowsOf(exploration);
  const groups = exploration?.groups ?? [];
  const defects = exploration?.result?.defects ?? [];
  const at = [
    rows.findIndex(({ operation }) => isCell && operation === named[0]),
    groups.findIndex(({ name }) => isCell && name === named[1]),
  ] as const;
  const cells = rows[at[0]]?.cells[at[1]] ?? [];
  const chosen = isCell
    ? defects.find((defect) => isAt(defect, named[0], cells))
    : (defects.find(({ name }) => kind === "defect" && name === named[0]) ?? defects[0]);
  const { j, k } = stepKeys(defects, chosen, ({ name }) => ui.go("explore", "defect", name));
  const step = (down: number, right: number) => (): void => {
    const next = at.includes(-1)
      ? nextCell(rows, [0, -1], [0, 1])
      : nextCell(rows, at, [down, right]);
    const [row, group] = next === undefined ? [] : [rows[next[0]], groups[next[1]]];
    if (row !== undefined && group !== undefined)
      ui.go("explore", "cell", row.operation, group.name);
  };
  useKeys({
    j: { ...j, label: "next defect" },
    k,
    ArrowLeft: { label: "cell", run: step(0, -1) },
    ArrowRight: { label: "cell", isQuiet: true, run: step(0, 1) },
    ArrowUp: { label: "cell", isQuiet: true, run: step(-1, 0) },
    ArrowDown: { label: "cell", isQuiet: true, run: step(1, 0) },
    Escape: { label: "close the cell", isQuiet: true, run: () => ui.go("explore") },
  });
  if (exploration === undefined) {
    const why = store.explorationProblem.value;
    return why === "" ? null : <p class="empty">{why}</p>;
  }
  if (exploration.state === "none") return <Nothing />;
  return (
    <div class="two">
      <section class="col" aria-label="What was tried">
        <Schedules exploration={exploration} />
        <div class="sect">
          <RunCommand />
        </div>
        {exploration.problem !== null && (
          <Why tone="bad" icon="fail">
            <b>There is no whole result.</b> <bdi>{exploration.problem}</bdi>
          </Why>
        )}
        <Scroll label="Operations and faults">
          <Grid rows={rows} groups={groups} at={at} />
          <Notes exploration={exploration} />
        </Scroll>
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

const isAt = ({ faults, also }: Defect, operation: string | undefined, cells: readonly Cell[]) =>
  faults.some((fault) => (fault as { operation?: unknown }).operation === operation) ||
  also.some(
    (each) => each.operation === operation && cells.some(({ kind }) => each.kind.startsWith(kind)),
  );

function Notes({ exploration: { state, result } }: { exploration: ExplorationView }) {
  if (result === null) return null;
  const { notes, unsteady, schedules } = result;
  const seenOnce = unsteady.map(({ sentence }) => sentence);
  return (
    <>
      {notes.length > 0 && <Note title="Notes">{listed(notes)}</Note>}
      {seenOnce.length > 0 && (
        <Note title="Seen once, and not when it was run again">{listed(seenOnce)}</Note>
      )}
      {state !== "running" && schedules.left > 0 && (
        <Note title="Not tried">
          <p>
            The budget was spent before {schedules.left} more schedules. A larger{" "}
            <code>--budget</code> reaches them, and <code>--resume</code> goes on where it ended.
          </p>
        </Note>
      )}
    </>
  );
}

const Note = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="sect">
    <h2 class="h3">{title}</h2>
    {children}
  </section>
);

const listed = (texts: readonly string[]) => (
  <ul>
    {texts.map((text, index) => (
      <li key={index}>
        <bdi>{text}</bdi>
      </li>
    ))}
  </ul>
);
