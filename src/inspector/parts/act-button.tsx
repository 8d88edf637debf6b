import { faultCommand, type Members } from "../client/commands.ts";
import { readOnly } from "../../control/session/saved.ts";
import type { Control } from "../client/control.ts";
import type { Act } from "../store/ui.ts";
import { usePage } from "./page.ts";
import { Icon, type IconName } from "./signs.tsx";

interface ActButtonProps {
  readonly act: Act;
  readonly text: string;
  readonly icon?: IconName;
  readonly hotkey?: string;
  readonly isMain?: boolean;
  readonly isSmall?: boolean;
  readonly isOff?: boolean;
  /** It changes nothing: it can be done with a saved session, too. */
  readonly isSafe?: boolean;
}

/** While an element has focus or the pointer, the command line that does the same stands in the foot. */
export function useTold(command: string) {
  const { ui } = usePage();
  const tell = (): void => {
    ui.focused.value = command;
  };
  const hush = (): void => {
    ui.focused.value = undefined;
  };
  return { title: command, onFocus: tell, onMouseEnter: tell, onBlur: hush, onMouseLeave: hush };
}

/** Plans a fault. */
export const planning = (control: Control, fault: Members, done: string): Act => ({
  command: faultCommand(fault),
  run: () => control.call("POST /faults", {}, fault),
  done,
});

/** A button that does something. */
export function ActButton({
  act,
  text,
  icon,
  hotkey,
  isMain,
  isSmall,
  isOff,
  isSafe,
}: ActButtonProps) {
  const { ui, store } = usePage();
  const isSaved = store.saved !== undefined && isSafe !== true;
  return (
    <button
      type="button"
      class={`btn ${isMain === true ? "main-act" : ""} ${isSmall === true ? "small" : ""}`}
      disabled={isOff === true || isSaved}
      {...useTold(act.command)}
      {...(isSaved && { title: readOnly })}
      onClick={() => void ui.perform(act)}
    >
      {icon !== undefined && <Icon name={icon} />}
      {text}
      {hotkey !== undefined && <kbd>{hotkey}</kbd>}
    </button>
  );
}

/** Presses the button of a part of the page whose text begins so. */
export const pressIn = (part: string) => (label: string) => (): void =>
  [...document.querySelectorAll<HTMLButtonElement>(`${part} button`)]
    .find(({ textContent }) => textContent.startsWith(label))
    ?.click();

interface CopyButtonProps {
  readonly text: string;
  readonly what: string;
  readonly label?: string;
}

/** Copies a text. */
export function CopyButton({ text, what, label = "Copy" }: CopyButtonProps) {
  const { ui } = usePage();
  return (
    <button type="button" class="btn small" onClick={() => void ui.copy(text, what)}>
      <Icon name="copy" />
      {label}
    </button>
  );
}
