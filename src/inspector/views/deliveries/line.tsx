import type { DeliveryView } from "../../../control/messages/delivery-view.ts";
import { Drawing, Line } from "../../parts/drawn.tsx";
import { usePage } from "../../parts/page.ts";
import { Badge, type Look, Mark } from "../../parts/signs.tsx";
import { left } from "../../parts/time.ts";

type Attempt = DeliveryView["attempts"][number];

export const isGood = ({ status }: Attempt): boolean =>
  status !== null && status >= 200 && status < 300;

/** Where an instant stands on the axis: each of its steps is twice the one before. */
const percent = (ms: number): string =>
  `${Math.min(96, 3 + 8 * Math.log2(1 + Math.max(0, ms) / 7500)).toFixed(2)}%`;

export const markOf = (attempt: Attempt) =>
  isGood(attempt)
    ? ({ name: "ok", tone: "ok" } as const)
    : ({ name: attempt.status === null ? "lost" : "bad", tone: "bad" } as const);

function outcomeOf({ state, attempts, faults }: DeliveryView): Look {
  const [fault] = faults;
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

/** What came of it, or when it is due. */
export function Outcome({ of: delivery }: { of: DeliveryView }) {
  const [tone, icon, word] = outcomeOf(delivery);
  const due = dueOf(delivery);
  const now = due === undefined ? 0 : usePage().store.clock.now;
  const said = due === undefined ? word : due <= now ? "due" : `due in ${left(due - now)}`;
  return <Badge look={[tone, icon, said]} />;
}

const dueOf = ({ nextAt }: DeliveryView): number | undefined =>
  nextAt === null ? undefined : Date.parse(nextAt);

/** The attempts of one delivery, from the first on. */
export function Lane({ of: delivery }: { of: DeliveryView }) {
  const { attempts, nextAt } = delivery;
  const first = Date.parse(attempts[0]?.at ?? nextAt ?? "");
  const due = dueOf(delivery);
  const ends = attempts.map(({ at }) => percent(Date.parse(at) - first));
  return (
    <Drawing height={40} label={laneWords(delivery)}>
      {ends.length > 1 && <Line class="l-kept" x={[ends[0] ?? "3%", ends.at(-1)]} y={[24]} />}
      {due !== undefined && (
        <>
          <Line class="l-kept dash" x={[ends.at(-1) ?? "3%", percent(due - first)]} y={[24]} />
          <Mark name="due" x={percent(due - first)} y={24} tone="acc" />
        </>
      )}
      {attempts.map((attempt, index) => (
        <g key={attempt.at}>
          <Mark {...markOf(attempt)} x={ends[index] ?? "3%"} y={24} />
          <text x={ends[index]} dx="8" y={14}>
            {attempt.status ?? "none"}
          </text>
        </g>
      ))}
    </Drawing>
  );
}

const laneWords = ({ attempts, state }: DeliveryView): string =>
  `${attempts.map(({ status }) => status ?? "no response").join(", ")}: ${state}`;
