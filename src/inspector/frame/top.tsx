import { ActButton, Button, Icon } from "../parts/signs.tsx";
import { clockTime, dayTime } from "../parts/time.ts";
import { usePage } from "../parts/page.ts";
import type { View } from "./rail.tsx";

/** Which account or sandbox is looked at: every view shows that alone. */
function Account() {
  const { store } = usePage();
  const accounts = store.accounts.value;
  const sandboxes = store.sandboxes.value.filter(({ id }) => !accounts.includes(id));
  if (accounts.length + sandboxes.length < 2)
    return (
      <span class="pill hide-s">
        account <b class="mono">{accounts[0] ?? "–"}</b>
      </span>
    );
  return (
    <label class="pill">
      <span class="hide-s">account </span>
      <select
        aria-label="Account or sandbox"
        value={store.account.value ?? ""}
        onChange={({ currentTarget }) => {
          store.account.value = currentTarget.value === "" ? undefined : currentTarget.value;
        }}
      >
        <option value="">all</option>
        {accounts.map((id) => (
          <option key={id}>{id}</option>
        ))}
        {sandboxes.length > 0 && (
          <optgroup label="Sandboxes">
            {sandboxes.map(({ id, name, became }) => (
              <option key={id} value={id}>
                {`${name ?? id}${became === "running" ? "" : ` (${became})`}`}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  );
}

function ClockPill() {
  const { store, ui } = usePage();
  const { now } = store.clock;
  const mode = store.clock.mode.value;
  const running = mode === "accelerated" ? `× ${store.clock.factor.value}` : mode;
  const said = store.saved ? "at its end" : mode === "offset" ? "moved" : running;
  const title = mode === undefined ? "" : `The emulator's clock: ${said}, ${dayTime(now)} UTC`;
  return (
    <Button class="pill" title={title} press={() => ui.go("time")}>
      {mode === "frozen" && <Icon name="stop" className="wait" />}
      <b class="mono">{mode === undefined ? "–" : clockTime(now)}</b>
      <span class="hide-s">{said}</span>
    </Button>
  );
}

const states = {
  connecting: ["due", "idle", "connecting"],
  streaming: ["ok", "ok beat", "streaming"],
  lost: ["lost", "bad", "not connected"],
  locked: ["due", "idle", "locked"],
} as const;

function Stream() {
  const { store } = usePage();
  if (store.saved !== undefined) return <span class="pill">saved</span>;
  const [name, className, word] = states[store.link.state.value.kind];
  return (
    <span class="pill" role="status">
      <Icon name={name} className={className} />
      <span class="word">{word}</span>
    </span>
  );
}

/** Saves what there is now as a page, which shows it without an emulator. */
function Save() {
  const { store } = usePage();
  if (store.saved !== undefined) return null;
  const save = {
    command: `curl -OJ '${location.origin}/_emulator/session?format=html'`,
    run: async () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await store.control.save());
      link.download = "session.html";
      link.click();
      URL.revokeObjectURL(link.href);
    },
    done: "Saved as session.html: any browser shows it.",
  };
  return <ActButton act={save} icon="list" isSmall text="Save" />;
}

export function Top({ view }: { view: View }) {
  const { ui } = usePage();
  return (
    <header class="top">
      <h1>{view.title}</h1>
      <span class="q">{view.question}</span>
      <span class="grow" />
      <Account />
      <ClockPill />
      <Stream />
      <Save />
      <Button class="pill hide-s" press={() => (ui.isHelpOpen.value = true)}>
        <kbd>?</kbd>
        <span class="sr">keys and colours</span>
      </Button>
    </header>
  );
}
