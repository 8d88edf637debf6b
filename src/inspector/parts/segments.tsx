import { useRef } from "preact/hooks";

interface SegmentsProps<Name extends string> {
  readonly label: string;
  readonly options: Readonly<Record<Name, string>>;
  readonly value: Name;
  readonly choose: (name: Name) => void;
}

/** A few choices side by side, of which one holds: a radio group, with arrows. */
export function Segments<Name extends string>({
  label,
  options,
  value,
  choose,
}: SegmentsProps<Name>) {
  const group = useRef<HTMLDivElement>(null);
  const names = Object.keys(options) as Name[];
  const move = (by: number): void => {
    const at = (names.indexOf(value) + by + names.length) % names.length;
    const name = names[at];
    if (name === undefined) return;
    choose(name);
    (group.current?.children[at] as HTMLElement | undefined)?.focus();
  };
  return (
    <div
      class="seg"
      ref={group}
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        move(by);
      }}
    >
      {names.map((name) => (
        <button
          type="button"
          role="radio"
          key={name}
          aria-checked={name === value}
          tabIndex={name === value ? 0 : -1}
          onClick={() => choose(name)}
        >
          {options[name]}
        </button>
      ))}
    </div>
  );
}
