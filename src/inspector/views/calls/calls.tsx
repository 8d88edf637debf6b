import { useRef, useState } from "preact/hooks";
import type { CallOfCard } from "../../client/card.ts";
import { commandOf } from "../../client/commands.ts";
import { CopyButton } from "../../parts/act-button.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Segments } from "../../parts/segments.tsx";
import { Badge } from "../../parts/status.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useCommand, useKeys, usePage } from "../../parts/use-page.ts";
import { Chosen } from "./chosen.tsx";
import { axisOf, Lane, Ticks } from "./lane.tsx";
import { Verdicts } from "./verdicts.tsx";

/** More are not drawn: the report has them. */
const callsMax = 200;

const kinds = { failed: "with a failure", retried: "with a retry", all: "all" } as const;

const knownBy = { name: "name", difference: "difference", likeness: "likeness" } as const;

/** Whether each call came back as it was asked to. */
export function Calls() {
  const { store, ui } = usePage();
  const [text, setText] = useState("");
  const [kind, setKind] = useState<keyof typeof kinds>("failed");
  const account = store.account.value;
  // Calls that went well are asked for only where somebody looks at them.
  const whole = useLoaded(
    async () => (kind === "all" ? store.control.report("all") : undefined),
    [kind, store.card.value],
  );
  const card = (kind === "all" ? whole.value : undefined) ?? store.card.value;
  useCommand(
    commandOf("report", "--running", ...(account === undefined ? [] : ["--account", account])),
  );
  const calls = (card?.calls ?? [])
    .filter(({ about }) => about.toLowerCase().includes(text.toLowerCase()))
    .filter(({ attempts }) => kind !== "retried" || attempts.length > 1)
    .slice(-callsMax)
    .toReversed();
  const marked = ui.place.value[1];
  const chosen =
    calls.find(({ attempts }) => attempts[0]?.exchange === marked) ??
    calls.find(({ verdicts }) => verdicts[0]?.result === "failed") ??
    calls.find(({ attempts }) => attempts.length > 1) ??
    calls[0];
  const open = (call: CallOfCard | undefined): void => {
    const first = call?.attempts[0];
    if (first !== undefined) ui.go("calls", first.exchange);
  };
  const move = (by: number): void => open(chosen && calls[calls.indexOf(chosen) + by]);
  useKeys({
    j: { label: "next", run: () => move(1) },
    k: { label: "back", run: () => move(-1) },
    Enter: {
      label: "open the last attempt",
      run: () => {
        const last = chosen?.attempts.at(-1);
        if (last !== undefined) ui.go("live", last.exchange);
      },
    },
    Escape: { label: "clear the filter", isQuiet: true, run: () => setText("") },
  });
  const box = useRef<HTMLDivElement>(null);
  const axis = axisOf(calls.slice(0, 30));
  return (
    <div class="two">
      <section class="col" aria-label="Calls">
        <div class="filter">
          <FilterBox
            label="Filter the calls"
            placeholder="create_event, a profile …"
            text={text}
            change={setText}
          />
          <Segments label="Which calls" options={kinds} value={kind} choose={setKind} />
        </div>
        {calls.length === 0 ? (
          <Nothing isFiltered={text !== ""} />
        ) : (
          <>
            <div
              class="scroll call-rows"
              ref={box}
              tabIndex={0}
              role="region"
              aria-label="Calls, newest first"
            >
              <div class="call axis">
                <span>call, and how it is identified</span>
                <span class="lane-c">
                  <svg class="draw lane" height="20" width="100%" aria-hidden="true">
                    <Ticks axis={axis} height={20} />
                  </svg>
                </span>
                <span>verdicts so far</span>
              </div>
              {calls.map((call) => (
                <CallRow
                  key={call.attempts[0]?.exchange}
                  call={call}
                  axis={axis}
                  isOn={call === chosen}
                  open={() => open(call)}
                />
              ))}
              <Legend />
            </div>
            {chosen !== undefined && <Chosen call={chosen} />}
          </>
        )}
      </section>
      <Verdicts />
    </div>
  );
}

function CallRow({
  call,
  axis,
  isOn,
  open,
}: {
  call: CallOfCard;
  axis: number;
  isOn: boolean;
  open: () => void;
}) {
  const about = call.about.slice(call.operation.length).replace(/^ for /, "");
  return (
    <div class={`call ${isOn ? "on" : ""}`} onClick={open}>
      <div class="about">
        <button type="button" class="link plain op cut" aria-pressed={isOn} onClick={open}>
          <bdi>{call.operation}</bdi>
        </button>
        <p>
          <span class="tag">{call.named ?? knownBy[call.knownBy]}</span>
          <bdi class="cut" title={about}>
            {about}
          </bdi>
        </p>
      </div>
      <div class="lane-c">
        <Lane call={call} axis={axis} />
      </div>
      <div class="vs">
        {call.verdicts.slice(0, 2).map(({ rule, result }) =>
          result === "undecided" ? (
            <Badge key={rule} tone="und" icon="und">
              {rule}
            </Badge>
          ) : (
            <Badge
              key={rule}
              tone={result === "failed" ? "bad" : "ok"}
              icon={result === "failed" ? "fail" : "pass"}
            >
              {rule}
            </Badge>
          ),
        )}
      </div>
    </div>
  );
}

const Legend = () => (
  <p class="key">
    <span>
      <Icon name="wait" className="wait" /> 429
    </span>
    <span>
      <Icon name="bad" className="bad" /> 5xx
    </span>
    <span>
      <Icon name="no" className="bad" /> other 4xx
    </span>
    <span>
      <Icon name="lost" className="bad" /> lost
    </span>
    <span>
      <Icon name="ok" className="ok" /> 2xx
    </span>
    <span>hatched: asked to wait</span>
    <span>line: waited</span>
  </p>
);

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const command = "service-emulator faults add create_event --status 429 --retry-after 2 --times 2";
  if (isFiltered)
    return (
      <div class="empty">
        <b>No call matches this filter</b>
      </div>
    );
  return (
    <div class="empty">
      <b>No call failed or was retried</b>
      <p>
        A timeline is drawn for each call that met a failure. Plan one, and see what your client
        does:
      </p>
      <pre class="body">{command}</pre>
      <CopyButton text={command} what="the command" />
    </div>
  );
}
