import type { Act } from "../store/ui.ts";
import { Icon, type IconName } from "./icon.tsx";
import { usePage } from "./use-page.ts";

interface ActButtonProps {
  readonly act: Act;
  readonly children: string;
  readonly icon?: IconName;
  readonly hotkey?: string;
  readonly isMain?: boolean;
  readonly isSmall?: boolean;
  readonly isOff?: boolean;
}

/** A button whose command line stands in the foot while it has focus or the pointer. */
export function ActButton({ act, children, icon, hotkey, isMain, isSmall, isOff }: ActButtonProps) {
  const { ui } = usePage();
  const tell = (): void => {
    ui.focused.value = act.command;
  };
  const hush = (): void => {
    ui.focused.value = undefined;
  };
  return (
    <button
      type="button"
      class={`btn ${isMain === true ? "main-act" : ""} ${isSmall === true ? "small" : ""}`}
      title={act.command}
      disabled={isOff === true}
      onFocus={tell}
      onMouseEnter={tell}
      onBlur={hush}
      onMouseLeave={hush}
      onClick={() => void ui.perform(act)}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {hotkey !== undefined && <kbd>{hotkey}</kbd>}
    </button>
  );
}

/** Copies a text. */
export function CopyButton({
  text,
  what,
  children = "Copy",
}: {
  text: string;
  what: string;
  children?: string;
}) {
  const { ui } = usePage();
  return (
    <button type="button" class="btn small" onClick={() => void ui.copy(text, what)}>
      <Icon name="copy" />
      {children}
    </button>
  );
}
