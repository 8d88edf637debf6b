import { useState } from "preact/hooks";
import type { DeliveryView } from "../../../control/messages/delivery-view.ts";
import { commandOf, option } from "../../client/commands.ts";
import { useFilter } from "../../parts/fields.tsx";
import { Empty, Scroll } from "../../parts/layout.tsx";
import { stepKeys, useCall, useCommand, useKeys, usePage } from "../../parts/page.ts";
import { RuleList } from "../../parts/rules.tsx";
import { Legend, type Look } from "../../parts/signs.tsx";
import { Hooks } from "./hooks.tsx";
import { Line } from "./line.tsx";
import { Opened } from "./opened.tsx";

const legend: readonly Look[] = [
  ["ok", "ok", "acknowledged"],
  ["bad", "bad", "rejected"],
  ["bad", "lost", "no response"],
  ["acc", "due", "due"],
];

/** Whether the receivers of webhooks got what was sent, and acknowledged it. */
export function Deliveries() {
  const { store, ui } = usePage();
  const [webhook, setWebhook] = useState<string | undefined>(undefined);
  const { text, box, clear } = useFilter("deliveries", "topic …");
  const account = store.account.value;
  useCommand("deliveries", "list", ...option("--webhook", webhook));
  const { value } = useCall("GET /deliveries", { account, limit: 500 });
  const all = value?.deliveries ?? [];
  const shown = all
    .filter((each) => webhook === undefined || each.webhook === webhook)
    .filter(({ topics, id }) => `${id} ${topics.join(" ")}`.includes(text))
    .toReversed();
  const id = ui.place.value[1];
  const chosen = shown.find((each) => each.id === id) ?? shown[0];
  const open = (delivery: DeliveryView): void => ui.go("deliveries", delivery.id);
  const redeliver = chosen && {
    command: commandOf("deliveries", "redeliver", chosen.id),
    run: () => store.control.call("POST /deliveries/{id}/redeliver", { id: chosen.id }),
    done: "It is sent again.",
  };
  useKeys({
    ...stepKeys(shown, chosen, open),
    r: { label: "redeliver", run: () => redeliver && void ui.perform(redeliver) },
    Escape: clear,
  });
  return (
    <div class="two wide">
      <section class="col" aria-label="Deliveries">
        <Hooks chosen={webhook} choose={setWebhook} deliveries={all} />
        <div class="filter">{box}</div>
        <Scroll label="Deliveries, newest first">
          {value !== undefined && shown.length === 0 && (
            <Empty
              title={text === "" ? "Nothing was delivered yet" : "No delivery matches this filter"}
            >
              <p>A webhook that is on gets a delivery for each event of its topics.</p>
              <pre class="body">service-emulator listen</pre>
            </Empty>
          )}
          {shown.map((each) => (
            <Line key={each.id} of={each} isOn={each === chosen} open={() => open(each)} />
          ))}
          {shown.length > 0 && (
            <Legend looks={legend}>
              <span>Waits double, so the axis is logarithmic.</span>
            </Legend>
          )}
          <ReceiverRules />
        </Scroll>
      </section>
      <aside class="side" aria-label="Delivery">
        {chosen === undefined || redeliver === undefined ? (
          <Empty title="No delivery is open">
            <p>Choose one to see its attempts.</p>
          </Empty>
        ) : (
          <Opened key={chosen.id} delivery={chosen} redeliver={redeliver} />
        )}
      </aside>
    </div>
  );
}

/** What the receivers did, judged so far. */
function ReceiverRules() {
  const { value } = useCall("GET /report?of=receivers");
  if (value === undefined) return null;
  return (
    <section aria-label="The receiver's card">
      <h2 class="sect small-head">The receiver's card, so far</h2>
      <RuleList rules={value.rules} />
    </section>
  );
}
