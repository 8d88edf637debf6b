import { Icon } from "./icon.tsx";

/** The field that a view is filtered by, which `/` leads to. @param label says to a screen reader what it filters */
export function FilterBox({
  label,
  placeholder,
  text,
  change,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly change: (text: string) => void;
}) {
  return (
    <label class="box">
      <Icon name="find" />
      <span class="sr">{label}</span>
      <input
        data-filter
        value={text}
        placeholder={placeholder}
        spellcheck={false}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <kbd>/</kbd>
    </label>
  );
}
