import { Icon } from "../parts/signs.tsx";
import { usePage } from "../parts/page.ts";

/** Keys that are called otherwise than the browser calls them. */
const shown: Readonly<Record<string, string>> = {
  " ": "Space",
  Escape: "Esc",
  Delete: "Del",
  ArrowLeft: "arrows",
};

/** The command line of what has focus, and what the keys do here. */
export function Foot() {
  const { ui, store } = usePage();
  const command = ui.focused.value ?? ui.ofView.value;
  const notice = ui.notice.value;
  const keys = Object.entries(ui.keys.value).filter(([, { isQuiet }]) => isQuiet !== true);
  return (
    <footer class="foot">
      {store.saved === undefined && (
        <span class="cmd">
          <code title={command}>{command}</code>
          <button
            type="button"
            class="btn bare small"
            onClick={() => void ui.copy(command, "the command")}
          >
            <Icon name="copy" />
            copy<span class="sr"> the command</span> <kbd>y</kbd>
          </button>
        </span>
      )}
      <span
        class={`cut ${notice?.isBad === true ? "bad" : "ok"}`}
        role="status"
        title={notice?.text}
      >
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
