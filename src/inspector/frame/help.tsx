import { useEffect, useRef } from "preact/hooks";
import { usePage } from "../parts/page.ts";
import type { View } from "./view.ts";

/** Keys that mean the same in every view. */
const everywhere = [
  ["/", "filter"],
  ["j k", "next and previous row"],
  ["Enter", "open"],
  ["Esc", "close, or clear the filter"],
  ["y", "copy the command"],
  ["?", "all keys"],
] as const;

/** All keys, and the colours of the page. */
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
  return (
    <dialog class="help" ref={dialog} onClose={close} aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      {isOpen && (
        <div class="help-columns">
          <KeyList title="Everywhere" keys={everywhere} />
          <KeyList title="Views" keys={views.map(({ letter, title }) => [`g ${letter}`, title])} />
          <KeyList
            title="Here"
            keys={Object.entries(ui.keys.value).map(([key, { label }]) => [key, label])}
          />
        </div>
      )}
      <div class="row2 pad">
        <button type="button" class="btn" onClick={() => ui.turnScheme()}>
          Colours: {ui.scheme.value}
        </button>
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
        <button type="button" class="btn main-act" onClick={close}>
          Close
        </button>
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
