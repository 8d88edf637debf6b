import { useState } from "preact/hooks";
import type { DeliveryView } from "../../../control/messages/delivery-view.ts";
import { commandOf, option } from "../../client/commands.ts";
import { Button, Badge, Legend, type Look } from "../../parts/signs.tsx";
import { Choice } from "../../parts/fields.tsx";
import { column } from "../../parts/list/columns.tsx";
import { List } from "../../parts/list/list.tsx";
import { useCall, useCommand, usePage } from "../../parts/page.ts";
import { RuleList } from "../../parts/rules.tsx";
import { counted } from "../../parts/time.ts";
import type { Act } from "../../store/ui.ts";
import { actsOf, Lane, Opened, Outcome, Topic } from "./opened.tsx";

const legend: readonly Look[] = [
  ["ok", "ok", "acknowledged"],
  ["bad", "bad", "rejected"],
  ["bad", "lost", "no response"],
  ["acc", "due", "due"],
];

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
        column("attempts, each step twice as long", 126, (of) => <Lane of={of} />, { grows: 2 }),
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

function useWebhooks() {
  const account = usePage().store.account.value;
  return useCall("GET /state/webhooks", { account, limit: 50 }).value?.records ?? [];
}

const triggerText = "Trigger …";

/** Writes an event of a topic that webhooks have, so that it is delivered. */
function Trigger() {
  const page = usePage();
  const topics = [...new Set(useWebhooks().flatMap((hook) => hook.topics))];
  if (topics.length === 0) return null;
  const { trigger } = actsOf(page, page.store.account.value);
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

interface HooksProps {
  readonly chosen: string | undefined;
  readonly choose: (id: string | undefined) => void;
  readonly deliveries: readonly DeliveryView[];
}

const lookOf = (isOn: boolean, failed: number): Look => {
  if (!isOn) return ["idle", "na", "off"];
  return failed > 0 ? ["wait", "retry", "failing"] : ["ok", "pass", "on"];
};

function Hooks({ chosen, choose, deliveries }: HooksProps) {
  const hooks = useWebhooks();
  if (hooks.length === 0) return null;
  return (
    <div class="hooks">
      {hooks.map(({ id, name, url, enabled }) => {
        const own = deliveries.filter(({ webhook }) => webhook === id);
        const failed = own.filter(({ state }) => state === "failed").length;
        return (
          <Button
            class=""
            key={id}
            aria-pressed={id === chosen}
            press={() => choose(id === chosen ? undefined : id)}
          >
            <span class="row2">
              <bdi class="strong cut">{name}</bdi>
              <span class="grow" />
              <Badge look={lookOf(enabled, failed)} />
            </span>
            <bdi class="mono cut soft">{url}</bdi>
            <span class="soft">
              {counted(own.length, "delivery", "deliveries")}, {failed} failed
            </span>
          </Button>
        );
      })}
    </div>
  );
}
