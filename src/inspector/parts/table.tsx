import type { ComponentChildren, RenderableProps } from "preact";

interface TableProps {
  readonly class?: string;
  /** The heads of its columns; over numbers they stand to the right. */
  readonly heads: readonly (readonly [name: ComponentChildren, classes?: string])[];
}

/** Rows below their heads. */
export const Table = ({ heads, class: more, children }: RenderableProps<TableProps>) => (
  <table class={more}>
    <thead>
      <tr>
        {heads.map(([name, classes], index) => (
          <th key={index} class={classes}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
