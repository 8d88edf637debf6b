import { useState } from "preact/hooks";
import type { DeliveryView } from "../../../control/messages/delivery-view.ts";
import { commandOf, curlOfCall, option } from "../../client/commands.ts";
import { jsonOr } from "../../client/schema.ts";
import type { Look } from "../../parts/signs.tsx";
import { ActButton, Button, CopyButton, Icon, Mark, planning, Word } from "../../parts/signs.tsx";
import { Drawing, Line } from "../../parts/drawn.tsx";
import { Body, Cut, Head, Headers, Sect } from "../../parts/layout.tsx";
import { type Page, useCall, useCommand, usePage } from "../../parts/page.ts";
import { Thread } from "../../parts/thread.tsx";
import { clockTime, counted, left, span } from "../../parts/time.ts";
import type { Act } from "../../store/ui.ts";

function lookOf({ status }: DeliveryView["attempts"][number]): Look<"ok" | "bad"> {
  if (status === null) return ["bad", "lost", "none"];
  const isGood = status >= 200 && status < 300;
  return isGood ? ["ok", "ok", String(status)] : ["bad", "bad", String(status)];
}

export function Opened({ delivery, redeliver }: { delivery: DeliveryView; redeliver: Act }) {
  const { topics, attempts, id, entries, faults } = delivery;
  const [chosen, choose] = useState<number | undefined>(undefined);
  const at = chosen ?? attempts.length;
  const acts = actsOf(usePage(), delivery.account);
  const [topic] = topics;
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
          const look = lookOf(attempt);
          const isOn = index + 1 === at;
          const said = attempt.error ?? (look[0] === "ok" ? "acknowledged" : "rejected");
          return (
            <div class={`att ${isOn ? "on" : ""}`} key={attempt.at}>
              <span>{index + 1}</span>
              <Button class="link mono" aria-pressed={isOn} press={() => choose(index + 1)}>
                {clockTime(Date.parse(attempt.at), true)}
              </Button>
              <Word look={look} />
              <Cut class="say" text={said} />
              <span class="soft">{attempt.ms === null ? "" : span(attempt.ms)}</span>
            </div>
          );
        })}
        <div class="row2 wraps pad">
          <ActButton act={redeliver} icon="retry" hotkey="r" isMain text="Redeliver" />
          {topic !== undefined && (
            <>
              <ActButton act={acts.failNext(topic)} icon="bolt" text="Fail next" />
              <ActButton act={acts.trigger(topic)} icon="step" text="Trigger again" />
            </>
          )}
        </div>
      </Sect>
      <Thread id={id} />
      {at > 0 && <Sent id={id} attempt={at} isOver={attempts[at - 1]?.ms !== null} />}
    </>
  );
}

export const actsOf = ({ store: { control } }: Page, account?: string) => ({
  failNext: (topic: string): Act =>
    planning(control, { delivery: topic, drop: true }, `The next delivery of ${topic} is dropped.`),
  trigger: (topic: string): Act => ({
    command: commandOf("trigger", topic, ...option("--account", account)),
    run: () => control.call("POST /trigger", { account }, { topic }),
    done: `An event of ${topic} was written.`,
  }),
});

function Sent({ id, attempt, isOver }: { id: string; attempt: number; isOver: boolean }) {
  const { value } = useCall("GET /deliveries/{id}", { id, attempt }, [isOver]);
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

/** Where an instant stands on the axis: each of its steps is twice the one before. */
const percent = (ms: number): string =>
  `${Math.min(96, 3 + 8 * Math.log2(1 + Math.max(0, ms) / 7500)).toFixed(2)}%`;

function outcomeOf({ state, attempts, faults: [fault] }: DeliveryView): Look {
  if (state === "dropped") return ["fault", "bolt", fault ?? "dropped"];
  if (state === "failed") return ["bad", "fail", "failed"];
  if (state === "pending") return ["wait", "retry", "due"];
  if (fault !== undefined) return ["fault", "bolt", fault];
  return ["ok", "pass", attempts.length === 1 ? "at once" : `attempt ${attempts.length}`];
}

export const Topic = ({ of: { topics, id } }: { of: DeliveryView }) => (
  <div class="two-lines">
    <bdi class="op cut">{topics.join(", ")}</bdi>
    <span class="mono soft cut">{id}</span>
  </div>
);

export function Outcome({ of: delivery }: { of: DeliveryView }) {
  const [tone, icon, word] = outcomeOf(delivery);
  const due = dueOf(delivery);
  const now = due === undefined ? 0 : usePage().store.clock.now;
  const said = due === undefined ? word : due <= now ? "due" : `due in ${left(due - now)}`;
  return <Word class="badge" look={[tone, icon, said]} />;
}

const dueOf = ({ nextAt }: DeliveryView): number | undefined =>
  nextAt === null ? undefined : Date.parse(nextAt);

export function Lane({ of: delivery }: { of: DeliveryView }) {
  const { attempts, nextAt, state } = delivery;
  const first = Date.parse(attempts[0]?.at ?? nextAt ?? "");
  const due = dueOf(delivery);
  const words = attempts.map(({ status }) => status ?? "no response").join(", ");
  const [begin = "3%", ...later] = attempts.map(({ at }) => percent(Date.parse(at) - first));
  const end = later.at(-1) ?? begin;
  return (
    <Drawing height={40} label={`${words}: ${state}`}>
      {later.length > 0 && <Line class="l-kept" x={[begin, end]} y={[24]} />}
      {due !== undefined && (
        <>
          <Line class="l-kept dash" x={[end, percent(due - first)]} y={[24]} />
          <Mark look={["acc", "due", "due"]} x={percent(due - first)} y={24} />
        </>
      )}
      {attempts.map((attempt, index) => {
        const [look, x] = [lookOf(attempt), [begin, ...later][index] ?? begin];
        return (
          <g key={attempt.at}>
            <Mark look={look} x={x} y={24} />
            <text x={x} dx="8" y={14}>
              {look[2]}
            </text>
          </g>
        );
      })}
    </Drawing>
  );
}
