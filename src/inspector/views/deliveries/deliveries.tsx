import { useState } from "preact/hooks";
import type { Delivery } from "../../client/stored.ts";
import { commandOf } from "../../client/commands.ts";
import { FilterBox } from "../../parts/filter-box.tsx";
import { Icon } from "../../parts/icon.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useCommand, useKeys, usePage } from "../../parts/use-page.ts";
import { VerdictSign } from "../../parts/verdict.tsx";
import { Hooks } from "./hooks.tsx";
import { Line } from "./line.tsx";
import { Opened } from "./opened.tsx";

/** Whether the receivers of webhooks got what was sent, and acknowledged it. */
export function Deliveries() {
  const { store, ui } = usePage();
  const [webhook, setWebhook] = useState<string | undefined>(undefined);
  const [text, setText] = useState("");
  const account = store.account.value;
  useCommand(
    commandOf("deliveries", "list", ...(webhook === undefined ? [] : ["--webhook", webhook])),
  );
  const { value } = useLoaded(
    () => store.control.deliveries(account),
    [account, store.renewed.value],
  );
  const shown = (value ?? [])
    .filter((each) => webhook === undefined || each.webhook === webhook)
    .filter(({ topics, id }) => `${id} ${topics.join(" ")}`.includes(text))
    .toReversed();
  const id = ui.place.value[1];
  const chosen = shown.find((each) => each.id === id) ?? shown[0];
  const open = (delivery: Delivery | undefined): void => {
    if (delivery !== undefined) ui.go("deliveries", delivery.id);
  };
  const move = (by: number): void => open(chosen && shown[shown.indexOf(chosen) + by]);
  const redeliver = chosen && {
    command: commandOf("deliveries", "redeliver", chosen.id),
    run: () => store.control.redeliver(chosen.id),
    done: "It is sent again.",
  };
  useKeys({
    j: { label: "next", run: () => move(1) },
    k: { label: "back", run: () => move(-1) },
    r: { label: "redeliver", run: () => redeliver && void ui.perform(redeliver) },
    Escape: { label: "clear the filter", isQuiet: true, run: () => setText("") },
  });
  return (
    <div class="two wide">
      <section class="col" aria-label="Deliveries">
        <Hooks chosen={webhook} choose={setWebhook} deliveries={value ?? []} />
        <div class="filter">
          <FilterBox
            label="Filter the deliveries"
            placeholder="topic …"
            text={text}
            change={setText}
          />
        </div>
        <div class="scroll" tabIndex={0} role="region" aria-label="Deliveries, newest first">
          {value !== undefined && shown.length === 0 && (
            <div class="empty">
              <b>{text === "" ? "Nothing was delivered yet" : "No delivery matches this filter"}</b>
              <p>A webhook that is on gets a delivery for each event of its topics.</p>
              <pre class="body">service-emulator listen</pre>
            </div>
          )}
          {shown.map((delivery) => (
            <Line
              key={delivery.id}
              delivery={delivery}
              isOn={delivery === chosen}
              open={() => open(delivery)}
            />
          ))}
          {shown.length > 0 && (
            <p class="key">
              <span>
                <Icon name="ok" className="ok" /> acknowledged
              </span>
              <span>
                <Icon name="bad" className="bad" /> rejected
              </span>
              <span>
                <Icon name="lost" className="bad" /> no response
              </span>
              <span>
                <Icon name="due" className="acc" /> due
              </span>
              <span>Waits double, so the axis is logarithmic.</span>
            </p>
          )}
          <ReceiverRules />
        </div>
      </section>
      <aside class="side" aria-label="Delivery">
        {chosen === undefined && (
          <div class="empty">
            <b>No delivery is open</b>
            <p>Choose one to see its attempts.</p>
          </div>
        )}
        {chosen !== undefined && redeliver !== undefined && (
          <Opened key={chosen.id} delivery={chosen} redeliver={redeliver} />
        )}
      </aside>
    </div>
  );
}

/** What the receivers did, judged so far. */
function ReceiverRules() {
  const { store } = usePage();
  const { value } = useLoaded(() => store.control.receivers(), [store.renewed.value]);
  if (value === undefined) return null;
  return (
    <section aria-label="The receiver's card">
      <h2 class="sect small-head">The receiver's card, so far</h2>
      <ul>
        {value.rules.map(({ rule, title, verdict, message }) => (
          <li key={rule} class={`rule ${verdict === "not exercised" ? "quiet" : ""}`}>
            <VerdictSign verdict={verdict} />
            <b title={title}>{rule}</b>
            <bdi class="cut" title={message}>
              {message}
            </bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
