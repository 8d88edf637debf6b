import { useState } from "preact/hooks";
import type { ClockView } from "../../../control/clock-view.ts";
import { commandOf, option } from "../../client/commands.ts";
import { ActButton, Button, Icon } from "../../parts/signs.tsx";
import { Form, TextField } from "../../parts/fields.tsx";
import { Sect } from "../../parts/layout.tsx";
import { type Page, usePage } from "../../parts/page.ts";
import { clockTime, day } from "../../parts/time.ts";
import type { Act } from "../../store/ui.ts";

export function actsOf({ store: { control, clock, account } }: Page) {
  const params = { account: account.peek() };
  const act = (words: readonly string[], change: () => Promise<ClockView>, done: string): Act => ({
    command: commandOf("clock", ...words, ...option("--account", params.account)),
    run: async () => clock.hear(await change()),
    done,
  });
  const accelerated = { mode: "accelerated", factor: 60 };
  const set = (words: readonly string[], to: object, done: string): Act =>
    act(words, () => control.call("PUT /clock", params, to), done);
  return {
    freeze: set(["freeze"], { mode: "frozen" }, "The clock stands."),
    resume: act(["resume"], () => control.call("POST /clock/resume", params), "The clock runs."),
    real: set(["real"], { mode: "real" }, "The machine's time."),
    faster: set(["accelerate", "60"], accelerated, "A minute passes in a second."),
    advance: (by: string): Act => {
      const change = () => control.call("POST /clock/advance", params, { by });
      return act(["advance", by], change, `Advanced by ${by}.`);
    },
  };
}

const steps = ["1s", "60s", "15m", "1h", "1d", "7d"] as const;

const said = {
  real: "The machine's time.",
  offset: "Runs as the machine's time does, from another instant.",
  frozen: "It stands. Nothing falls due, and no window opens, until you advance it.",
  accelerated: "Runs faster than the machine's time.",
} as const;

type Acts = ReturnType<typeof actsOf>;
type ClockProps = { acts: Acts; toNext: (Act & { readonly what: string }) | undefined };

/** The clock, and what can be done about it: drawn anew ten times a second. */
export function Clock({ acts, toNext }: ClockProps) {
  const { now, mode } = usePage().store.clock;
  const isFrozen = mode.value === "frozen";
  return (
    <>
      <div class="sect">
        <h2 class="soft">{day(now)}, UTC</h2>
        <p class="clock-face mono">
          {isFrozen && <Icon name="stop" className="wait" />}
          {clockTime(now, true)}
        </p>
      </div>
      <Sect title="Run">
        <div class="row2 wraps">
          {isFrozen ? (
            <ActButton act={acts.resume} icon="step" hotkey="f" isMain text="Resume" />
          ) : (
            <ActButton act={acts.freeze} icon="stop" hotkey="f" isMain text="Freeze" />
          )}
          <ActButton act={acts.faster} text="× 60" />
          <ActButton act={acts.real} isOff={mode.value === "real"} text="Machine's time" />
        </div>
        <p class="ink2 pad">{mode.value && said[mode.value]}</p>
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
  );
}

const hint = "90m, 30d …";

function Custom({ advance }: { advance: (by: string) => Act }) {
  const { ui } = usePage();
  const [by, setBy] = useState("");
  return (
    <Form class="row2 pad" submit={() => ui.perform(advance(by))}>
      <TextField class="grow" label="By how much" value={by} placeholder={hint} change={setBy} />
      <Button type="submit" class="btn at-end" disabled={by === ""} text="Advance" />
    </Form>
  );
}
