import { useEffect, useRef } from "preact/hooks";
import type { ExplorationView, Cell } from "../../../explore/result-shape.ts";
import { Icon } from "../../parts/signs.tsx";
import { hrefOf } from "../../store/ui.ts";
import { looks, markOf, type rowsOf } from "./matrix.ts";

interface GridProps {
  readonly rows: ReturnType<typeof rowsOf>;
  readonly groups: ExplorationView["groups"];
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

interface BoxProps {
  readonly cells: readonly Cell[];
  readonly operation: string;
  readonly group: string;
  readonly isOn: boolean;
}

function Box({ cells, operation, group, isOn }: BoxProps) {
  const mark = markOf(cells);
  if (mark === undefined) return null;
  const [tone, icon, word] = looks[mark];
  const label = `${operation}, ${group}: ${word}`;
  return (
    <a
      class={`cell ${tone}`}
      href={hrefOf("explore", "cell", operation, group)}
      title={label}
      aria-label={label}
      {...(isOn && { "aria-current": "true" as const })}
    >
      <Icon name={icon} />
    </a>
  );
}
