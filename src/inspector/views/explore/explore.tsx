import { useEffect } from "preact/hooks";
import type { ExplorationView, Defect } from "../../../explore/result-shape.ts";
import { Scroll, Why } from "../../parts/layout.tsx";
import { stepKeys, useCommand, useKeys, usePage } from "../../parts/page.ts";
import { RunCommand } from "../../parts/run-command.tsx";
import { Chosen } from "./chosen.tsx";
import { Grid } from "./grid.tsx";
import { nextCell, rowsOf } from "./matrix.ts";
import { Nothing } from "./nothing.tsx";
import { Schedules } from "./schedules.tsx";

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
  useCommand("explore", "--", "npm", "run", "sync");
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
  const { j, k } = stepKeys(defects, chosen, ({ name }) => ui.go("explore", "defect", name));
  const step = (down: number, right: number): void => {
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

/** Whether a defect was met at an operation, by one of these kinds. */
const isAt = (
  { faults, also }: Defect,
  operation: string | undefined,
  kinds: readonly string[],
): boolean =>
  faults.some((fault) => (fault as { operation?: unknown }).operation === operation) ||
  also.some(
    (each) => each.operation === operation && kinds.some((kind) => each.kind.startsWith(kind)),
  );

function Notes({ exploration: { state, result } }: { exploration: ExplorationView }) {
  if (result === null) return null;
  const { notes, unsteady, schedules } = result;
  return (
    <>
      <Listed title="Notes" texts={notes} />
      <Listed
        title="Seen once, and not when it was run again"
        texts={unsteady.map(({ sentence }) => sentence)}
      />
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

function Listed({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section class="sect">
      <h2 class="h3">{title}</h2>
      <ul>
        {texts.map((text, index) => (
          <li key={index}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
