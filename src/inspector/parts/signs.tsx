import type { RenderableProps, ComponentProps } from "preact";
import { readOnly } from "../../control/session/saved.ts";
import { faultCommand, type Members } from "../client/commands.ts";
import type { Control } from "../client/control.ts";
import type { Act } from "../store/ui.ts";
import { usePage } from "./page.ts";

/** Each sign as a path of 12 by 12; those in `full` are filled. */
const paths = {
  ok: "M6 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z",
  wait: "M6 1.2 11.4 10.6H.6Z",
  no: "M6 1.4 10.6 6 6 10.6 1.4 6Z",
  bad: "M1.8 1.8h8.4v8.4H1.8Z",
  lost: "M9.5 3.5A4.3 4.3 0 1 0 10 7.7M2 10.5 10.5 1.5",
  bolt: "M7.2.6 2 7h3.2L4.6 11.4 10 4.8H6.6Z",
  pass: "M1.8 6.6 4.6 9.4 10.3 2.8",
  fail: "M2.5 2.5l7 7M9.5 2.5l-7 7",
  und: "M3.4 4a2.6 2.6 0 1 1 3.7 2.4C6.2 6.8 6 7.3 6 8M6 10.4v.1",
  na: "M3 6h6",
  dot: "M6 5.2a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6Z",
  stop: "M4 2.5v7M8 2.5v7",
  copy: "M4 4h6.5v6.5H4zM8 4V1.5H1.5V8H4",
  retry: "M10 6a4 4 0 1 1-1.2-2.9M10 1.2v2.4H7.6",
  step: "M2 2v8M5 6h5M7.5 3.5 10 6 7.5 8.5",
  find: "M5 1.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8ZM7.6 7.6l3.2 3.2",
  due: "M6 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM6 4v2.2l1.6 1",
  mail: "M1.2 2.8h9.6v6.6H1.2zM1.2 3l4.8 3.8L10.8 3",
  list: "M4 3h7M4 6h7M4 9h7M1.3 3h.1M1.3 6h.1M1.3 9h.1",
  eye: "M.8 6S2.8 2.6 6 2.6 11.2 6 11.2 6 9.2 9.4 6 9.4.8 6 .8 6ZM6 4.6a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8Z",
  pen: "M2 10l.6-2.6L8.4 1.6l2 2L4.6 9.4Z",
} as const;

export type IconName = keyof typeof paths;

const full: readonly IconName[] = ["ok", "wait", "bad", "bolt"];

/** A small sign; what it means stands beside it in words. */
export const Icon = ({ name, className = "" }: { name: IconName; className?: string }) => (
  <svg
    class={`i ${full.includes(name) ? "full" : ""} ${className}`}
    viewBox="0 0 12 12"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
);

/** The same sign within a drawing: its middle stands at this place. */
export const Mark = ({ look: [tone, name], x, y }: { look: Look; x: string; y: number }) => (
  <svg x={x} y={y} overflow="visible">
    <path
      class={`${tone} ${full.includes(name) ? "mark-full" : "mark-line"}`}
      transform="translate(-6 -6)"
      d={paths[name]}
    />
  </svg>
);

export type Tone = "ok" | "wait" | "bad" | "fault" | "idle" | "und" | "na" | "acc";

/** How something looks at a glance: a colour, a shape and a word. */
export type Look<T extends Tone = Tone> = readonly [tone: T, icon: IconName, word: string];

/** How a response looks: ● 2xx, ▲ 429, ◇ other 4xx, ■ 5xx, a crossed ring where none arrived. */
export function lookOf(
  status: number | null,
  lostStatus: number | null = null,
): Look<"ok" | "wait" | "bad"> {
  if (status === null || lostStatus !== null) return ["bad", "lost", "lost"];
  if (status === 429) return ["wait", "wait", "429"];
  if (status >= 500) return ["bad", "bad", String(status)];
  if (status >= 400) return ["bad", "no", String(status)];
  return ["ok", "ok", String(status)];
}

export const Word = ({ look: [tone, icon, word], class: more = "st" }: WordProps) => (
  <span class={`${more} ${tone}`}>
    <Icon name={icon} />
    <bdi>{word}</bdi>
  </span>
);

type WordProps = { look: Look; class?: string };

export const Status = ({ status, lost }: { status: number | null; lost?: number | null }) => (
  <Word look={lookOf(status, lost)} />
);

export const Badge = ({ look }: { look: Look }) => <Word class="badge" look={look} />;

export const Sign = ({ look: [tone, icon, word] }: { look: Look }) => (
  <span class={tone} title={word}>
    <Icon name={icon} />
    <span class="sr">{word}</span>
  </span>
);

export const Legend = ({ looks, children }: RenderableProps<{ looks: readonly Look[] }>) => (
  <p class="key">
    {looks.map(([tone, icon, word]) => (
      <span key={word}>
        <Icon name={icon} className={tone} /> {word}
      </span>
    ))}
    {children}
  </p>
);

interface ButtonProps extends ComponentProps<"button"> {
  readonly press?: (event: MouseEvent) => unknown;
  readonly icon?: IconName | undefined;
  readonly text?: string | undefined;
  readonly hotkey?: string | undefined;
}

/** A button, with its sign before its words and its key behind them. Its classes say how it looks. */
export const Button = ({ press, icon, text, hotkey, children, ...given }: ButtonProps) => (
  <button type="button" class="btn" {...given} {...(press && { onClick: press })}>
    {icon && <Icon name={icon} />}
    {text}
    {hotkey && <kbd>{hotkey}</kbd>}
    {children}
  </button>
);

/** While an element has focus or the pointer, the command line that does the same stands in the foot. */
export function useTold(command: string) {
  const { ui } = usePage();
  const tell = (told: string | undefined) => (): void => {
    ui.focused.value = told;
  };
  const [begin, end] = [tell(command), tell(undefined)];
  return { title: command, onFocus: begin, onMouseEnter: begin, onBlur: end, onMouseLeave: end };
}

export function planning(control: Control, fault: Members, done: string): Act {
  return { command: faultCommand(fault), run: () => control.call("POST /faults", {}, fault), done };
}

interface ActButtonProps extends Pick<ButtonProps, "icon" | "text" | "hotkey"> {
  readonly act: Act;
  readonly isMain?: boolean;
  readonly isSmall?: boolean;
  readonly isOff?: boolean;
  /** It changes nothing: it can be done with a saved session, too. */
  readonly isSafe?: boolean;
}

export function ActButton({ act, isMain, isSmall, isOff, isSafe, ...given }: ActButtonProps) {
  const { ui, store } = usePage();
  const isSaved = store.saved !== undefined && isSafe !== true;
  return (
    <Button
      class={`btn ${isMain === true ? "main-act" : ""} ${isSmall === true ? "small" : ""}`}
      disabled={isOff === true || isSaved}
      {...useTold(act.command)}
      {...(isSaved && { title: readOnly })}
      press={() => ui.perform(act)}
      {...given}
    />
  );
}

/** Presses the button of a part of the page whose text begins so. */
export const pressIn = (part: string) => (label: string) => (): void =>
  [...document.querySelectorAll<HTMLButtonElement>(`${part} button`)]
    .find(({ textContent }) => textContent.startsWith(label))
    ?.click();

type CopyProps = { text: string; what: string; label?: string };

export function CopyButton({ text, what, label = "Copy" }: CopyProps) {
  const { ui } = usePage();
  return <Button class="btn small" icon="copy" press={() => ui.copy(text, what)} text={label} />;
}
