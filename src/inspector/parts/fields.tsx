import type { ComponentChildren, RenderableProps } from "preact";
import { Icon } from "./signs.tsx";

/** A form that the page itself reads. */
export const Form = ({
  submit,
  ...given
}: RenderableProps<{ class: string; submit: () => void }>) => (
  <form
    {...given}
    onSubmit={(event) => {
      event.preventDefault();
      submit();
    }}
  />
);

interface FieldProps {
  readonly label: ComponentChildren;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly class?: string;
}

interface TextFieldProps extends FieldProps {
  readonly placeholder?: string;
  /** Only a screen reader says its label. */
  readonly isBare?: boolean;
  /** Nobody sees it, and no browser keeps it. */
  readonly isSecret?: boolean;
  /** The id of a list of what it could be. */
  readonly list?: string;
  /** `/` leads to it. */
  readonly isFilter?: boolean;
}

/** One line of text, below its label. */
export const TextField = ({ label, value, change, placeholder, ...more }: TextFieldProps) => (
  <label class={more.class}>
    <span class={more.isBare === true ? "sr" : "label"}>{label}</span>
    <input
      class="field"
      value={value}
      placeholder={placeholder}
      list={more.list}
      spellcheck={false}
      {...(more.isSecret === true && { type: "password", autocomplete: "off" })}
      {...(more.isFilter === true && { "data-filter": true })}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  </label>
);

/** Several lines of text, below their label. */
export const TextArea = ({ label, value, change, class: more }: FieldProps) => (
  <label class={more}>
    <span class="label">{label}</span>
    <textarea
      class="field"
      rows={8}
      value={value}
      spellcheck={false}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  </label>
);

/** One of these names. */
export const Choice = ({
  label,
  value,
  change,
  names,
  class: more,
}: FieldProps & { readonly names: readonly string[] }) => (
  <label class={more}>
    {label}
    <select
      class="field"
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    >
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  </label>
);

interface FilterBoxProps {
  /** Says to a screen reader what it filters. */
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
