import { useState } from "preact/hooks";
import type { DeliveryView } from "../../../control/messages/delivery-view.ts";
import { commandOf, option } from "../../client/commands.ts";
import { Choice } from "../../parts/fields.tsx";
import { column } from "../../parts/list/column.ts";
import { List } from "../../parts/list/list.tsx";
import { useCall, useCommand, usePage } from "../../parts/page.ts";
import { RuleList } from "../../parts/rules.tsx";
import { Legend, type Look } from "../../parts/signs.tsx";
import type { Act } from "../../store/ui.ts";
import { Hooks } from "./hooks.tsx";
import { Lane, Outcome, Topic } from "./line.tsx";
import { actsOf, Opened } from "./opened.tsx";

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
  const account = store.account.value;
  useCommand("deliveries", "list", ...option("--webhook", webhook));
  const { value, problem } = useCall("GET /deliveries", { account, limit: 500 });
  const all = value?.deliveries ?? [];
  const redeliver = ({ id }: DeliveryView): Act => ({
    command: commandOf("deliveries", "redeliver", id),
    run: () => store.control.call("POST /deliveries/{id}/redeliver", { id }),
    done: "It is sent again.",
  });
  return (
    <List<DeliveryView>
      of="deliveries"
      order="newest first"
      place={["deliveries"]}
      rows={value && all.filter((each) => (webhook ?? each.webhook) === each.webhook).toReversed()}
      problem={problem}
      idOf={({ id }) => id}
      textOf={({ id, topics, state }) => [id, state, ...topics].join(" ")}
      hint="topic, state …"
      tools={<Trigger />}
      above={<Hooks chosen={webhook} choose={setWebhook} deliveries={all} />}
      height={44}
      columns={[
        column("topic", 100, (each) => <Topic of={each} />, { grows: 1 }),
        column("attempts, each step twice as long", 126, (each) => <Lane of={each} />, {
          grows: 2,
        }),
        column("state", 104, (each) => <Outcome of={each} />, { by: ({ state }) => state }),
      ]}
      below={
        <>
          <Legend looks={legend} />
          <ReceiverRules />
        </>
      }
      none="Nothing was delivered yet"
      noneSays="A webhook that is on gets a delivery for each event of its topics."
      noneCommand="service-emulator listen"
      opensFirst
      keys={(each) => ({
        r: { label: "redeliver", run: () => each && void ui.perform(redeliver(each)) },
      })}
      sideName="Delivery"
      side={(each) => each && <Opened key={each.id} delivery={each} redeliver={redeliver(each)} />}
      closed="Choose one to see its attempts."
    />
  );
}

const triggerText = "Trigger …";

/** Writes an event of a topic that webhooks have, so that it is delivered. */
function Trigger() {
  const page = usePage();
  const account = page.store.account.value;
  const { value } = useCall("GET /state/webhooks", { account, limit: 50 });
  const topics = [...new Set(value?.records.flatMap((hook) => hook.topics))];
  if (topics.length === 0) return null;
  const { trigger } = actsOf(page, account);
  return (
    <Choice
      label="Trigger an event of a topic"
      isBare
      value={triggerText}
      names={[triggerText, ...topics]}
      change={(topic) => void page.ui.perform(trigger(topic))}
    />
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
