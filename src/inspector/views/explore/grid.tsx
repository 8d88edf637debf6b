import { useEffect, useRef } from "preact/hooks";
import type { Cell, ExplorationView } from "../../../explore/result-shape.ts";
import { Icon, type Look } from "../../parts/signs.tsx";
import { hrefOf } from "../../store/ui.ts";

/** How what became of a group of kinds is drawn: defects alone are filled. */
const looks = {
  defects: ["bad", "fail", "defect"],
  survived: ["ok", "pass", "survived"],
  gaveUp: ["wait", "stop", "gave up"],
  unmet: ["na", "na", "met no request"],
  left: ["na", "dot", "not tried"],
} as const satisfies Readonly<Partial<Record<keyof Cell, Look>>>;

const marks = Object.keys(looks) as (keyof typeof looks)[];

/** A defect if there is any, and else the best: a fault that never ends is given up by all. */
const lookOf = (cells: readonly Cell[]): Look =>
  looks[marks.find((name) => cells.some((cell) => cell[name] > 0)) ?? "left"];

type Row = { readonly operation: string; readonly cells: readonly (readonly Cell[])[] };

/** A row for each operation, a column for each group of kinds. */
export function rowsOf({ groups, result }: ExplorationView): readonly Row[] {
  const matrix = result?.matrix ?? [];
  const operations = [...new Set(matrix.map(({ operation }) => operation))].toSorted();
  return operations.map((operation) => {
    const own = matrix.filter((cell) => cell.operation === operation);
    const cells = groups.map(({ kinds }) => own.filter(({ kind }) => kinds.includes(kind)));
    return { operation, cells };
  });
}

/** A row and a column; or how far down and how far to the right. */
type Place = readonly [number, number];

/** The next cell in a direction that is not blank; undefined: there is none. */
export function nextCell(rows: readonly Row[], [row, column]: Place, by: Place): Place | undefined {
  const at = [row + by[0], column + by[1]] as const;
  const cells = rows[at[0]]?.cells[at[1]];
  if (cells === undefined) return undefined;
  return cells.length > 0 ? at : nextCell(rows, at, by);
}

/** `at`: where the chosen cell is; -1: none is chosen. */
type GridProps = { rows: readonly Row[]; groups: ExplorationView["groups"]; at: Place };

export function Grid({ rows, groups, at: [row, column] }: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    table.current?.querySelector(".cell[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [row, column]);
  if (rows.length === 0) return null;
  return (
    <>
      <table class="matrix" ref={table}>
        <thead>
          <tr>
            <th scope="col">operation × fault</th>
            {groups.map(({ name, kinds }) => (
              <th scope="col" key={name} title={kinds.join(", ")}>
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ operation, cells }, index) => (
            <tr key={operation}>
              <th scope="row" class="op cut" title={operation}>
                <bdi>{operation}</bdi>
              </th>
              {groups.map(({ name }, place) => (
                <td key={name}>
                  <Box
                    cells={cells[place] ?? []}
                    place={[operation, name]}
                    isOn={index === row && place === column}
                  />
                </td>
              ))}
              <td class="rest" />
            </tr>
          ))}
        </tbody>
      </table>
      <p class="key">
        {Object.values(looks).map(([tone, icon, word]) => (
          <span key={word}>
            <span class={`cell mini ${tone}`}>
              <Icon name={icon} />
            </span>
            {word}
          </span>
        ))}
        <span>blank: makes no sense there</span>
      </p>
    </>
  );
}

type BoxProps = {
  cells: readonly Cell[];
  place: readonly [string, string];
  isOn: boolean;
};

function Box({ cells, place, isOn }: BoxProps) {
  if (cells.length === 0) return null;
  const [tone, icon, word] = lookOf(cells);
  const label = `${place.join(", ")}: ${word}`;
  return (
    <a
      class={`cell ${tone}`}
      href={hrefOf("explore", "cell", ...place)}
      title={label}
      aria-label={label}
      aria-current={isOn ? "true" : undefined}
    >
      <Icon name={icon} />
    </a>
  );
}
