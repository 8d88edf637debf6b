import { Refusal, standardRefusal } from "../jsonapi/refusal.ts";
import type { Exchange } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** Lets the planned faults act, before anything has happened. */
export const plan: Stage = (exchange) => {
  const { world, id, operation, now, credentials } = exchange;
  const caller =
    credentials.kind === "key"
      ? credentials.key.secret
      : credentials.kind === "company"
        ? credentials.account.id
        : credentials.kind;
  const asked = exchange.match.kind === "row" ? (operation?.id ?? null) : null;
  const act = world.faults.act({ exchange: id, operation: asked, caller }, now, () =>
    secondsOfMinute(now),
  );
  if (act === undefined) return undefined;
  exchange.fault = act;
  if (act.delayMs === 0) return answer(exchange);
  return new Promise((resolve) => {
    world.clock.after(act.delayMs, () => {
      exchange.now = world.clock.now();
      resolve(answer(exchange));
    });
  });
};

/** Until the steady window resets. */
const secondsOfMinute = (now: number) => Math.max(1, Math.ceil((60_000 - (now % 60_000)) / 1000));

function answer({ fault }: Exchange): Refusal | undefined {
  if (fault?.status === undefined) return undefined;
  const { status, retryAfterSeconds } = fault;
  const refusal = standardRefusal(status, retryAfterSeconds ?? 1);
  const { "retry-after": _, ...headers } = refusal.headers;
  const retryAfter = retryAfterSeconds !== undefined && {
    "retry-after": String(retryAfterSeconds),
  };
  return new Refusal(status, refusal.problems, {
    hint: `planned: ${fault.fault}`,
    headers: { ...headers, ...retryAfter },
  });
}
