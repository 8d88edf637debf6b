import type { ComponentChild, RenderableProps } from "preact";
import { useId, useRef } from "preact/hooks";
import { Button, Icon } from "./signs.tsx";

/** A form that the page itself reads. */
export const Form = (of: RenderableProps<{ class: string; submit: () => unknown }>) => (
  <form
    class={of.class}
    onSubmit={(event) => {
      event.preventDefault();
      of.submit();
    }}
  >
    {of.children}
  </form>
);

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly class?: string;
  readonly id?: string;
  readonly placeholder?: string;
  readonly about?: string | undefined;
  readonly problem?: string | undefined;
  /** Only a screen reader says its label. */
  readonly isBare?: boolean;
}

type AroundProps = { of: FieldProps; children: (control: { id: string }) => ComponentChild };

/** A control below its label, and above what is wrong with it. */
function Around({ of, children }: AroundProps) {
  const own = useId();
  const { id = own, label, value, placeholder, about, problem, isBare, class: more } = of;
  const said = {
    id,
    class: "field",
    value,
    placeholder,
    title: about,
    spellcheck: false,
    "aria-invalid": problem !== undefined,
    "aria-describedby": problem && `${id}-problem`,
  };
  return (
    <div class={more}>
      <label class={isBare === true ? "sr" : "label"} for={id}>
        {label}
      </label>
      {children(said)}
      {problem !== undefined && (
        <p class="bad small-print" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  /** Nobody sees it, and no browser keeps it. */
  readonly isSecret?: boolean;
  /** What it could be, each with what it means. */
  readonly offers?: readonly (readonly [text: string, meaning: string])[] | undefined;
  /** `/` leads to it. */
  readonly isFilter?: boolean;
}

export const TextField = ({ offers, isSecret, isFilter, ...of }: TextFieldProps) => (
  <Around of={of}>
    {(control) => (
      <>
        <input
          {...control}
          list={offers && `${control.id}-offers`}
          {...(isSecret === true && { type: "password", autocomplete: "off" })}
          {...(isFilter === true && { "data-filter": true })}
          onInput={({ currentTarget }) => of.change(currentTarget.value)}
        />
        {offers !== undefined && (
          <datalist id={`${control.id}-offers`}>
            {offers.map(([text, meaning]) => (
              <option key={text} value={text} label={meaning} />
            ))}
          </datalist>
        )}
      </>
    )}
  </Around>
);

export const TextArea = ({ rows = 8, ...of }: FieldProps & { readonly rows?: number }) => (
  <Around of={of}>
    {(control) => (
      <textarea
        {...control}
        rows={rows}
        onInput={({ currentTarget }) => of.change(currentTarget.value)}
      />
    )}
  </Around>
);

export const Choice = ({ names, ...of }: FieldProps & { readonly names: readonly string[] }) => (
  <Around of={of}>
    {(control) => (
      <select {...control} onChange={({ currentTarget }) => of.change(currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name || "–"}
          </option>
        ))}
      </select>
    )}
  </Around>
);

interface FilterBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly change: (text: string) => void;
  /** Whole texts that it could become. */
  readonly suggested?: readonly string[] | undefined;
}

/** The field that a view is filtered by, which `/` leads to. */
export const FilterBox = ({ label, placeholder, text, change, suggested = [] }: FilterBoxProps) => (
  <label class="box">
    <Icon name="find" />
    <span class="sr">{label}</span>
    <input
      data-filter
      value={text}
      placeholder={placeholder}
      spellcheck={false}
      list="suggested"
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
    <kbd>/</kbd>
    <datalist id="suggested">
      {suggested.map((each) => (
        <option key={each} value={each} />
      ))}
    </datalist>
  </label>
);

interface SegmentsProps<Name extends string> {
  readonly label: string;
  readonly options: Readonly<Record<Name, string>>;
  readonly value: Name;
  readonly choose: (name: Name) => void;
}

/** A few choices side by side, of which one holds: a radio group, with arrows. */
export function Segments<Name extends string>(props: SegmentsProps<Name>) {
  const { label, options, value, choose } = props;
  const group = useRef<HTMLDivElement>(null);
  const names = Object.keys(options) as Name[];
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = (names.indexOf(value) + by + names.length) % names.length;
    choose(names[at] ?? value);
    (group.current?.children[at] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="seg" ref={group} role="radiogroup" aria-label={label} onKeyDown={move}>
      {names.map((name) => (
        <Button
          class=""
          role="radio"
          key={name}
          aria-checked={name === value}
          tabIndex={name === value ? 0 : -1}
          press={() => choose(name)}
        >
          {options[name]}
        </Button>
      ))}
    </div>
  );
}
