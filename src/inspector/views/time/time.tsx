import { useState } from "preact/hooks";
import type { Clock } from "../../client/answers.ts";
import { commandOf } from "../../client/commands.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { clockTime, day } from "../../parts/time.ts";
import { useLoaded } from "../../parts/use-loaded.ts";
import { type Page, useCommand, useKeys, usePage } from "../../parts/use-page.ts";
import type { Act } from "../../store/ui.ts";
import { Due, type DueItem } from "./due.tsx";

const steps = ["1s", "60s", "15m", "1h", "1d", "7d"] as const;

const said = {
  real: "The machine's time.",
  offset: "Runs as the machine's time does, from another instant.",
  frozen: "It stands. Nothing falls due, and no window opens, until you advance it.",
  accelerated: "Runs faster than the machine's time.",
} as const;

/** What time it is in the emulator, and what falls due when. */
export function Time() {
  const page = usePage();
  const { store, ui } = page;
  const account = store.account.value;
  const mode = store.clock.mode.value;
  const words = account === undefined ? [] : ["--account", account];
  useCommand(commandOf("clock", "show", ...words));
  const items = useDue();
  const next = items.find(({ due }) => due > store.clock.peek());
  const acts = actsOf(page, words);
  const toNext: Act | undefined =
    next && acts.advance(`${Math.ceil(next.due - store.clock.peek())}ms`);
  useKeys({
    f: {
      label: mode === "frozen" ? "resume" : "freeze",
      run: () => void ui.perform(mode === "frozen" ? acts.resume : acts.freeze),
    },
    ".": {
      label: "advance to what is next due",
      run: () => {
        const now = store.clock.peek();
        const soonest = items.find(({ due }) => due > now);
        if (soonest !== undefined)
          void ui.perform(acts.advance(`${Math.ceil(soonest.due - now)}ms`));
      },
    },
    m: { label: "advance a minute", run: () => void ui.perform(acts.advance("60s")) },
  });
  return (
    <div class="two">
      <Due items={items} />
      <aside class="side" aria-label="Clock">
        <Face />
        <section class="sect">
          <h3>Run</h3>
          <div class="row2 wraps">
            {mode === "frozen" ? (
              <ActButton act={acts.resume} icon="step" hotkey="f" isMain>
                Resume
              </ActButton>
            ) : (
              <ActButton act={acts.freeze} icon="stop" hotkey="f" isMain>
                Freeze
              </ActButton>
            )}
            <ActButton act={acts.faster}>× 60</ActButton>
            <ActButton act={acts.real} isOff={mode === "real"}>
              Machine's time
            </ActButton>
          </div>
          <p class="ink2 pad">{mode === undefined ? "" : said[mode]}</p>
        </section>
        <section class="sect">
          <h3>Advance</h3>
          <div class="row2 wraps">
            {steps.map((by) => (
              <ActButton key={by} act={acts.advance(by)} isSmall>
                {by}
              </ActButton>
            ))}
          </div>
          <Custom advance={acts.advance} />
          {toNext !== undefined && next !== undefined && (
            <div class="pad">
              <ActButton act={toNext} icon="due" hotkey=".">
                {`To ${next.what}`}
              </ActButton>
            </div>
          )}
        </section>
      </aside>
    </div>
  );
}

function actsOf({ store }: Page, words: readonly string[]) {
  const { control, clock } = store;
  const account = store.account.peek();
  const set = (words_: readonly string[], change: () => Promise<Clock>, done: string): Act => ({
    command: commandOf("clock", ...words_, ...words),
    run: async () => clock.hear(await change()),
    done,
  });
  return {
    freeze: set(
      ["freeze"],
      () => control.setClock({ mode: "frozen" }, account),
      "The clock stands.",
    ),
    resume: set(["resume"], () => control.resume(account), "The clock runs."),
    real: set(["real"], () => control.setClock({ mode: "real" }, account), "The machine's time."),
    faster: set(
      ["accelerate", "60"],
      () => control.setClock({ mode: "accelerated", factor: 60 }, account),
      "A minute passes in a second.",
    ),
    advance: (by: string): Act =>
      set(["advance", by], () => control.advance(by, account), `Advanced by ${by}.`),
  };
}

/** The clock itself: drawn anew ten times a second. */
function Face() {
  const { store } = usePage();
  const { now } = store.clock;
  return (
    <div class="sect face-of">
      <h2 class="soft">{day(now)}, UTC</h2>
      <p class="clock-face mono">
        {store.clock.mode.value === "frozen" && <Icon name="stop" className="wait" />}
        {clockTime(now, true)}
      </p>
    </div>
  );
}

function Custom({ advance }: { advance: (by: string) => Act }) {
  const { ui } = usePage();
  const [by, setBy] = useState("");
  return (
    <form
      class="row2 pad"
      onSubmit={(event) => {
        event.preventDefault();
        void ui.perform(advance(by));
      }}
    >
      <label class="grow">
        <span class="label">By how much</span>
        <input
          class="field"
          value={by}
          placeholder="90m, 30d …"
          onInput={({ currentTarget }) => setBy(currentTarget.value)}
        />
      </label>
      <button type="submit" class="btn at-end" disabled={by === ""}>
        Advance
      </button>
    </form>
  );
}

/** What falls due: windows that open, and work that is planned. */
function useDue(): readonly DueItem[] {
  const { store } = usePage();
  const account = store.account.value;
  // Work is planned by requests and done by time: it is asked for again when one of both has changed something.
  const inputs = [account, store.changes.value, store.clock.mode.value, store.calm.value];
  const { value } = useLoaded(() => store.control.works(account), inputs);
  const shut = store.shut.value.map(({ counter }) => ({
    due: counter.opensAtMs,
    what: `${counter.name} opens`,
    kind: `${counter.window} window`,
  }));
  const work = (value?.records ?? []).map(({ due, kind }) => ({
    due,
    what: kind,
    kind: "planned work",
  }));
  return [...shut, ...work].toSorted((a, b) => a.due - b.due);
}
