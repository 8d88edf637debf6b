import type { RenderableProps } from "preact";
import { useId } from "preact/hooks";
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
  readonly label: string;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly class?: string;
  readonly id?: string;
  readonly placeholder?: string;
  /** What its title says. */
  readonly about?: string | undefined;
  /** Why it cannot be taken. */
  readonly problem?: string | undefined;
  /** Only a screen reader says its label. */
  readonly isBare?: boolean;
}

/** What a control has of its field, whatever it is. */
function useControl({ id, value, placeholder, about, problem }: FieldProps) {
  const own = useId();
  return {
    id: id ?? own,
    class: "field",
    value,
    placeholder,
    title: about,
    spellcheck: false,
    "aria-invalid": problem !== undefined,
    ...(problem !== undefined && { "aria-describedby": `${id ?? own}-problem` }),
  };
}

/** A control below its label, and above what is wrong with it. */
const Around = ({
  of: { label, problem, isBare = false, class: more },
  id,
  children,
}: RenderableProps<{ of: FieldProps; id: string }>) => (
  <div class={more}>
    <label class={isBare ? "sr" : "label"} for={id}>
      {label}
    </label>
    {children}
    {problem !== undefined && (
      <p class="bad small-print" id={`${id}-problem`}>
        {problem}
      </p>
    )}
  </div>
);

interface TextFieldProps extends FieldProps {
  /** Nobody sees it, and no browser keeps it. */
  readonly isSecret?: boolean;
  /** What it could be, each with what it means. */
  readonly offers?: readonly (readonly [text: string, meaning: string])[] | undefined;
  /** `/` leads to it. */
  readonly isFilter?: boolean;
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const { change, offers, isSecret, isFilter } = props;
  const control = useControl(props);
  const list = `${control.id}-offers`;
  return (
    <Around of={props} id={control.id}>
      <input
        {...control}
        list={offers && list}
        {...(isSecret === true && { type: "password", autocomplete: "off" })}
        {...(isFilter === true && { "data-filter": true })}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      {offers !== undefined && (
        <datalist id={list}>
          {offers.map(([text, meaning]) => (
            <option key={text} value={text} label={meaning} />
          ))}
        </datalist>
      )}
    </Around>
  );
}

/** Several lines of text. */
export function TextArea(props: FieldProps & { readonly rows?: number }) {
  const { change, rows = 8 } = props;
  const control = useControl(props);
  return (
    <Around of={props} id={control.id}>
      <textarea
        {...control}
        rows={rows}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </Around>
  );
}

/** One of these names. */
export function Choice(props: FieldProps & { readonly names: readonly string[] }) {
  const { change, names } = props;
  const control = useControl(props);
  return (
    <Around of={props} id={control.id}>
      <select {...control} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name || "–"}
          </option>
        ))}
      </select>
    </Around>
  );
}

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
