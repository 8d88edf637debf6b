import type { ComponentChildren } from "preact";
import { Scroll } from "./layout.tsx";

/** A column: its head, the classes of its cells, and what is in them. */
export type Column<R> = readonly [
  head: string,
  classes: string,
  cell: (row: R, index: number) => ComponentChildren,
];

interface TableProps<R> {
  readonly label: string;
  readonly rows: readonly R[];
  readonly keyOf: (row: R, index: number) => string | number;
  readonly columns: readonly Column<R>[];
  readonly chosen?: R | undefined;
  readonly open?: (row: R) => void;
  readonly class?: string;
  /** What stands in its place where there are no rows. */
  readonly empty?: ComponentChildren;
  /** What stands below the rows. */
  readonly children?: ComponentChildren;
}

/** Records in rows, of which one may be chosen. */
export function Table<R>({ label, rows, keyOf, columns, chosen, open, ...more }: TableProps<R>) {
  if (rows.length === 0) return <>{more.empty}</>;
  return (
    <Scroll label={label}>
      <table class={more.class}>
        <Heads names={columns.map(([head, classes]) => [head, classes])} />
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row, at)} class={row === chosen ? "on" : ""} onClick={() => open?.(row)}>
              {columns.map(([head, classes, cell]) => (
                <td key={head} class={classes}>
                  {cell(row, at)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more.children}
    </Scroll>
  );
}

/** The heads of columns; over numbers they stand to the right. */
export const Heads = ({
  names,
}: {
  readonly names: readonly (readonly [name: ComponentChildren, classes?: string])[];
}) => (
  <thead>
    <tr>
      {names.map(([name, classes = ""], index) => (
        <th key={index} class={/\bnum\b/.test(classes) ? "num" : ""}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);
