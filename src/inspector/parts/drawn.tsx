import type { RenderableProps } from "preact";
import type { Tone } from "./signs.tsx";

export const Drawing = (of: RenderableProps<{ height: number; label: string }>) => (
  <svg class="draw" height={of.height} width="100%" role="img" aria-label={of.label}>
    {of.children}
  </svg>
);

type Place = string | number;
type Span = readonly [from: Place, to?: Place | undefined];
type LineProps = { class: string; x: Span; y: Span };

/** A straight line of a drawing: down where it has one x, across where it has one y. */
export const Line = ({ class: more, x: [x1, x2 = x1], y: [y1, y2 = y1] }: LineProps) => (
  <line class={more} x1={x1} x2={x2} y1={y1} y2={y2} />
);

export function Meter({ share, tone }: { share: number; tone: "acc" | "wait" }) {
  const width = Math.max(0, Math.min(100, share * 100));
  return (
    <svg class="draw" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="f-track" width="100" height="8" rx="1.5" />
      <rect class={`fill ${tone}`} width={width.toFixed(1)} height="8" rx="1.5" />
    </svg>
  );
}

interface BarsProps {
  /** What came in each span of time, from below. */
  readonly stacks: readonly (readonly { readonly count: number; readonly tone: Tone }[])[];
  readonly label: string;
  readonly least?: number;
  /** Where a line is drawn. */
  readonly limit?: number | undefined;
}

export function Bars({ stacks, label, least = 1, limit }: BarsProps) {
  const totals = stacks.map((stack) => stack.reduce((sum, { count }) => sum + count, 0));
  const scale = 26 / Math.max(least, limit ?? 0, ...totals);
  const across = `h${stacks.length * 4}`;
  const box = `0 0 ${stacks.length * 4} 27`;
  return (
    <svg class="draw" viewBox={box} preserveAspectRatio="none" role="img" aria-label={label}>
      {stacks.map((stack, index) => {
        let y = 26;
        return stack.map(({ count, tone }) => {
          const height = count * scale;
          y -= height;
          const place = { x: index * 4, y: y.toFixed(1), height: height.toFixed(1) };
          return count > 0 && <rect class={`fill ${tone}`} {...place} width="3" />;
        });
      })}
      {limit !== undefined && (
        <path class="asked-edge" d={`M0 ${(26 - limit * scale).toFixed(1)}${across}`} />
      )}
      <path class="l-axis" d={`M0 26.5${across}`} />
    </svg>
  );
}
