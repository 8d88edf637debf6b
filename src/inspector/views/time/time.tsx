import { useState } from "preact/hooks";
import type { ClockView } from "../../../control/clock-view.ts";
import { commandOf, option } from "../../client/commands.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { Form, TextField } from "../../parts/fields.tsx";
import { Sect } from "../../parts/layout.tsx";
import { type Page, useCommand, useKeys, useLoaded, usePage } from "../../parts/page.ts";
import { Icon } from "../../parts/signs.tsx";
import { clockTime, day } from "../../parts/time.ts";
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
  useCommand("clock", "show", ...option("--account", account));
  const items = useDue();
  const acts = actsOf(page);
  const nextAt = (now: number) => {
    const next = items.find(({ due }) => due > now);
    return next && { ...acts.advance(`${Math.ceil(next.due - now)}ms`), what: next.what };
  };
  const toNext = nextAt(store.clock.peek());
  useKeys({
    f: {
      label: mode === "frozen" ? "resume" : "freeze",
      run: () => void ui.perform(mode === "frozen" ? acts.resume : acts.freeze),
    },
    ".": {
      label: "advance to what is next due",
      run: () => {
        const act = nextAt(store.clock.peek());
        if (act !== undefined) void ui.perform(act);
      },
    },
    m: { label: "advance a minute", run: () => void ui.perform(acts.advance("60s")) },
  });
  return (
    <div class="two">
      <Due items={items} />
      <aside class="side" aria-label="Clock">
        <Face />
        <Sect title="Run">
          <div class="row2 wraps">
            {mode === "frozen" ? (
              <ActButton act={acts.resume} icon="step" hotkey="f" isMain text="Resume" />
            ) : (
              <ActButton act={acts.freeze} icon="stop" hotkey="f" isMain text="Freeze" />
            )}
            <ActButton act={acts.faster} text="× 60" />
            <ActButton act={acts.real} isOff={mode === "real"} text="Machine's time" />
          </div>
          <p class="ink2 pad">{mode === undefined ? "" : said[mode]}</p>
        </Sect>
        <Sect title="Advance">
          <div class="row2 wraps">
            {steps.map((by) => (
              <ActButton key={by} act={acts.advance(by)} isSmall text={by} />
            ))}
          </div>
          <Custom advance={acts.advance} />
          {toNext !== undefined && (
            <div class="pad">
              <ActButton act={toNext} icon="due" hotkey="." text={`To ${toNext.what}`} />
            </div>
          )}
        </Sect>
      </aside>
    </div>
  );
}

function actsOf({ store: { control, clock, account } }: Page) {
  const params = { account: account.peek() };
  const act = (words: readonly string[], change: () => Promise<ClockView>, done: string): Act => ({
    command: commandOf("clock", ...words, ...option("--account", params.account)),
    run: async () => clock.hear(await change()),
    done,
  });
  const set = (words: readonly string[], to: object, done: string): Act =>
    act(words, () => control.call("PUT /clock", params, to), done);
  return {
    freeze: set(["freeze"], { mode: "frozen" }, "The clock stands."),
    resume: act(["resume"], () => control.call("POST /clock/resume", params), "The clock runs."),
    real: set(["real"], { mode: "real" }, "The machine's time."),
    faster: set(
      ["accelerate", "60"],
      { mode: "accelerated", factor: 60 },
      "A minute passes in a second.",
    ),
    advance: (by: string): Act =>
      act(
        ["advance", by],
        () => control.call("POST /clock/advance", params, { by }),
        `Advanced by ${by}.`,
      ),
  };
}

/** The clock itself: drawn anew ten times a second. */
function Face() {
  const { store } = usePage();
  const { now } = store.clock;
  return (
    <div class="sect">
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
    <Form class="row2 pad" submit={() => void ui.perform(advance(by))}>
      <TextField
        class="grow"
        label="By how much"
        value={by}
        placeholder="90m, 30d …"
        change={setBy}
      />
      <button type="submit" class="btn at-end" disabled={by === ""}>
        Advance
      </button>
    </Form>
  );
}

/** What falls due: windows that open, and work that is planned. */
function useDue(): readonly DueItem[] {
  const { store } = usePage();
  const account = store.account.value;
  // Work is planned by requests and done by time: it is asked for again when one of both has changed something.
  const inputs = [account, store.changes.value, store.clock.mode.value, store.calm.value];
  const { value } = useLoaded(
    () => store.control.call("GET /state/works", { account, limit: 1000 }),
    inputs,
  );
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
