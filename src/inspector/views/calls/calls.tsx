import { useState } from "preact/hooks";
import type { CardCall } from "../../../report/card-shape.ts";
import { option } from "../../client/commands.ts";
import { CopyButton } from "../../parts/act-button.tsx";
import { useFilter } from "../../parts/fields.tsx";
import { Cut, Empty, Scroll } from "../../parts/layout.tsx";
import {
  type RowProps,
  stepKeys,
  useCommand,
  useKeys,
  useLoaded,
  usePage,
} from "../../parts/page.ts";
import { Segments } from "../../parts/segments.tsx";
import { Badge, Legend, type Look } from "../../parts/signs.tsx";
import { Chosen } from "./chosen.tsx";
import { axisOf, Lane, Ticks } from "./lane.tsx";
import { Verdicts } from "./verdicts.tsx";

/** More are not drawn: the report has them. */
const callsMax = 200;

const kinds = { failed: "with a failure", retried: "with a retry", all: "all" } as const;

const legend: readonly Look[] = [
  ["wait", "wait", "429"],
  ["bad", "bad", "5xx"],
  ["bad", "no", "other 4xx"],
  ["bad", "lost", "lost"],
  ["ok", "ok", "2xx"],
];

const signs = {
  undecided: ["und", "und"],
  failed: ["bad", "fail"],
  passed: ["ok", "pass"],
} as const;

/** A call is called by its first attempt. */
const idOf = ({ attempts }: CardCall): string => attempts[0]?.exchange ?? "";

/** Whether each call came back as it was asked to. */
export function Calls() {
  const { store, ui } = usePage();
  const { text, box, clear } = useFilter("calls", "create_event, a profile …");
  const [kind, setKind] = useState<keyof typeof kinds>("failed");
  const account = store.account.value;
  // Calls that went well are asked for only where somebody looks at them.
  const whole = useLoaded(
    async () =>
      kind === "all"
        ? store.control.call("GET /report", { running: "true", calls: "all" })
        : undefined,
    [kind, store.card.value],
  );
  const card = (kind === "all" ? whole.value : undefined) ?? store.card.value;
  useCommand("report", "--running", ...option("--account", account));
  const calls = (card?.calls ?? [])
    .filter(({ about }) => about.toLowerCase().includes(text.toLowerCase()))
    .filter(({ attempts }) => kind !== "retried" || attempts.length > 1)
    .slice(-callsMax)
    .toReversed();
  const marked = ui.place.value[1];
  const chosen =
    calls.find((call) => idOf(call) === marked) ??
    calls.find(({ verdicts }) => verdicts[0]?.result === "failed") ??
    calls.find(({ attempts }) => attempts.length > 1) ??
    calls[0];
  const open = (call: CardCall): void => ui.go("calls", idOf(call));
  useKeys({
    ...stepKeys(calls, chosen, open),
    Enter: {
      label: "open the last attempt",
      run: () => {
        const last = chosen?.attempts.at(-1);
        if (last !== undefined) ui.go("live", last.exchange);
      },
    },
    Escape: clear,
  });
  const axis = axisOf(calls.slice(0, 30));
  return (
    <div class="two">
      <section class="col" aria-label="Calls">
        <div class="filter">
          {box}
          <Segments label="Which calls" options={kinds} value={kind} choose={setKind} />
        </div>
        {calls.length === 0 ? (
          <Nothing isFiltered={text !== ""} />
        ) : (
          <>
            <Scroll class="call-rows" label="Calls, newest first">
              <div class="call axis">
                <span>call, and how it is identified</span>
                <span class="lane-c">
                  <svg class="draw" height="20" width="100%" aria-hidden="true">
                    <Ticks axis={axis} height={20} />
                  </svg>
                </span>
                <span>verdicts so far</span>
              </div>
              {calls.map((call) => (
                <CallRow
                  key={idOf(call)}
                  of={call}
                  axis={axis}
                  isOn={call === chosen}
                  open={() => open(call)}
                />
              ))}
              <Legend looks={legend}>
                <span>hatched: asked to wait</span>
                <span>line: waited</span>
              </Legend>
            </Scroll>
            {chosen !== undefined && <Chosen call={chosen} />}
          </>
        )}
      </section>
      <Verdicts />
    </div>
  );
}

function CallRow({ of: call, axis, isOn, open }: RowProps<CardCall> & { axis: number }) {
  const about = call.about.slice(call.operation.length).replace(/^ for /, "");
  return (
    <div class={`call ${isOn ? "on" : ""}`} onClick={open}>
      <div class="about">
        <button type="button" class="link plain op cut" aria-pressed={isOn} onClick={open}>
          <bdi>{call.operation}</bdi>
        </button>
        <p>
          <span class="tag">{call.named ?? call.knownBy}</span>
          <Cut text={about} />
        </p>
      </div>
      <div class="lane-c">
        <Lane call={call} axis={axis} />
      </div>
      <div class="vs">
        {call.verdicts.slice(0, 2).map(({ rule, result }) => (
          <Badge key={rule} look={[...signs[result], rule]} />
        ))}
      </div>
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const command = "service-emulator faults add create_event --status 429 --retry-after 2 --times 2";
  if (isFiltered) return <Empty title="No call matches this filter" />;
  return (
    <Empty title="No call failed or was retried">
      <p>
        A timeline is drawn for each call that met a failure. Plan one, and see what your client
        does:
      </p>
      <pre class="body">{command}</pre>
      <CopyButton text={command} what="the command" />
    </Empty>
  );
}
