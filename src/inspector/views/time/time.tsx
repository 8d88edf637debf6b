import { useState } from "preact/hooks";
import type { ClockView } from "../../../control/clock-view.ts";
import { commandOf, option } from "../../client/commands.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { Form, TextField } from "../../parts/fields.tsx";
import { Sect } from "../../parts/layout.tsx";
import { type Page, useCommand, useLoaded, usePage } from "../../parts/page.ts";
import { Icon } from "../../parts/signs.tsx";
import { placeOf } from "../../parts/thread.tsx";
import { clockTime, day } from "../../parts/time.ts";
import type { Act, Keys } from "../../store/ui.ts";
import { Due, type DueItem } from "./due.tsx";

/** As much of what fired is listed. */
const firedMax = 20;

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
  const { items, problem } = useDue();
  const acts = actsOf(page);
  const nextAt = (now: number) => {
    const next = items?.find(({ due }) => due > now);
    return next && { ...acts.advance(`${Math.ceil(next.due - now)}ms`), what: next.what };
  };
  const toNext = nextAt(store.clock.peek());
  const keys: Keys = {
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
  };
  return (
    <Due
      items={items}
      problem={problem}
      keys={keys}
      side={
        <>
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
        </>
      }
    />
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

/** What falls due: windows that open, and work that is planned; and what fired since the page was opened. */
function useDue(): { readonly items: readonly DueItem[] | undefined; readonly problem: string } {
  const { store, ui } = usePage();
  const fired = ui.keep("fired", () => new Map<string, DueItem>());
  const account = store.account.value;
  // Work is planned by requests and done by time: it is asked for again when one of both has changed something.
  const inputs = [account, store.changes.value, store.clock.mode.value, store.calm.value];
  const { value, problem } = useLoaded(() => store.control.call("GET /due", { account }), inputs);
  const shut = store.shut.value.map(({ gauge, counter }): DueItem => ({
    id: `${gauge.account} ${counter.name} ${counter.window} ${counter.opensAtMs}`,
    due: counter.opensAtMs,
    what: `${counter.name} opens`,
    became: `${counter.window} window`,
    kind: "limit",
    place: ["limits", `${gauge.account} ${gauge.app ?? ""} ${counter.name}`],
  }));
  const work = value?.due.map((step): DueItem => ({
    ...step,
    id: `${step.id} ${step.at}`,
    due: step.atMs,
    place: placeOf(step),
  }));
  const items = work && [...shut, ...work].toSorted((a, b) => a.due - b.due);
  for (const item of items ?? []) fired.set(item.id, item);
  const now = store.clock.peek();
  const ids = new Set(items?.map(({ id }) => id));
  const past = [...fired.values()].filter(({ id, due }) => due <= now && !ids.has(id));
  const shown = past.toSorted((a, b) => a.due - b.due).slice(-firedMax);
  return {
    items: items && [...shown.map((each) => ({ ...each, isFired: true })), ...items],
    problem,
  };
}
