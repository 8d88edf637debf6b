import { useEffect, useRef } from "preact/hooks";
import type { Cell, Exploration } from "../../client/explored.ts";
import { Icon } from "../../parts/icon.tsx";
import { looks, type Mark, markOf, type rowsOf } from "./matrix.ts";

const legend: readonly Mark[] = ["defect", "survived", "gave up", "unmet", "not tried"];

interface GridProps {
  readonly rows: ReturnType<typeof rowsOf>;
  readonly groups: Exploration["groups"];
  /** The row and the column of the chosen cell; -1: none. */
  readonly at: readonly [number, number];
}

/** Operations and kinds of fault, with what became of each. */
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
                    operation={operation}
                    group={name}
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
        {legend.map((mark) => (
          <span key={mark}>
            <span class={`cell mini ${looks[mark].tone}`}>
              <Icon name={looks[mark].icon} />
            </span>
            {looks[mark].word}
          </span>
        ))}
        <span>blank: makes no sense there</span>
      </p>
    </>
  );
}

function Box({
  cells,
  operation,
  group,
  isOn,
}: {
  cells: readonly Cell[];
  operation: string;
  group: string;
  isOn: boolean;
}) {
  const mark = markOf(cells);
  if (mark === undefined) return null;
  const { tone, icon, word } = looks[mark];
  const label = `${operation}, ${group}: ${word}`;
  return (
    <a
      class={`cell ${tone}`}
      href={`#/explore/cell/${encodeURIComponent(operation)}/${encodeURIComponent(group)}`}
      title={label}
      aria-label={label}
      {...(isOn && { "aria-current": "true" as const })}
    >
      <Icon name={icon} />
    </a>
  );
}
