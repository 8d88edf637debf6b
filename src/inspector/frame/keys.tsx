import { useEffect, useRef } from "preact/hooks";
import { Button } from "../parts/signs.tsx";
import { usePage } from "../parts/page.ts";
import type { Ui } from "../store/ui.ts";
import type { View } from "./rail.tsx";

const shown: Readonly<Record<string, string>> = {
  " ": "Space",
  Escape: "Esc",
  Delete: "Del",
  ArrowLeft: "arrows",
};

export function Foot() {
  const { ui, store } = usePage();
  const command = ui.command.value;
  const notice = ui.notice.value;
  const tone = notice?.isBad === true ? "bad" : "ok";
  const keys = Object.entries(ui.keys.value).filter(([, { isQuiet }]) => isQuiet !== true);
  return (
    <footer class="foot">
      {store.saved === undefined && (
        <span class="cmd">
          <code title={command}>{command}</code>
          <Button class="btn bare small" icon="copy" press={() => ui.copy(command, "the command")}>
            copy<span class="sr"> the command</span> <kbd>y</kbd>
          </Button>
        </span>
      )}
      <span class={`cut ${tone}`} role="status" title={notice?.text}>
        {notice?.text}
      </span>
      <span class="keys">
        {keys.map(([key, { label }]) => (
          <span key={key}>
            <kbd>{shown[key] ?? key}</kbd> {label}
          </span>
        ))}
      </span>
    </footer>
  );
}

const everywhere = [
  ["/", "filter"],
  ["j k", "next and previous row"],
  ["Enter", "open"],
  ["Esc", "close, or clear the filter"],
  ["y", "copy the command"],
  ["?", "all keys"],
] as const;

export function Help({ views }: { views: readonly View[] }) {
  const { ui } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = ui.isHelpOpen.value;
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  const close = (): void => {
    ui.isHelpOpen.value = false;
  };
  const here = Object.entries(ui.keys.value).map(([key, { label }]) => [key, label] as const);
  return (
    <dialog class="help" ref={dialog} onClose={close} aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      {isOpen && (
        <div class="help-columns">
          <KeyList title="Everywhere" keys={everywhere} />
          <KeyList title="Views" keys={views.map(({ letter, title }) => [`g ${letter}`, title])} />
          <KeyList title="Here" keys={here} />
        </div>
      )}
      <div class="row2 pad">
        <Button press={() => ui.turnScheme()}>Colours: {ui.scheme.value}</Button>
        <label class="row2">
          <input
            type="checkbox"
            checked={ui.hasKeys.value}
            onChange={({ currentTarget }) => {
              ui.hasKeys.value = currentTarget.checked;
            }}
          />
          Single keys
        </label>
        <span class="grow" />
        <Button class="btn main-act" press={close} text="Close" />
      </div>
    </dialog>
  );
}

function KeyList({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl class="kv">
        {keys.map(([key, label]) => (
          <div key={key}>
            <dt>
              {key.split(" ").map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select") ||
    target.isContentEditable);

const isPress = (target: EventTarget | null, key: string): boolean =>
  (key === "Enter" || key === " ") &&
  target instanceof HTMLElement &&
  target.matches("button, a, summary, input, [role=switch], [role=radio]");

/** Listens to single keys: those of every view, then those of the one that is open. */
export function listenToKeys(ui: Ui, views: readonly View[]): void {
  let isGoing = false;
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || ui.isHelpOpen.peek()) return;
    if (key === "Escape" && isField(target)) target.blur();
    if (isField(target) || isPress(target, key)) return;
    if (!ui.hasKeys.peek() && key.length === 1) return;
    const view = isGoing ? views.find(({ letter }) => letter === key) : undefined;
    isGoing = view === undefined && key === "g";
    const own = ui.keys.peek()[key];
    if (view !== undefined) ui.go(view.id);
    else if (key === "?") ui.isHelpOpen.value = true;
    else if (key === "y") void ui.copy(ui.command.peek(), "the command");
    else if (key === "/") document.querySelector<HTMLElement>("[data-filter]")?.focus();
    else if (own !== undefined && !isGoing) own.run();
    else if (!isGoing) return;
    event.preventDefault();
  });
}
