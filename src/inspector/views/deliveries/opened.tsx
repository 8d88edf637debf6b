import { useState } from "preact/hooks";
import type { DeliveryView } from "../../../control/messages/delivery-view.ts";
import { commandOf, curlOfCall, option } from "../../client/commands.ts";
import { jsonOr } from "../../client/json.ts";
import { ActButton, CopyButton, planning } from "../../parts/act-button.tsx";
import { Body } from "../../parts/json.tsx";
import { Cut, Head, Headers, Sect } from "../../parts/layout.tsx";
import { type Page, useCommand, useLoaded, usePage } from "../../parts/page.ts";
import { Icon } from "../../parts/signs.tsx";
import { clockTime, counted, span } from "../../parts/time.ts";
import { Thread } from "../../parts/thread.tsx";
import type { Act } from "../../store/ui.ts";
import { isGood, markOf } from "./line.tsx";

/** The attempts of a delivery, one by one, and what the chosen one sent. */
export function Opened({ delivery, redeliver }: { delivery: DeliveryView; redeliver: Act }) {
  const { topics, attempts, id, entries, faults } = delivery;
  const [chosen, choose] = useState<number | undefined>(undefined);
  const at = chosen ?? attempts.length;
  const acts = actsOf(usePage(), delivery.account);
  useCommand("deliveries", "show", id, ...option("--attempt", chosen?.toString()));
  return (
    <>
      <Head class="op" name={topics.join(", ")}>
        <p class="mono soft cut" title={id}>
          {id}
        </p>
        <p class="soft">{counted(entries, "event")}</p>
        {faults.length > 0 && (
          <p class="fault">
            <Icon name="bolt" /> met {faults.join(", ")}
          </p>
        )}
      </Head>
      <Sect title="Attempts">
        {attempts.length === 0 && <p class="soft">none yet</p>}
        {attempts.map((attempt, index) => {
          const { name, tone } = markOf(attempt);
          return (
            <div class={`att ${index + 1 === at ? "on" : ""}`} key={attempt.at}>
              <span>{index + 1}</span>
              <button
                type="button"
                class="link mono"
                aria-pressed={index + 1 === at}
                onClick={() => choose(index + 1)}
              >
                {clockTime(Date.parse(attempt.at), true)}
              </button>
              <span class={`st ${tone}`}>
                <Icon name={name} /> {attempt.status ?? "none"}
              </span>
              <Cut
                class="say"
                text={attempt.error ?? (isGood(attempt) ? "acknowledged" : "rejected")}
              />
              <span class="soft">{attempt.ms === null ? "" : span(attempt.ms)}</span>
            </div>
          );
        })}
        <div class="row2 wraps pad">
          <ActButton act={redeliver} icon="retry" hotkey="r" isMain text="Redeliver" />
          {topics.slice(0, 1).map((topic) => (
            <>
              <ActButton act={acts.failNext(topic)} icon="bolt" text="Fail next" />
              <ActButton act={acts.trigger(topic)} icon="step" text="Trigger again" />
            </>
          ))}
        </div>
      </Sect>
      <Thread id={id} />
      {at > 0 && <Sent id={id} attempt={at} isOver={attempts[at - 1]?.ms !== null} />}
    </>
  );
}

/** What can be done about the deliveries of a topic. */
export const actsOf = ({ store: { control } }: Page, account?: string) => ({
  failNext: (topic: string): Act =>
    planning(control, { delivery: topic, drop: true }, `The next delivery of ${topic} is dropped.`),
  trigger: (topic: string): Act => ({
    command: commandOf("trigger", topic, ...option("--account", account)),
    run: () => control.call("POST /trigger", { account }, { topic }),
    done: `An event of ${topic} was written.`,
  }),
});

/** What an attempt sent, with its signature. */
function Sent({ id, attempt, isOver }: { id: string; attempt: number; isOver: boolean }) {
  const { store } = usePage();
  const { value } = useLoaded(
    () => store.control.call("GET /deliveries/{id}", { id, attempt }),
    [id, attempt, isOver],
  );
  if (value === undefined) return null;
  const { call } = value;
  if (call === null) return <p class="sect soft">No call is known of attempt {attempt}.</p>;
  return (
    <Sect title={`What attempt ${attempt} sent`}>
      <CopyButton text={curlOfCall(call)} what="the call as curl" label="curl" />
      <Headers of={{ POST: call.url, ...call.headers }} />
      <p class="soft pad">The signature is HMAC-SHA256 in hex, of the body and the time stamp.</p>
      {/* A fault may have cut it. */}
      <Body body={jsonOr(call.body)} label="Body of the delivery" />
    </Sect>
  );
}
