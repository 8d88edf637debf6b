import type { RenderableProps } from "preact";
import type { Tone } from "./signs.tsx";

/** A drawing as wide as there is room. */
export const Drawing = ({
  height,
  label,
  children,
}: RenderableProps<{ height: number; label: string }>) => (
  <svg class="draw" height={height} width="100%" role="img" aria-label={label}>
    {children}
  </svg>
);

type Place = string | number;

interface LineProps {
  readonly class: string;
  readonly x: readonly [from: Place, to?: Place | undefined];
  readonly y: readonly [from: Place, to?: Place | undefined];
}

/** A straight line of a drawing: down where it has one x, across where it has one y. */
export const Line = ({ class: more, x: [x1, x2 = x1], y: [y1, y2 = y1] }: LineProps) => (
  <line class={more} x1={x1} x2={x2} y1={y1} y2={y2} />
);

/** How full something is, from 0 to 1. */
export function Meter({ share, tone }: { share: number; tone: "acc" | "wait" }) {
  const width = Math.max(0, Math.min(100, share * 100));
  return (
    <svg class="draw" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="f-track" width="100" height="8" rx="1.5" />
      <rect class={`fill ${tone}`} width={width.toFixed(1)} height="8" rx="1.5" />
    </svg>
  );
}

/** What came in one span of time, from below. */
export type Stack = readonly { readonly count: number; readonly tone: Tone }[];

/** Bars side by side; the highest fills the height. */
export function Bars({
  stacks,
  label,
  least = 1,
  limit,
}: {
  stacks: readonly Stack[];
  label: string;
  least?: number;
  /** Where a line is drawn. */
  limit?: number | undefined;
}) {
  const totals = stacks.map((stack) => stack.reduce((sum, { count }) => sum + count, 0));
  const scale = 26 / Math.max(least, limit ?? 0, ...totals);
  return (
    <svg
      class="draw"
      viewBox={`0 0 ${stacks.length * 4} 27`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {stacks.map((stack, index) => {
        let y = 26;
        return stack.map(({ count, tone }) => {
          if (count === 0) return null;
          const height = count * scale;
          y -= height;
          return (
            <rect
              class={`fill ${tone}`}
              x={index * 4}
              y={y.toFixed(1)}
              width="3"
              height={height.toFixed(1)}
            />
          );
        });
      })}
      {limit !== undefined && (
        <path class="asked-edge" d={`M0 ${(26 - limit * scale).toFixed(1)}h${stacks.length * 4}`} />
      )}
      <path class="l-axis" d={`M0 26.5h${stacks.length * 4}`} />
    </svg>
  );
}
